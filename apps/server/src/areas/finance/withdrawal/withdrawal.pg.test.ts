import { withdrawalCalls } from '@chauffeur/contract/finance/withdrawal'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkLedger, post } from '../ledger/index.ts'
import { wholeTenant } from '#platform/database/scope'
import { as, driverAt, type TestDriver } from '#test/drivers'
import { makeWorld, type World } from '#test/world'
import { standardTerms, type Terms } from './withdrawal.rules.ts'

let world: World
const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(async () => {
  expect((await checkLedger(world.app.platform.db)).checked.flatMap(({ findings }) => findings)).toEqual([])
  await world.close()
})

afterEach(() => world.owner.query('delete from setting_versions'))

let saved = 0
/** The tenant's terms from now on. */
const terms = (of: Partial<Terms>) =>
  world.owner.query(
    `insert into setting_versions (tenant_id, kind, setting_id, version, content) values ($1, 'withdrawalTerms', 1, $2, $3)`,
    [world.tenantA, ++saved, JSON.stringify({ ...standardTerms, ...of })],
  )

let earned = 0
/** The driver has earned so much; the posting is that of an order paid online. */
async function earns(driver: TestDriver, amountFen: number): Promise<void> {
  const entry = {
    tenantId: world.tenantA,
    businessType: 'ORDER',
    businessId: String(900_000 + ++earned),
    step: 'PAID',
    actor: { type: 'TIMER', id: null },
  }
  await world.app.platform.db.write(wholeTenant(world.tenantA), (tx) =>
    post(tx, { ...entry, memo: `D${earned}` }, [
      { account: { ownerType: 'PLATFORM', ownerId: '0', kind: 'CASH_WX' }, side: 'D', amountFen },
      { account: { ownerType: 'DRIVER', ownerId: driver.driverId, kind: 'DRIVER_AVAILABLE' }, side: 'C', amountFen },
    ]),
  )
}
async function withAccount(amountFen: number): Promise<{ driver: TestDriver; call: ReturnType<typeof as> }> {
  const driver = await driverAt(world, null, 'OFFLINE')
  await earns(driver, amountFen)
  const call = as(world, driver)
  const saved = await call(withdrawalCalls.saveAccount, {
    way: 'BANK',
    holderName: '王师傅',
    bankName: '工商银行',
    accountNo: '6222020200112233445',
  })
  expect(saved).toMatchObject({ code: 0, data: { numberMasked: '****3445' } })
  return { driver, call }
}
const wallet = async (call: ReturnType<typeof as>) =>
  (await call(withdrawalCalls.wallet)).data as { availableFen: number; frozenFen: number; withdrawableFen: number }

test('what is applied for is held at once, shown in the wallet and its entries, and given back when the driver cancels', async () => {
  const { driver, call } = await withAccount(30_000)
  expect(await wallet(call)).toMatchObject({ availableFen: 30_000, frozenFen: 0, withdrawableFen: 30_000 })
  const applied = await call(withdrawalCalls.apply, { amountFen: 10_000, way: 'BANK' })
  expect(applied).toMatchObject({
    code: 0,
    data: {
      applyFen: 10_000,
      feeFen: 0,
      netFen: 10_000,
      state: 10,
      cancellable: true,
      account: { holderName: '王师傅', numberMasked: '****3445' },
    },
  })
  expect(await wallet(call)).toMatchObject({ availableFen: 20_000, frozenFen: 10_000, withdrawableFen: 20_000 })
  const { withdrawalId, withdrawNo } = applied.data as { withdrawalId: string; withdrawNo: string }
  expect((await call(withdrawalCalls.walletEntries)).data).toMatchObject({
    total: 2,
    rows: [
      {
        business: 'WITHDRAWAL',
        businessId: withdrawalId,
        step: 'APPLIED',
        memo: withdrawNo,
        availableFen: -10_000,
        frozenFen: 10_000,
        balanceAfterFen: 20_000,
      },
      { business: 'ORDER', step: 'PAID', availableFen: 30_000, frozenFen: 0, balanceAfterFen: 30_000 },
    ],
  })
  const cancelled = await call(withdrawalCalls.cancel, { id: withdrawalId })
  expect(cancelled).toMatchObject({ code: 0, data: { state: 90, cancellable: false } })
  // From a second telephone, or sent again.
  expect(await call(withdrawalCalls.cancel, { id: withdrawalId })).toEqual(cancelled)
  expect(await wallet(call)).toMatchObject({ availableFen: 30_000, frozenFen: 0 })
  expect(
    await rows('select event, from_state, to_state, actor_id from withdrawal_events where withdrawal_id = $1 order by seq', [withdrawalId]),
  ).toEqual([
    { event: 'apply', from_state: null, to_state: 10, actor_id: driver.driverId },
    { event: 'cancel', from_state: 10, to_state: 90, actor_id: driver.driverId },
  ])
})

