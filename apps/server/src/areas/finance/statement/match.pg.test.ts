import { RECON_RESULT as R } from '@chauffeur/contract/finance/reconciliation-model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { driverAt } from '#test/drivers'
import { addOrder, HANGZHOU, makeWorld, type World } from '#test/world'
import { matchStatement } from './match.service.ts'
import { type ReconKind, StatementRefused } from './statement.rules.ts'

const MERCHANT = '1900009231'
let world: World
let driverId: string
beforeAll(async () => {
  // Withdrawals stand here without their postings: matching does not look at the ledger.
  world = await makeWorld({ brokenLedger: true })
  driverId = (await driverAt(world, null, 'OFFLINE')).driverId
})
afterAll(() => world.close())

const rows = async <T extends object = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await world.owner.query<T>(text, values)).rows

let made = 0
interface Payment {
  outNo: string
  fen: number
  /** By China's clock. */
  at: string
  state?: number
  attempt?: 'PAID' | 'FAILED' | 'PROCESSING'
  attemptNo?: number
}
/** A withdrawal with its last attempt, as the payouts leave it. */
async function paid({ outNo, fen, at, state = 50, attempt = 'PAID', attemptNo = 1 }: Payment): Promise<string> {
  const moment = `${at}+08`
  const [row] = await rows<{ withdrawal_id: string }>(
    `insert into withdrawals (tenant_id, withdraw_no, driver_id, city_id, way, account_snapshot, account_sealed, apply_fen, fee_fen, state, attempt, channel, out_no, paid_at)
     values ($1, $2, $3, $4, 'WX_SINGLE', '{}', 'x', $5, 0, $6, $7, 'WECHAT', $8, $9) returning withdrawal_id`,
    [world.tenantA, `W${++made}`, driverId, HANGZHOU, fen, state, attemptNo, outNo, attempt === 'PAID' ? moment : null],
  )
  const final = attempt === 'PROCESSING' ? null : moment
  await rows(
    `insert into payout_attempts (tenant_id, withdrawal_id, attempt, out_no, channel, amount_fen, state, sends, requested_at, final_at, created_at)
     values ($1, $2, $3, $4, 'WECHAT', $5, $6, 1, $7, $8, $7)`,
    [world.tenantA, row!.withdrawal_id, attemptNo, outNo, fen, attempt, moment, final],
  )
  return row!.withdrawal_id
}

