import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import type pg from 'pg'
import { accountContext } from '#areas/finance/withdrawal'
import type { InstalledMerchant } from '#platform/provider/installed-merchant'
import type { Platform } from '#platform/http/implement'
import { wholeTenant } from '#platform/database/scope'
import { channelOf } from '#areas/finance/payout'
import { postThen, type ThenLine } from './ledger.ts'

/** Channels have a day's statement from ten in the morning of the next on, by the clock of China. */
const READY_MS = (24 + 10 - 8) * 3_600_000
const MINUTE_MS = 60_000
/** What somebody of the business paid in the channel's own console: the books know nothing of it. */
const BESIDE_FEN = 3_500
const PAID_DRIVERS = 2

export interface PaidBefore {
  client: pg.ClientBase
  platform: Platform
  tenantId: string
  merchant: InstalledMerchant
  cityId: string
  drivers: readonly { driver: string; name: string; fen: number }[]
  approver: { userId: string; name: string }
}

/** The last day of which the channel has a statement. */
const statementDay = (now: number): string => new Date(now - READY_MS).toISOString().slice(0, 10)

/**
 * Two drivers were paid on the last day of which the channel has a statement, and it has one payment that the books do not know: finance finds a
 * day to reconcile as soon as the demo world is there. They are rows as the rest of its history is, since nobody can apply yesterday; the channel
 * was asked to pay them, by its own clock of that day.
 */
export async function payBefore({ client, platform, tenantId, merchant, cityId, drivers, approver }: PaidBefore): Promise<void> {
  const day = statementDay(Date.now())
  const at = (clock: string, minutes = 0) => new Date(Date.parse(`${day}T${clock}:00+08:00`) + minutes * MINUTE_MS)
  // Those of a start that was cut off are there.
  const { rowCount: there } = await client.query(
    `select from withdrawals where tenant_id = $1 and city_id = $2 and created_at = any ($3)`,
    [tenantId, cityId, [0, 1].map((n) => at('09:40', 7 * n))],
  )
  const channel = await channelOf('WECHAT', { platform, tenantId, db: platform.db.reader(wholeTenant(tenantId)) })
  if (!channel || there === PAID_DRIVERS) return
  for (const [n, { driver, name, fen }] of drivers.slice(0, PAID_DRIVERS).entries()) {
    if (n < (there ?? 0)) continue
    const amountFen = Math.min(90_000, Math.floor(fen / 200) * 100)
    const openId = `oDemo${driver}--confirm-0--notice-NONE`
    const { rows } = await client.query<{ no: string }>(
      `select 'W' || to_char($2::date, 'YYMMDD') || serial_no(next_serial($1::bigint, 'WITHDRAWAL'), 7) as no`,
      [tenantId, day],
    )
    const withdrawNo = rows[0]!.no
    const outNo = `${withdrawNo}A1${randomBytes(6).toString('hex')}`
    await setClock(merchant, at('11:00', 7 * n).getTime() - Date.now())
    await channel.send({ outNo, amountFen, realName: name, to: { kind: 'WECHAT', openId }, memo: withdrawNo })
    const paid = await untilPaid(() => channel.query(outNo))
    const times = { applied: at('09:40', 7 * n), approved: at('10:15', 7 * n), sent: at('11:00', 7 * n), paid: paid.paidAt }
    const sealed = platform.vault.seal(openId, accountContext({ tenantId, driverId: driver }, 'WX_SINGLE'))
    const withdrawal = {
      driver,
      name,
      cityId,
      amountFen,
      withdrawNo,
      outNo,
      channelNo: paid.channelNo,
      sealed,
      masked: `****${openId.slice(-4)}`,
    }
    await keep(client, { tenantId, merchant, approver, withdrawal, times })
  }
  await setClock(merchant, at('16:20').getTime() - Date.now())
  await control(merchant, 'spend', { amountFen: BESIDE_FEN })
  await setClock(merchant, 0)
}