test('an application that is repeated happens once, and ten at a time never take more than there is', async () => {
  const { driver, call } = await withAccount(25_000)
  const send = (amountFen: number, key: string) =>
    world.send(withdrawalCalls.apply, { amountFen, way: 'BANK' }, driver.token, { 'idempotency-key': key })
  // Without a key nobody could tell a repetition from a second application.
  expect(await send(5_000, '')).toMatchObject({ code: 400, data: { fields: [{ path: 'Idempotency-Key' }] } })
  const [first, again] = await Promise.all([send(5_000, 'a'), send(5_000, 'a')])
  expect(again).toEqual(first)
  expect((await send(6_000, 'a')).code).toBe(40900)
  expect(await wallet(call)).toMatchObject({ availableFen: 20_000, frozenFen: 5_000 })
  await terms({ maxPerDay: 50 })
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => send(7_000, `k${n}`)))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(2)
  expect(new Set(answers.filter(({ code }) => code !== 0).map(({ error }) => error))).toEqual(new Set(['withdrawal.balanceTooLow']))
  expect(await wallet(call)).toMatchObject({ availableFen: 6_000, frozenFen: 19_000 })
  const [held] = await rows(`select sum(apply_fen)::int as fen from withdrawals where driver_id = $1 and state in (10, 20, 30, 60)`, [
    driver.driverId,
  ])
  expect(held).toEqual({ fen: 19_000 })
})

test('the terms are the tenant’s, and a refusal says what would do', async () => {
  const { driver, call } = await withAccount(90_000)
  const apply = (amountFen: number, way = 'BANK') => call(withdrawalCalls.apply, { amountFen, way })
  expect(await apply(999)).toMatchObject({ error: 'withdrawal.belowMinimum', data: { minFen: 1_000 } })
  expect(await apply(90_001)).toMatchObject({ error: 'withdrawal.balanceTooLow', data: { withdrawableFen: 90_000 } })
  expect((await apply(1_000, 'WX_SINGLE')).error).toBe('withdrawal.noAccount')
  expect((await apply(1_000, 'WX_BATCH')).error).toBe('withdrawal.wayClosed')
  expect((await apply(0)).code).toBe(400)
  for (let n = 0; n < 3; n++) expect((await apply(1_000)).code).toBe(0)
  expect(await apply(1_000)).toMatchObject({ error: 'withdrawal.tooManyToday', data: { maxPerDay: 3 } })

  await terms({ maxPerDay: 9, feeBp: 100, feeFlatFen: 50, freePerWeek: 3, reserveFen: 50_000 })
  expect((await apply(10_000)).data).toMatchObject({ feeFen: 150, netFen: 9_850 })
  expect(await apply(30_000)).toMatchObject({ error: 'withdrawal.balanceTooLow', data: { withdrawableFen: 27_000 } })
  await terms({ weekMask: 0 })
  expect((await apply(1_000)).error).toBe('withdrawal.notToday')
  await world.owner.query('delete from setting_versions')

  await world.owner.query(`update ledger_accounts set status = 'FROZEN' where owner_id = $1`, [driver.driverId])
  await world.owner.query(`update withdrawals set created_at = created_at - interval '8 days' where driver_id = $1`, [driver.driverId])
  expect((await apply(1_000)).error).toBe('withdrawal.walletFrozen')
  expect(await rows('select count(*)::int as n from withdrawals where driver_id = $1', [driver.driverId])).toEqual([{ n: 4 }])
})

test('a changed account waits a day, the same one given again does not, and its number is nowhere in plain text', async () => {
  const { driver, call } = await withAccount(20_000)
  const given = { way: 'BANK', holderName: '王师傅', bankName: '工商银行', accountNo: '6222020200112233445' }
  await call(withdrawalCalls.saveAccount, given)
  expect((await call(withdrawalCalls.apply, { amountFen: 1_000, way: 'BANK' })).code).toBe(0)
  await call(withdrawalCalls.saveAccount, { ...given, accountNo: '6222020200119999999' })
  const refused = await call(withdrawalCalls.apply, { amountFen: 1_000, way: 'BANK' })
  expect(refused.error).toBe('withdrawal.accountCooling')
  const usableAt = Date.parse((refused.data as { usableAt: string }).usableAt)
  expect(Math.abs(usableAt - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000)
  const text =
    JSON.stringify(await rows('select * from driver_payout_accounts')) +
    JSON.stringify(await rows('select * from withdrawals')) +
    JSON.stringify(await rows('select * from operation_logs'))
  expect(text).not.toMatch(/6222020200/)
  expect(JSON.stringify(await rows('select account_snapshot from withdrawals where driver_id = $1', [driver.driverId]))).toContain(
    '****3445',
  )
})

test('another driver’s withdrawal is not there, and one that is being paid cannot be taken back', async () => {
  const { call } = await withAccount(20_000)
  const { call: stranger } = await withAccount(20_000)
  const { withdrawalId } = (await call(withdrawalCalls.apply, { amountFen: 1_000, way: 'BANK' })).data as { withdrawalId: string }
  expect((await stranger(withdrawalCalls.cancel, { id: withdrawalId })).error).toBe('withdrawal.notFound')
  expect((await stranger(withdrawalCalls.withdrawals)).data).toMatchObject({ total: 0, rows: [] })
  await world.owner.query('update withdrawals set state = 30 where withdrawal_id = $1', [withdrawalId])
  expect(await call(withdrawalCalls.cancel, { id: withdrawalId })).toMatchObject({ error: 'withdrawal.tooLate', data: { state: 30 } })
  expect(await wallet(call)).toMatchObject({ frozenFen: 1_000 })
})
