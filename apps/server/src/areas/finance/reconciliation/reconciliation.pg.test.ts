import {
  type ReconBatchRow,
  reconciliationCalls as calls,
  type ReconDetailRow,
  type SingleRow,
} from '@chauffeur/contract/finance/reconciliation'
import { RECON_RESULT as R } from '@chauffeur/contract/finance/reconciliation-model'
import { STATEMENT_UPLOAD } from '@chauffeur/contract/finance/statement'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkLedger, post } from '../ledger/index.ts'
import { wholeTenant } from '#platform/database/scope'
import { driverAt, until } from '#test/drivers'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

const MERCHANT = '6222000011112222'
const DAY = '2026-09-01'
const NOON = `${DAY} 12:00:00`
let world: World
let second: string
const rows = async <T extends object = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await world.owner.query<T>(text, values)).rows

beforeAll(async () => {
  world = await makeWorld({ jobs: true })
  second = await anotherWithEverything()
})
afterAll(() => world.close())

/** A second person of finance; their token. */
async function anotherWithEverything(): Promise<string> {
  const { hashToken, newToken } = await import('#platform/identity/session')
  const [user] = await rows<{ user_id: string }>(
    `insert into users (tenant_id, username, real_name, dept_id, all_cities, password_hash) select tenant_id, 'second', '复核人', dept_id, true, 'none' from users where user_id = $1 returning user_id`,
    [world.people.all.userId],
  )
  await rows('insert into user_roles (tenant_id, user_id, role_id) select tenant_id, $2, role_id from user_roles where user_id = $1', [
    world.people.all.userId,
    user!.user_id,
  ])
  const token = newToken()
  await rows(`insert into sessions (token_hash, tenant_id, kind, user_id) values ($1, $2, 'OPERATOR', $3)`, [
    hashToken(token),
    world.tenantA,
    user!.user_id,
  ])
  return token
}

let made = 0
/** A withdrawal through the bank with its attempt and its postings, as the payouts leave it. */
async function payout(outNo: string, fen: number, state: 50 | 60 | 40, cityId = HANGZHOU): Promise<string> {
  const { driverId } = await driverAt(world, null, 'OFFLINE')
  await rows(
    `insert into driver_payout_accounts (tenant_id, driver_id, way, holder_name, bank_name, number_sealed, number_masked) values ($1, $2, 'BANK', '试', '试', 'x', '****0000')`,
    [world.tenantA, driverId],
  )
  const attempt = state === 50 ? 'PAID' : state === 60 ? 'FAILED' : 'PROCESSING'
  const at = `${NOON}+08`
  const [row] = await rows<{ withdrawal_id: string }>(
    `insert into withdrawals (tenant_id, withdraw_no, driver_id, city_id, way, account_snapshot, account_sealed, apply_fen, fee_fen, state, attempt, channel, out_no, paid_at)
     values ($1, $2, $3, $4, 'BANK', '{}', 'x', $5, 0, $6, 1, 'BANK', $7, $8) returning withdrawal_id`,
    [world.tenantA, `R${++made}`, driverId, cityId, fen, state, outNo, state === 50 ? at : null],
  )
  const withdrawalId = row!.withdrawal_id
  await rows(
    `insert into payout_attempts (tenant_id, withdrawal_id, attempt, out_no, channel, amount_fen, state, sends, requested_at, final_at, created_at)
     values ($1, $2, 1, $3, 'BANK', $4, $5, 1, $6, $7, $6)`,
    [world.tenantA, withdrawalId, outNo, fen, attempt, at, state === 40 ? null : at],
  )
  const platform = (kind: 'CASH_BANK' | 'CASH_WX' | 'PAYOUT_IN_TRANSIT') => ({ ownerType: 'PLATFORM' as const, ownerId: '0', kind })
  const frozen = { ownerType: 'DRIVER' as const, ownerId: driverId, kind: 'DRIVER_FROZEN' as const }
  const step = (name: string, debit: object, credit: object) =>
    world.app.platform.db.write(wholeTenant(world.tenantA), (tx) =>
      post(
        tx,
        { tenantId: world.tenantA, businessType: 'WITHDRAWAL', businessId: withdrawalId, step: name, actor: { type: 'TIMER', id: null } },
        [
          { account: debit as never, side: 'D', amountFen: fen },
          { account: credit as never, side: 'C', amountFen: fen },
        ],
      ),
    )
  await step('HELD', platform('CASH_WX'), frozen)
  if (state === 60) return withdrawalId
  await step('SENT_1', frozen, platform('PAYOUT_IN_TRANSIT'))
  if (state === 50) await step('PAID_1', platform('PAYOUT_IN_TRANSIT'), platform('CASH_BANK'))
  return withdrawalId
}
/** What the bank's result file said of a payment. */
async function bankSays(outNo: string, withdrawalId: string, result: 'PAID' | 'FAILED') {
  const [batch] = await rows<{ batch_id: string }>(
    `insert into payout_bank_batches (tenant_id, batch_no, city_id, made_by, made_by_name) values ($1, $2, $3, 1, '甲') returning batch_id`,
    [world.tenantA, `B${outNo}`, HANGZHOU],
  )
  await rows(
    `insert into payout_bank_lines (tenant_id, out_no, batch_id, withdrawal_id, result, code) values ($1, $2, $3, $4, $5, 'BANK_REFUSED')`,
    [world.tenantA, outNo, batch!.batch_id, withdrawalId, result],
  )
}
const balance = async (kind: string) =>
  Number(
    (
      await rows<{ fen: string }>(`select coalesce(sum(balance_fen), 0) as fen from ledger_accounts where tenant_id = $1 and kind = $2`, [
        world.tenantA,
        kind,
      ])
    )[0]!.fen,
  )