interface Kept {
  tenantId: string
  merchant: InstalledMerchant
  approver: PaidBefore['approver']
  withdrawal: Record<'driver' | 'name' | 'cityId' | 'withdrawNo' | 'outNo' | 'channelNo' | 'sealed' | 'masked', string> & {
    amountFen: number
  }
  times: Record<'applied' | 'approved' | 'sent' | 'paid', Date>
}
/** The withdrawal with its history, its payment and its postings, as the calls would have left them. */
async function keep(client: pg.ClientBase, { tenantId, merchant, approver, withdrawal: of, times }: Kept): Promise<void> {
  await client.query('begin')
  await client.query(
    `insert into driver_payout_accounts (tenant_id, driver_id, way, holder_name, bank_name, number_sealed, number_masked, changed_at)
     values ($1, $2, 'WX_SINGLE', $3, '微信', $4, $5, $6::timestamptz - interval '2 minutes') on conflict do nothing`,
    [tenantId, of.driver, of.name, of.sealed, of.masked, times.applied],
  )
  const { rows } = await client.query<{ id: string }>(
    `insert into withdrawals (tenant_id, withdraw_no, driver_id, org_id, city_id, way, account_snapshot, account_sealed, apply_fen, fee_fen, state, attempt, version,
       created_at, updated_at, audited_by, audited_by_name, audited_at, channel, out_no, channel_no, paid_at)
     select $1, $2, d.driver_id, d.org_id, $4, 'WX_SINGLE', jsonb_build_object('holderName', $5::text, 'bankName', '微信', 'branch', '', 'numberMasked', $6::text), $7,
       $8, 0, ${S.paid}, 1, 5, $9, $11, $12, $13, $10, 'WECHAT', $14, $15, $11
     from drivers d where d.tenant_id = $1 and d.driver_id = $3 returning withdrawal_id::text as id`,
    [
      ...[tenantId, of.withdrawNo, of.driver, of.cityId, of.name, of.masked, of.sealed, of.amountFen],
      ...[times.applied, times.approved, times.paid, approver.userId, approver.name, of.outNo, of.channelNo],
    ],
  )
  const { id } = rows[0]!
  const driver = { type: 'DRIVER', id: of.driver, name: of.name }
  const system = { type: 'TIMER', id: null, name: '' }
  const reviewer = { type: 'OPERATOR', id: approver.userId, name: approver.name }
  const events = [
    ['apply', null, S.applied, driver, times.applied],
    ['open', S.applied, S.auditing, reviewer, times.approved],
    ['approve', S.auditing, S.approved, reviewer, times.approved],
    ['pay', S.approved, S.paying, system, times.sent],
    ['settle', S.paying, S.paid, system, times.paid],
  ] as const
  for (const [n, [event, from, to, actor, when]] of events.entries())
    await client.query(
      `insert into withdrawal_events (tenant_id, withdrawal_id, seq, event, from_state, to_state, actor_type, actor_id, actor_name, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [tenantId, id, n + 1, event, from, to, actor.type, actor.id, actor.name, when],
    )
  await client.query(
    `insert into payout_attempts (tenant_id, withdrawal_id, attempt, out_no, channel, amount_fen, created_at, state, channel_no, sends, queries, requested_at, asked_at,
       next_at, final_at, merchant_no, app_id)
     values ($1, $2, 1, $3, 'WECHAT', $4, $5, 'PAID', $6, 1, 1, $5, $7, $7, $7, $8, $9)`,
    [tenantId, id, of.outNo, of.amountFen, times.sent, of.channelNo, times.paid, merchant.merchantNo, merchant.channelAppId],
  )
  const line = (owner: string, kind: ThenLine['kind'], side: ThenLine['side']): ThenLine => ({ owner, kind, side, fen: of.amountFen })
  const [available, held] = [line(of.driver, 'DRIVER_AVAILABLE', 'D'), line(of.driver, 'DRIVER_FROZEN', 'C')]
  const inTransit = line('0', 'PAYOUT_IN_TRANSIT', 'C')
  const entry = { tenantId, businessType: 'WITHDRAWAL', businessId: id, memo: of.withdrawNo }
  await postThen(client, { ...entry, step: 'APPLIED', at: times.applied, actor: driver }, [available, held])
  await postThen(client, { ...entry, step: 'SENT_1', at: times.sent, actor: system }, [{ ...held, side: 'D' }, inTransit])
  await postThen(client, { ...entry, step: 'PAID_1', at: times.paid, actor: system }, [
    { ...inTransit, side: 'D' },
    line('0', 'CASH_WX', 'C'),
  ])
  await client.query('commit')
}

const LOOKS = 100
async function untilPaid(ask: () => Promise<{ state: string } | 'NOT_FOUND'>): Promise<{ channelNo: string; paidAt: Date }> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const said = await ask()
    if (said !== 'NOT_FOUND' && said.state === 'PAID') return said as unknown as { channelNo: string; paidAt: Date }
    await sleep(100)
  }
  throw new Error('The channel of the demo world does not pay.')
}

const setClock = (merchant: InstalledMerchant, aheadMs: number) => control(merchant, 'clock', { aheadMs })
/** Plays what no real channel lets anybody play (apps/channel). */
export async function control({ baseUrl }: InstalledMerchant, what: string, given: object, method = 'POST'): Promise<void> {
  const answer = await fetch(`${baseUrl}/control/${what}`, { method, body: JSON.stringify(given) })
  if (!answer.ok) throw new Error(`The channel's /control/${what} answers ${answer.status}.`)
}
