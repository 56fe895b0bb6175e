import { randomUUID } from 'node:crypto'
import { payoutCalls } from '@chauffeur/contract/finance/payout'
import { withdrawalCalls, WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import type { AnswerOf, Call } from '@chauffeur/contract/kernel/call'
import type pg from 'pg'
import pino from 'pino'
import sharp from 'sharp'
import { hashToken, newToken } from '#platform/identity/session'
import { defaultSettings } from '#platform/process/settings'
import type { RuntimeUrls } from '#platform/upkeep/migrate'
import { buildApp } from '../src/app.ts'

/** Whoever reviews does not pay: two people of finance. */
const PEOPLE = ['finance', 'admin'] as const
type PersonName = (typeof PEOPLE)[number]
interface DemoDriver {
  driver: string
  city: string
  name: string
  fen: number
}

/** Drivers who are owed most, in the two cities with most of them: the first is paid by bank file, the second by hand. */
const owedDrivers = async (client: pg.ClientBase, tenantId: string): Promise<DemoDriver[]> =>
  (
    await client.query<DemoDriver>(
      `select d.driver_id::text as driver, d.city_id::text as city, d.name, a.balance_fen::int as fen
       from ledger_accounts a join drivers d on d.tenant_id = a.tenant_id and d.driver_id = a.owner_id and not d.wallet_frozen
       where a.tenant_id = $1 and a.kind = 'DRIVER_AVAILABLE' and a.owner_type = 'DRIVER' and a.balance_fen >= 4000
       order by a.balance_fen desc, 1`,
      [tenantId],
    )
  ).rows

/** Withdrawals in their states, made by the calls that people and drivers make: what the books say of them is what the product posts. */
export async function makeWithdrawals(client: pg.ClientBase, urls: RuntimeUrls): Promise<void> {
  const { rows: users } = await client.query<{ tenant: string; user: string; username: string }>(
    'select tenant_id::text as tenant, user_id::text as user, username from users where username = any ($1)',
    [PEOPLE],
  )
  const tenantId = users.find(({ username }) => username === 'finance')?.tenant
  if (!tenantId) return
  const tokens: Buffer[] = []
  const signedIn = async (kind: 'OPERATOR' | 'DRIVER', id: string): Promise<string> => {
    const token = newToken()
    const column = kind === 'OPERATOR' ? 'user_id' : 'driver_id'
    await client.query(`insert into sessions (token_hash, tenant_id, kind, ${column}) values ($1, $2, $3, $4)`, [
      hashToken(token),
      tenantId,
      kind,
      id,
    ])
    tokens.push(hashToken(token))
    return token
  }
  const app = await buildApp({ urls, settings: defaultSettings, logger: pino({ level: 'silent' }), engine: false, jobs: false })
  try {
    const people = new Map<string, string>()
    for (const { user, username, tenant } of users) if (tenant === tenantId) people.set(username, await signedIn('OPERATOR', user))
    const send = async <C extends Call>(call: C, input: Record<string, unknown>, token: string): Promise<AnswerOf<C>> => {
      const sent = Object.entries(input).map(([key, value]): [string, string] => [key, String(value)])
      const { payload, type } =
        call.body === 'multipart' ? await formOf(input) : { payload: JSON.stringify(input), type: 'application/json' }
      const answer = await app.http.inject({
        method: call.method as 'GET',
        url: call.path.replace('{id}', String(input.id)) + (call.method === 'GET' ? `?${new URLSearchParams(sent)}` : ''),
        headers: { token, 'idempotency-key': randomUUID(), ...(call.method === 'POST' && { 'content-type': type }) },
        ...(call.method === 'POST' && { payload }),
      })
      const { code, message, data } = answer.json<{ code: number; message: string; data: AnswerOf<C> }>()
      if (code !== 0) throw new Error(`The demo's ${call.path}: ${message}`)
      return data
    }
    const as = (who: PersonName) => people.get(who)!
    const ofDriver = (driver: DemoDriver) => signedIn('DRIVER', driver.driver)
    const saveAccount = (driver: DemoDriver, token: string, ending: number) =>
      send(
        withdrawalCalls.saveAccount,
        { way: 'BANK', holderName: driver.name, bankName: '工商银行', accountNo: `62220212021${String(ending).padStart(8, '0')}` },
        token,
      )
    /** Half of what they are owed, rounded to yuan. */
    const applied = async (driver: DemoDriver) => {
      const token = await ofDriver(driver)
      await saveAccount(driver, token, Number(driver.driver))
      const amountFen = Math.min(400_000, Math.floor(driver.fen / 200) * 100)
      return { token, ...(await send(withdrawalCalls.apply, { amountFen, way: 'BANK' }, token)) }
    }
    type Applied = Awaited<ReturnType<typeof applied>>
    const act = (one: Applied, action: string, state: number, who: PersonName, reason = '') =>
      send(withdrawalReviewCalls.act, { withdrawalId: one.withdrawalId, action, state, ...(reason && { reason }) }, as(who))
    /** A large sum is looked at by both. */
    const approved = async (driver: DemoDriver, by: PersonName = 'admin') => {
      const one = await applied(driver)
      const first = await act(one, 'APPROVE', S.applied, by)
      if (first.state === S.auditing) await act(one, 'APPROVE', S.auditing, by === 'admin' ? 'finance' : 'admin')
      return { ...one, both: first.state === S.auditing }
    }
    /** Null where both have looked at it: neither of them pays it. */
    const paying = async (driver: DemoDriver) => {
      const one = await approved(driver)
      if (one.both) return null
      await act(one, 'PAY', S.approved, 'finance')
      return one
    }
    const voucher = async (one: Applied) =>
      send(
        payoutCalls.enterVoucher,
        { withdrawalId: one.withdrawalId, voucherNo: `HD${one.withdrawNo}`, paidAt: new Date(Date.now() - 1_000).toISOString() },
        as('finance'),
      )
    const notPaid = (one: Applied) =>
      send(payoutCalls.notPaid, { withdrawalId: one.withdrawalId, reason: '收款行退回：户名不符' }, as('admin'))

    const byBank: ((driver: DemoDriver) => Promise<unknown>)[] = [
      applied,
      approved,
      paying,
      async (driver) => act(await applied(driver), 'OPEN', S.applied, 'admin'),
      async (driver) => act(await applied(driver), 'REJECT', S.applied, 'admin', '收款账户户名与司机不符'),
      async (driver) => {
        const { withdrawalId, token } = await applied(driver)
        await send(withdrawalCalls.cancel, { id: withdrawalId }, token)
      },
      async (driver) => saveAccount(driver, (await applied(driver)).token, 99_000_001),
      applied,
      (driver) => approved(driver, 'finance'),
      applied,
    ]
    const byHand: typeof byBank = [
      async (driver) => {
        const one = await paying(driver)
        if (!one) return
        await voucher(one)
        await send(payoutCalls.confirmVoucher, { withdrawalId: one.withdrawalId }, as('admin'))
      },
      async (driver) => {
        const one = await paying(driver)
        if (one) await voucher(one)
      },
      async (driver) => {
        const one = await paying(driver)
        if (one) await notPaid(one)
      },
      async (driver) => {
        const one = await paying(driver)
        if (!one) return
        await notPaid(one)
        await act(one, 'GIVE_BACK', S.failed, 'finance', '司机要求退回钱包')
      },
    ]

    const cities = [...Map.groupBy(await owedDrivers(client, tenantId), ({ city }) => city)].toSorted(([, a], [, b]) => b.length - a.length)
    const [bank = ['', []], hand = ['', []]] = cities as [string, DemoDriver[]][]
    if (hand[0]) {
      const channels = JSON.stringify({ WX_SINGLE: 'WECHAT', WX_BATCH: 'WECHAT', BANK: 'BY_HAND' })
      await send(payoutCalls.saveWays, { cityId: hand[0], channels, sendsItself: false, personDayFen: 0 }, as('admin'))
    }
    for (const [n, make] of byBank.entries()) if (bank[1][n]) await make(bank[1][n])
    for (const [n, make] of byHand.entries()) if (hand[1][n]) await make(hand[1][n])
    if (bank[1].length > 2) await send(payoutCalls.makeBankFile, { cityId: bank[0] }, as('finance'))
  } finally {
    await app.close()
    await client.query('delete from sessions where token_hash = any ($1)', [tokens])
  }
}

const slip = sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#f7f5ee"/><rect x="24" y="24" width="592" height="312" fill="none" stroke="#6b7a8f" stroke-width="3"/><path d="M48 110h544M48 170h544M48 230h544M48 290h360" stroke="#c0c6d0" stroke-width="2"/><circle cx="510" cy="260" r="52" fill="none" stroke="#b8433a" stroke-width="6"/></svg>',
  ),
).jpeg()

/** With a picture, as a call with a file is sent. */
async function formOf(input: Record<string, unknown>): Promise<{ payload: Buffer; type: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) form.set(name, String(value))
  form.set('file', new Blob([new Uint8Array(await slip.clone().toBuffer())], { type: 'image/jpeg' }), '回单.jpg')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  return { payload: Buffer.from(await request.arrayBuffer()), type: request.headers.get('content-type')! }
}