const yuan = (fen: number) => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`
const statement = (lines: { outNo: string; fen: number }[], day = DAY) =>
  [
    '时间,账号,我方单号,流水号,收支,金额(元)',
    ...lines.map(({ outNo, fen }) => `${day} 12:00:00,${MERCHANT},${outNo},C${outNo},支出,${yuan(fen)}`),
    `合计,${lines.length},0.00,${yuan(lines.reduce((sum, { fen }) => sum + fen, 0))}`,
  ].join('\n')
async function upload(text: string, day = DAY, token = world.people.all.token) {
  const form = new FormData()
  form.append('file', new Blob([text]), 'statement.csv')
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const response = await world.app.http.inject({
    method: 'POST',
    url: `${STATEMENT_UPLOAD}?${new URLSearchParams({ kind: 'PAYOUT', channel: 'BANK', merchantNo: MERCHANT, billDate: day })}`,
    headers: { token, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return response.json<{ code: number; error?: string; data: { batchId: string; jobId: string } }>()
}
async function reconciled(text: string, day = DAY): Promise<ReconBatchRow> {
  const taken = await upload(text, day)
  expect(taken.code, JSON.stringify(taken)).toBe(0)
  await until(
    async () => (await rows(`select 1 from jobs where job_id = $1 and state in ('DONE', 'FAILED')`, [taken.data.jobId]))[0],
    'the end of the job',
    30_000,
  )
  return (await batches()).find(({ batchId }) => batchId === taken.data.batchId)!
}
const batches = async (as: Person = 'all', filter: object = {}) =>
  ((await world.send(calls.batches, { pageSize: 200, ...filter }, as)).data as { rows: ReconBatchRow[] }).rows
const details = async (filter: object, as: Person | string = 'all') =>
  ((await world.send(calls.details, { pageSize: 200, ...filter }, as)).data as { rows: ReconDetailRow[] }).rows
const decided = ({ detailId, version }: ReconDetailRow, as: Person | string = 'all') =>
  world.send(calls.decide, { detailId, version, approve: true }, as)
const settle = (of: ReconDetailRow, resolution: string, as: Person | string = 'all') =>
  world.send(calls.resolve, { detailId: of.detailId, version: of.version, resolution, reason: '核对无误' }, as)

describe('a statement that somebody brings', () => {
  test('is matched, listed with its sums, and taken once', async () => {
    await payout('BALANCE1', 9_900, 50)
    const text = statement([{ outNo: 'BALANCE1', fen: 9_900 }])
    const row = await reconciled(text)
    expect(row).toMatchObject({
      state: 40,
      runNo: 1,
      ourCount: 1,
      ourFen: 9_900,
      channelFen: 9_900,
      diffCount: 0,
      file: { rows: 1, name: 'statement.csv' },
      allowedActions: [],
    })
    expect(await upload(text)).toMatchObject({ error: 'recon.sameFile' })
    expect(await upload(`${text}\n`)).toMatchObject({ error: 'recon.alreadyBalanced' })
    expect(await details({ batchId: row.batchId })).toMatchObject([
      { outDetailNo: 'BALANCE1', result: R.matched, varianceFen: 0, allowedActions: ['refresh'] },
    ])
    const days = (await world.send(calls.calendar, { month: '2026-09' })).data as { days: { day: string; state: number }[] }
    expect(days.days).toContainEqual(expect.objectContaining({ day: DAY, state: 40, openCount: 0 }))
  })

  test('that is wrong leaves a batch that says why, and the line', async () => {
    const row = await reconciled(statement([{ outNo: 'WRONG001', fen: 100 }], '2026-09-03'), '2026-09-02')
    expect(row).toMatchObject({
      state: 90,
      runNo: 0,
      problem: 'statement.otherDay',
      faults: [{ line: 2, words: '账单中有其他日期的记录' }],
    })
    expect(await details({ batchId: row.batchId })).toEqual([])
  })

  test('is for who runs every city', async () => {
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    for (const day of [today, '2099-01-01'])
      expect(await upload(statement([], day), day)).toMatchObject({
        error: 'statement.dayNotOver',
        data: { fields: [{ path: 'billDate' }] },
      })
    expect((await batches()).filter(({ billDate }) => billDate >= today)).toEqual([])
    expect(await upload(statement([]), DAY, world.people.hangzhou.token)).toMatchObject({ error: 'statement.uploadForbidden' })
    expect(await upload(statement([]), DAY, world.people.weak.token)).toMatchObject({ error: 'statement.uploadForbidden' })
    expect((await upload(statement([]), DAY, 'nobody')).code).toBe(401)
  })
})

describe('what is seen of it', () => {
  test('by who runs some cities: the payments there, and no sums; a partner sees nothing', async () => {
    await payout('CITYHZ01', 100, 50)
    await payout('CITYSH01', 100, 50, SHANGHAI)
    const { batchId } = await reconciled(
      statement(
        [
          { outNo: 'CITYHZ01', fen: 100 },
          { outNo: 'CITYSH01', fen: 100 },
          { outNo: 'NOBODY01', fen: 5 },
        ],
        '2026-09-04',
      ).replaceAll('2026-09-01', '2026-09-04'),
      '2026-09-04',
    )
    expect(await batches('hangzhou')).toEqual([])
    expect((await details({ batchId }, 'hangzhou')).map(({ outDetailNo }) => outDetailNo)).toEqual(['CITYHZ01'])
    expect(await batches('partner')).toEqual([])
    expect(await details({ batchId }, 'partner')).toEqual([])
    expect(await details({ batchId }, 'other')).toEqual([])
  })
})

describe('a difference', () => {
  let found: ReconDetailRow[]
  const of = async (outDetailNo: string) => (await details({ keyword: outDetailNo }))[0]!
  beforeAll(async () => {
    const day = '2026-09-05'
    await payout('ADOPT001', 9_900, 40)
    await payout('BLOCK001', 9_900, 60)
    const row = await reconciled(
      statement(
        [
          { outNo: 'ADOPT001', fen: 9_900 },
          { outNo: 'BLOCK001', fen: 9_900 },
          { outNo: 'LOST0001', fen: 700 },
          { outNo: 'NOTE0001', fen: 300 },
        ],
        day,
      ),
      day,
    )
    found = await details({ batchId: row.batchId, open: true })
    expect(
      found.toSorted((a, b) => a.outDetailNo.localeCompare(b.outDetailNo)).map(({ outDetailNo, result }) => [outDetailNo, result]),
    ).toEqual([
      ['ADOPT001', R.state],
      ['BLOCK001', R.state],
      ['LOST0001', R.channelOnly],
      ['NOTE0001', R.channelOnly],
    ])
  })

  test('of a payment under way is settled by the channel’s word: the withdrawal is paid, and posted so once', async () => {
    const seen = await of('ADOPT001')
    const cash = await balance('CASH_BANK')
    expect((await settle(seen, 'ADOPT_CHANNEL')).data).toMatchObject({ resolution: 'ADOPT_CHANNEL', allowedActions: ['refresh'] })
    expect(await rows('select state from withdrawals where out_no = $1', ['ADOPT001'])).toEqual([{ state: 50 }])
    expect((await balance('CASH_BANK')) - cash).toBe(-9_900)
    expect((await settle(seen, 'ADOPT_CHANNEL')).error).toBe('recon.resolved')
  })

  test('is settled in a way that fits it, by the version that was seen', async () => {
    const seen = await of('NOTE0001')
    expect(await settle(seen, 'REVERSE_OURS')).toMatchObject({ error: 'recon.notSoResolved' })
    expect((await settle({ ...seen, version: 99 }, 'MANUAL_NOTE')).error).toBe('recon.versionConflict')
  })

  test('is noted by two people where money is on one side alone, and the check of the ledger names it', async () => {
    const seen = await of('NOTE0001')
    expect((await settle(seen, 'MANUAL_NOTE')).data).toMatchObject({ resolution: 'NONE', proposed: 'MANUAL_NOTE', reason: '核对无误' })
    const proposed = await of('NOTE0001')
    expect((await decided(proposed)).error).toBe('recon.secondPerson')
    expect((await checkLedger(world.app.platform.db)).noted).toEqual([])
    expect((await decided(proposed, second)).data).toMatchObject({ resolution: 'MANUAL_NOTE', resolvedBy: '复核人' })
    const { sound, noted } = await checkLedger(world.app.platform.db)
    expect(sound).toBe(true)
    expect(noted).toEqual([
      { tenant: world.tenantA, what: expect.stringContaining('NOTE0001'), why: '300 noted by all and 复核人: 核对无误' },
    ])
  })

  test('is written off by two people, at our loss', async () => {
    const [cash, revenue] = [await balance('CASH_BANK'), await balance('REVENUE')]
    const proposed = (await settle(await of('LOST0001'), 'WRITE_OFF')).data as ReconDetailRow
    expect(proposed).toMatchObject({ resolution: 'NONE', proposed: 'WRITE_OFF' })
    expect(await balance('CASH_BANK')).toBe(cash)
    const decision = { detailId: proposed.detailId, version: proposed.version, approve: true }
    expect((await world.send(calls.decide, decision)).error).toBe('recon.secondPerson')
    expect((await world.send(calls.decide, decision, second)).data).toMatchObject({ resolution: 'WRITE_OFF', resolvedBy: '复核人' })
    expect([(await balance('CASH_BANK')) - cash, (await balance('REVENUE')) - revenue]).toEqual([-700, -700])
  })

  test('that shows a payment we hold to have failed keeps it from being paid again or given back, whoever asks; adopted, it is paid', async () => {
    const [{ withdrawal_id: withdrawalId } = { withdrawal_id: '' }] = await rows<{ withdrawal_id: string }>(
      'select withdrawal_id from withdrawals where out_no = $1',
      ['BLOCK001'],
    )
    expect(await rows(`select reason from withdrawal_events where withdrawal_id = $1 and event = 'paidThere'`, [withdrawalId])).toEqual([
      { reason: 'BLOCK001' },
    ])
    const asked = { withdrawalIds: [withdrawalId], reason: '再付', totalFen: 9_900 }
    expect((await world.send(calls.retrySingle, asked, second)).error).toBe('payout.statementSaysPaid')
    expect((await world.send(calls.retrySingle, { ...asked, totalFen: 1 }, second)).error).toBe('recon.totalDiffers')
    const review = { withdrawalId, state: 60, reason: '退回司机' }
    expect((await world.send(withdrawalReviewCalls.act, { ...review, action: 'GIVE_BACK' }, second)).error).toBe('payout.statementSaysPaid')
    expect((await world.send(withdrawalReviewCalls.act, { ...review, action: 'PAY' }, second)).error).toBe('payout.statementSaysPaid')
    await bankSays('BLOCK001', withdrawalId, 'FAILED')
    const again = { withdrawalId, attempt: 1, reason: '再付' }
    expect((await world.send(withdrawalReviewCalls.retry, again, second)).error).toBe('payout.statementSaysPaid')
    expect(await rows('select state, attempt from withdrawals where out_no = $1', ['BLOCK001'])).toEqual([{ state: 60, attempt: 1 }])

    const [cash, frozen] = [await balance('CASH_BANK'), await balance('DRIVER_FROZEN')]
    expect((await settle(await of('BLOCK001'), 'ADOPT_CHANNEL')).data).toMatchObject({ resolution: 'ADOPT_CHANNEL' })
    expect(await rows('select state, channel_no from withdrawals where out_no = $1', ['BLOCK001'])).toEqual([
      { state: 50, channel_no: 'CBLOCK001' },
    ])
    expect(await rows('select state from payout_attempts where out_no = $1', ['BLOCK001'])).toEqual([{ state: 'PAID' }])
    expect([(await balance('CASH_BANK')) - cash, (await balance('DRIVER_FROZEN')) - frozen]).toEqual([-9_900, -9_900])
  })
})

test('of what is settled, cash is what the statements show', async () => {
  const cash = async () =>
    (await checkLedger(world.app.platform.db)).checked.find(({ invariant }) => invariant.startsWith('9 '))!.findings.map(({ what }) => what)
  expect((await batches()).filter(({ state }) => state === 40 || state === 60).length).toBeGreaterThan(1)
  expect(await cash()).toEqual([])
  // Somebody takes a posting for paid that is not: the item that it was for is named.
  await rows(`update recon_details set channel_fen = 9800 where out_detail_no = 'BALANCE1'`)
  expect(await cash()).toEqual([expect.stringMatching(/ BALANCE1$/)])
  await rows(`update recon_details set channel_fen = 9900 where out_detail_no = 'BALANCE1'`)
  // And a payment of such a day that no statement shows.
  await payout('MISSING1', 100, 50)
  expect(await cash()).toEqual([expect.stringMatching(/^R\d+$/)])
  await rows(`update withdrawals set paid_at = '2027-01-01' where out_no = 'MISSING1'`)
})

describe('asking the channel', () => {
  test('moves no money, and is not done twice in ten seconds', async () => {
    const withdrawalId = await payout('ASKED001', 100, 40)
    const before = await rows('select count(*) as n from ledger_entries where tenant_id = $1', [world.tenantA])
    expect((await world.send(calls.singleRefresh, { withdrawalIds: [withdrawalId] })).code).toBe(0)
    expect(await rows('select count(*) as n from ledger_entries where tenant_id = $1', [world.tenantA])).toEqual(before)
    await rows('update payout_attempts set asked_at = now() where out_no = $1', ['ASKED001'])
    expect((await world.send(calls.singleRefresh, { withdrawalIds: [withdrawalId] })).error).toBe('recon.tooOften')
    expect((await world.send(calls.singleRefresh, { withdrawalIds: [withdrawalId] }, 'other')).error).toBe('recon.notFound')
    const singles = (await world.send(calls.singles, { keyword: 'ASKED001' })).data as { rows: SingleRow[] }
    expect(singles.rows).toMatchObject([{ outBillNo: 'ASKED001', state: 40, channelState: 'ACCEPTED', allowedActions: ['refresh'] }])
  })

  test('has a payment made again only where it says, in the same call, that the last one failed, and once', async () => {
    const withdrawalId = await payout('RETRY001', 500, 60)
    const asked = { withdrawalIds: [withdrawalId], reason: '更正账户后重试', totalFen: 500 }
    expect((await world.send(calls.retrySingle, asked, second)).error, 'the bank has not said').toBe('recon.notFailed')
    await bankSays('RETRY001', withdrawalId, 'FAILED')
    const both = await Promise.all([world.send(calls.retrySingle, asked, second), world.send(calls.retrySingle, asked, second)])
    expect(both.map(({ error }) => error ?? 'paid').toSorted()).toEqual(['paid', 'recon.notFailed'])
    expect(await rows('select state, attempt from withdrawals where withdrawal_id = $1', [withdrawalId])).toEqual([
      { state: 40, attempt: 2 },
    ])
  })

  test('about many at once is a job', async () => {
    const ids = [await payout('MANY0001', 100, 40), await payout('MANY0002', 100, 40)]
    const asked = (await world.send(calls.singleRefresh, { withdrawalIds: ids })).data as { jobId: string }
    const job = await until(
      async () =>
        (await rows<{ state: string }>(`select state from jobs where job_id = $1 and state in ('DONE', 'FAILED')`, [asked.jobId]))[0],
      'the end of the job',
      20_000,
    )
    expect(job.state).toBe('DONE')
  })
})