interface Batch {
  batchId: string
  kind: ReconKind
  day: string
  runNo: number
}
async function batch(day: string, kind: ReconKind = 'PAYOUT'): Promise<Batch> {
  const [row] = await rows<{ batch_id: string }>(
    `insert into recon_batches (tenant_id, batch_no, kind, channel, merchant_no, bill_date, job_id) values ($1, $2, $5, 'WECHAT', $3, $4, 1) returning batch_id`,
    [world.tenantA, `${kind}-WECHAT-${MERCHANT}-${day}`, MERCHANT, day, kind],
  )
  return { batchId: row!.batch_id, kind, day, runNo: 0 }
}
interface Line {
  outNo: string
  fen: number
  at: string
  channelNo?: string
  back?: boolean
}
const yuan = (fen: number) => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`
function statement(lines: readonly Line[]): string {
  const sum = (back: boolean) => lines.filter((line) => (line.back ?? false) === back).reduce((total, { fen }) => total + fen, 0)
  return [
    '时间,账号,我方单号,流水号,收支,金额(元)',
    ...lines.map(({ at, outNo, fen, channelNo = `C${outNo}`, back }) =>
      [at, MERCHANT, outNo, channelNo, back ? '收入' : '支出', yuan(fen)].join(','),
    ),
    `合计,${lines.length},${yuan(sum(true))},${yuan(sum(false))}`,
  ].join('\n')
}
async function match(of: Batch, text: string, jobId = '1') {
  const { app, tenantA: tenantId } = world
  const stored = await app.platform.files.put({ tenantId, kind: 'STATEMENT', name: 'statement.csv' }, Buffer.from(text))
  await app.platform.db.write(wholeTenant(tenantId), (tx) => app.platform.files.keep(tx, stored.fileId))
  await rows('update recon_batches set job_id = 1 where batch_id = $1', [of.batchId])
  const done = await matchStatement(
    app.platform.db.urls.runtime,
    { tenantId, batchId: of.batchId, kind: of.kind, channel: 'WECHAT', merchantNo: MERCHANT, billDate: of.day, runNo: of.runNo },
    { fileId: stored.fileId, name: 'statement.csv', downloadedAt: new Date(), body: app.platform.files.read(stored) },
    { jobId, signal: new AbortController().signal },
  )
  of.runNo = done.runNo
  return done
}
/** Details of the run that counts. */
const found = async ({ batchId, runNo }: Batch) =>
  (
    await rows<{ out: string; result: number; ours: string; theirs: string; variance: string; resolution: string }>(
      `select out_detail_no as out, result, our_fen as ours, channel_fen as theirs, variance_fen as variance, resolution
       from recon_details where batch_id = $1 and run_no = $2 order by out_detail_no, nth`,
      [batchId, runNo],
    )
  ).map(({ out, result, ours, theirs, variance, resolution }) => ({
    out,
    result,
    fen: [Number(ours), Number(theirs), Number(variance)],
    resolution,
  }))
const standing = async ({ batchId }: Batch) =>
  (await rows('select state, our_fen, channel_fen, diff_count, diff_fen, open_count from recon_batches where batch_id = $1', [batchId]))[0]!

describe('a statement beside what we hold', () => {
  test('tells matched, another amount, ours only, theirs only, another state, and the same twice apart; the sums explain each other', async () => {
    const day = '2026-09-01'
    const noon = `${day} 12:00:00`
    await paid({ outNo: 'SAME0001', fen: 9_900, at: noon })
    await paid({ outNo: 'AMOUNT01', fen: 9_900, at: noon })
    await paid({ outNo: 'OURS0001', fen: 9_900, at: noon })
    await paid({ outNo: 'STATE001', fen: 9_900, at: noon, state: 60, attempt: 'FAILED' })
    await paid({ outNo: 'UNDER001', fen: 9_900, at: noon, state: 40, attempt: 'PROCESSING' })
    await paid({ outNo: 'FAILED01', fen: 9_900, at: noon, state: 60, attempt: 'FAILED' })
    const of = await batch(day)
    const done = await match(
      of,
      statement([
        { outNo: 'SAME0001', fen: 9_900, at: noon },
        { outNo: 'AMOUNT01', fen: 9_800, at: noon },
        { outNo: 'THEIRS01', fen: 700, at: noon },
        { outNo: 'STATE001', fen: 9_900, at: noon },
        { outNo: 'UNDER001', fen: 9_900, at: noon },
        { outNo: 'SAME0001', fen: 9_900, at: noon },
      ]),
    )
    expect(await found(of)).toEqual([
      { out: 'AMOUNT01', result: R.amount, fen: [9_900, 9_800, 100], resolution: 'NONE' },
      { out: 'OURS0001', result: R.oursOnly, fen: [9_900, 0, 9_900], resolution: 'NONE' },
      { out: 'SAME0001', result: R.matched, fen: [9_900, 9_900, 0], resolution: 'NONE' },
      { out: 'SAME0001', result: R.duplicate, fen: [0, 9_900, -9_900], resolution: 'NONE' },
      { out: 'STATE001', result: R.state, fen: [9_900, 9_900, 0], resolution: 'NONE' },
      { out: 'THEIRS01', result: R.channelOnly, fen: [0, 700, -700], resolution: 'NONE' },
      { out: 'UNDER001', result: R.state, fen: [9_900, 9_900, 0], resolution: 'NONE' },
    ])
    expect(done).toMatchObject({ rows: 6, lines: 6, linesFen: 50_100 })
    expect(await standing(of)).toMatchObject({
      state: 50,
      our_fen: '49500',
      channel_fen: '50100',
      diff_count: 6,
      diff_fen: '-600',
      open_count: 6,
    })
  })

  test('the same number of the channel twice is a duplicate, whatever number of ours stands beside it', async () => {
    const day = '2026-09-02'
    const noon = `${day} 12:00:00`
    await paid({ outNo: 'TWICE001', fen: 500, at: noon })
    await paid({ outNo: 'TWICE002', fen: 500, at: noon })
    const of = await batch(day)
    await match(
      of,
      statement([
        { outNo: 'TWICE001', fen: 500, at: noon, channelNo: 'C1' },
        { outNo: 'TWICE002', fen: 500, at: noon, channelNo: 'C1' },
      ]),
    )
    expect((await found(of)).map(({ out, result }) => [out, result])).toEqual([
      ['TWICE001', R.matched],
      ['TWICE002', R.duplicate],
    ])
  })

  test('what was paid just before midnight waits for the next day, and is merged into it', async () => {
    await paid({ outNo: 'NIGHT001', fen: 9_900, at: '2026-09-03 23:59:58' })
    const first = await batch('2026-09-03')
    await match(first, statement([]))
    expect(await found(first)).toEqual([{ out: 'NIGHT001', result: R.crossDay, fen: [9_900, 0, 9_900], resolution: 'NONE' }])
    expect(await standing(first)).toMatchObject({ state: 50, open_count: 1 })
    const next = await batch('2026-09-04')
    await match(next, statement([{ outNo: 'NIGHT001', fen: 9_900, at: '2026-09-04 00:00:03' }]))
    expect((await found(next)).map(({ result }) => result)).toEqual([R.matched])
    expect((await found(first))[0]).toMatchObject({ resolution: 'MERGED_NEXT_DAY' })
    expect(await standing(first)).toMatchObject({ state: 60, open_count: 0 })
    expect(await standing(next)).toMatchObject({ state: 40 })
    // Matched anew, the first day still knows.
    await match(first, `${statement([])}\n`)
    expect((await found(first)).map(({ result, resolution }) => [result, resolution])).toEqual([[R.crossDay, 'MERGED_NEXT_DAY']])
  })

  test('what the next day does not have either is ours alone there, and no longer waits', async () => {
    await paid({ outNo: 'NIGHT002', fen: 100, at: '2026-09-05 23:45:00' })
    const first = await batch('2026-09-05')
    await match(first, statement([]))
    const next = await batch('2026-09-06')
    await match(next, statement([]))
    expect((await found(next)).map(({ out, result }) => [out, result])).toEqual([['NIGHT002', R.oursOnly]])
    expect((await found(first))[0]).toMatchObject({ resolution: 'MERGED_NEXT_DAY' })
  })

  test('what the channel paid before midnight and we heard of after it is asked for once', async () => {
    await paid({ outNo: 'LATE0001', fen: 100, at: '2026-09-08 00:00:04' })
    const first = await batch('2026-09-07')
    await match(first, statement([{ outNo: 'LATE0001', fen: 100, at: '2026-09-07 23:59:59' }]))
    const next = await batch('2026-09-08')
    await match(next, statement([]))
    expect(await standing(first)).toMatchObject({ state: 40 })
    expect(await found(next)).toEqual([])
  })

  test('money under a number that was given up is seen, though the next attempt was paid too', async () => {
    const day = '2026-09-09'
    const noon = `${day} 12:00:00`
    const withdrawalId = await paid({ outNo: 'SECOND01', fen: 9_900, at: noon, attemptNo: 2 })
    await rows(
      `insert into payout_attempts (tenant_id, withdrawal_id, attempt, out_no, channel, amount_fen, state, final_at) values ($1, $2, 1, 'FIRST001', 'WECHAT', 9900, 'FAILED', $3)`,
      [world.tenantA, withdrawalId, `${noon}+08`],
    )
    const of = await batch(day)
    await match(
      of,
      statement([
        { outNo: 'FIRST001', fen: 9_900, at: noon },
        { outNo: 'SECOND01', fen: 9_900, at: noon },
      ]),
    )
    expect((await found(of)).map(({ out, result }) => [out, result])).toEqual([
      ['FIRST001', R.state],
      ['SECOND01', R.matched],
    ])
  })
})

describe('a run', () => {
  test('keeps what people settled of the one before, by number and result, and settles nothing else', async () => {
    const day = '2026-09-11'
    const noon = `${day} 12:00:00`
    const of = await batch(day)
    const text = statement([
      { outNo: 'KEEP0001', fen: 100, at: noon },
      { outNo: 'KEEP0002', fen: 200, at: noon },
    ])
    await match(of, text)
    await rows(
      `update recon_details set resolution = 'MANUAL_NOTE', reason = '测试', resolved_by_name = '甲' where batch_id = $1 and out_detail_no like 'KEEP%'`,
      [of.batchId],
    )
    // The second turns out to be another sort of difference.
    await paid({ outNo: 'KEEP0002', fen: 300, at: noon })
    await match(of, `${text}\n`)
    expect(of.runNo).toBe(2)
    expect((await found(of)).map(({ out, result, resolution }) => [out, result, resolution])).toEqual([
      ['KEEP0001', R.channelOnly, 'MANUAL_NOTE'],
      ['KEEP0002', R.amount, 'NONE'],
    ])
    const before = await rows('select 1 from recon_details where batch_id = $1 and run_no = 1', [of.batchId])
    expect(before, 'the run before stays').toHaveLength(2)
  })

  test('of a statement that is refused leaves nothing behind', async () => {
    const of = await batch('2026-09-12')
    const text = statement([
      { outNo: 'BAD00001', fen: 100, at: '2026-09-12 12:00:00' },
      { outNo: 'BAD00002', fen: 100, at: '2026-09-13 12:00:00' },
    ])
    await expect(match(of, text)).rejects.toThrow(StatementRefused)
    expect(await found({ ...of, runNo: 1 })).toEqual([])
    expect(await standing(of)).toMatchObject({ state: 0 })
  })

  test('whose turn was taken by another is not written', async () => {
    const of = await batch('2026-09-14')
    await expect(match(of, statement([]), '2')).rejects.toThrow()
    expect(await rows('select 1 from recon_runs where batch_id = $1', [of.batchId])).toEqual([])
  })
})

describe('what customers paid beside the trade statement', () => {
  const DAY = '2026-09-20'
  const HEAD = ['交易时间', '商户号', '微信订单号', '交易状态', '应结订单金额', '微信退款单号', '退款金额', '退款状态', '订单金额']
  interface Trade {
    no: string
    fen: number
    refundNo?: string
  }
  const ticked = (cells: readonly string[]) => cells.map((cell) => `\`${cell}`).join(',')
  const trades = (lines: readonly Trade[]) => {
    const sum = (refunds: boolean) =>
      yuan(lines.filter(({ refundNo }) => (refundNo !== undefined) === refunds).reduce((total, { fen }) => total + fen, 0))
    return [
      HEAD.join(','),
      ...lines.map(({ no, fen, refundNo }) =>
        ticked(
          refundNo === undefined
            ? [`${DAY} 12:00:00`, MERCHANT, no, 'SUCCESS', yuan(fen), '0', '0.00', '', yuan(fen)]
            : [`${DAY} 13:00:00`, MERCHANT, no, 'REFUND', '0.00', refundNo, yuan(fen), 'SUCCESS', '0.00'],
        ),
      ),
      '总交易单数,应结订单总金额,退款总金额',
      ticked([`${lines.length}`, sum(false), sum(true)]),
    ].join('\n')
  }
  async function collected(no: string, fen: number, at = `${DAY} 12:00:00`): Promise<void> {
    const { orderId } = await addOrder(world, { orgId: world.hangzhouOrg, phone: '13900000001', status: 501 })
    await rows(
      `insert into order_payments (tenant_id, order_id, way, amount_fen, reference, paid_at, created_by, created_by_name) values ($1, $2, 'WECHAT', $3, $4, $5, 1, '甲')`,
      [world.tenantA, orderId, fen, no, `${at}+08`],
    )
  }

  test('tells matched, another sum, ours only and theirs only apart, and a refund from its payment', async () => {
    await collected('4200001', 7_250)
    await collected('4200002', 3_500)
    await collected('4200003', 1_000)
    // Of the day before, and settled then.
    await collected('4200004', 2_000, '2026-09-19 12:00:00')
    const of = await batch(DAY, 'COLLECTION')
    const text = trades([
      { no: '4200001', fen: 7_250 },
      { no: '4200002', fen: 3_600 },
      { no: '4200009', fen: 800 },
      { no: '4200001', fen: 7_250, refundNo: '5000001' },
    ])
    await match(of, text)
    expect((await found(of)).map(({ out, result, fen }) => [out, result, ...fen])).toEqual([
      ['4200001', R.matched, 7_250, 7_250, 0],
      ['4200002', R.amount, 3_500, 3_600, -100],
      ['4200003', R.oursOnly, 1_000, 0, 1_000],
      ['4200009', R.channelOnly, 0, 800, -800],
      ['5000001', R.channelOnly, 0, -7_250, 7_250],
    ])
    expect(await standing(of)).toMatchObject({ our_fen: '11750', channel_fen: '4400', diff_count: 4, open_count: 4 })
    expect(
      await rows('select distinct city_id, business_type from recon_details where batch_id = $1 and our_fen <> 0', [of.batchId]),
    ).toEqual([{ city_id: HANGZHOU, business_type: 'ORDER' }])
  })

  test('once all of it is there, balances', async () => {
    const of = await batch('2026-09-19', 'COLLECTION')
    await match(of, trades([{ no: '4200004', fen: 2_000 }]).replaceAll(DAY, '2026-09-19'))
    expect(await standing(of)).toMatchObject({ state: 40, diff_count: 0, our_fen: '2000' })
  })

  test('finds what came in before an order was dispatched, and what of it was paid back', async () => {
    const day = '2026-09-24'
    const { orderId } = await addOrder(world, { orgId: world.hangzhouOrg, phone: '13900000001', status: 403 })
    await rows(
      `insert into order_prepayments (tenant_id, order_id, state, way, amount_fen, reference, paid_at, created_by, created_by_name,
         return_since, returned_fen, return_way, return_reference, returned_at, returned_by)
       values ($1, $2, 'RETURNED', 'WECHAT', 7800, '4200030', $3, 1, '甲', $3, 7800, 'WECHAT', '5000030', $3, 2)`,
      [world.tenantA, orderId, `${day} 12:00:00+08`],
    )
    const of = await batch(day, 'COLLECTION')
    const text = trades([
      { no: '4200030', fen: 7_800 },
      { no: '4200030', fen: 7_700, refundNo: '5000030' },
    ])
    await match(of, text.replaceAll(DAY, day))
    expect((await found(of)).map(({ out, result, fen }) => [out, result, ...fen])).toEqual([
      ['4200030', R.matched, 7_800, 7_800, 0],
      ['5000030', R.amount, -7_800, -7_700, -100],
    ])
  })

  test('of an order’s payment and a top-up that were entered under one number one stands in the statement, and the other is ours alone', async () => {
    const day = '2026-09-22'
    await collected('4200020', 5_000, `${day} 12:00:00`)
    const { rows: made } = await world.owner.query<{ enterprise_id: string }>(
      `insert into enterprises (tenant_id, name, pay_mode, state) values ($1, '同号企业', 'PREPAID', 'ACTIVE') returning enterprise_id`,
      [world.tenantA],
    )
    const topUp = (reference: string, reversed: boolean) =>
      rows(
        `insert into enterprise_top_ups (tenant_id, enterprise_id, way, amount_fen, reference, created_at, created_by, created_by_name, reversed_at, reversed_by)
         values ($1, $2, 'WX', 5000, $3, $4, 1, '甲', $5, $6)`,
        [
          world.tenantA,
          made[0]!.enterprise_id,
          reference,
          `${day} 13:00:00+08`,
          reversed ? `${day} 14:00:00+08` : null,
          reversed ? 1 : null,
        ],
      )
    await topUp('4200020', false)
    // Entered by mistake, taken back and entered for another; and one that was taken back though it came.
    await topUp('4200021', true)
    await topUp('4200021', false)
    await topUp('4200022', true)
    const of = await batch(day, 'COLLECTION')
    const paidLines = ['4200020', '4200021', '4200022'].map((no) => ({ no, fen: 5_000 }))
    await match(of, trades(paidLines).replaceAll(DAY, day))
    expect((await found(of)).map(({ out, result, fen }) => [out, result, ...fen])).toEqual([
      ['4200020', R.matched, 5_000, 5_000, 0],
      ['4200020', R.oursOnly, 5_000, 0, 5_000],
      ['4200021', R.matched, 5_000, 5_000, 0],
      ['4200022', R.state, 5_000, 5_000, 0],
    ])
  })
})
