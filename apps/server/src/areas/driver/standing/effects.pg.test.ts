import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { type DriverLevel, STANDARD_DRIVER_LEVELS } from '@chauffeur/contract/driver/level-model'
import { withdrawalCalls } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { DEFAULT_COMMISSION_BP, type FeeLine } from '@chauffeur/contract/pricing/model'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#areas/finance/ledger'
import { postPaidOnline } from '#areas/order/bill'
import { lockOrder } from '#areas/order/model'
import { commission } from '#areas/pricing/quote'
import { templateA } from '#demo/pricing/price-templates'
import { wholeTenant } from '#platform/database/scope'
import { dispatchersOf } from '#test/dispatchers'
import { driverAt, further } from '#test/drivers'
import { applied } from '#test/payouts'
import { addDriver, HANGZHOU, makeWorld, type World } from '#test/world'
import { statesOf } from '../state/index.ts'

let world: World
const { start } = dispatchersOf(() => world)
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(async () => {
  expect((await checkLedger(world.app.platform.db)).checked.flatMap(({ findings }) => findings)).toEqual([])
  await world.close()
})
afterEach(() => world.owner.query('delete from setting_versions'))

const one = async <R extends object>(text: string, values: unknown[] = []) => (await world.owner.query<R>(text, values)).rows[0]!
let version = 0
/** What silver gives from now on, in every city or in one. */
const silverGives = (more: Partial<DriverLevel>, cityId: string | null = null) =>
  world.owner.query(
    `insert into setting_versions (tenant_id, kind, setting_id, version, city_id, content) values ($1, 'driverLevels', $2, $3, $4, $5)`,
    [
      world.tenantA,
      cityId === null ? 1 : 2,
      ++version,
      cityId,
      JSON.stringify({ levels: STANDARD_DRIVER_LEVELS.map((level) => (level.level === 3 ? { ...level, ...more } : level)) }),
    ],
  )
const setLevel = (driverId: string, level: number) =>
  world.owner.query('update drivers set level = $2 where driver_id = $1', [driverId, level])
const stateOf = async (driverId: string) =>
  (await statesOf(world.app.platform.db.reader(wholeTenant(world.tenantA)), world.tenantA, [driverId])).get(driverId)

test('dispatch reads how far a level listens and how much it weighs, of the city before the tenant, and a given range stands', async () => {
  const driverId = await addDriver(world)
  expect(await stateOf(driverId)).toMatchObject({ listen_radius_m: 5_000, dispatch_weight: 100 })
  await setLevel(driverId, 3)
  await silverGives({ rangeBonusM: 2_000, dispatchWeight: 150 })
  expect(await stateOf(driverId)).toMatchObject({ listen_radius_m: 7_000, dispatch_weight: 150 })
  await silverGives({ rangeBonusM: 500, dispatchWeight: 120 }, HANGZHOU)
  expect(await stateOf(driverId)).toMatchObject({ listen_radius_m: 5_500, dispatch_weight: 120 })
  await setLevel(driverId, 2)
  expect(await stateOf(driverId)).toMatchObject({ listen_radius_m: 5_000, dispatch_weight: 100 })
  await setLevel(driverId, 3)
  await world.owner.query(
    `insert into driver_listen_ranges (tenant_id, driver_id, radius_m, valid_from, valid_until, reason) values ($1, $2, 900, now() - interval '1 hour', now() + interval '1 hour', '试')`,
    [world.tenantA, driverId],
  )
  expect(await stateOf(driverId)).toMatchObject({ listen_radius_m: 900, dispatch_weight: 120 })
})

test('withdrawals a week that a level gives without a fee are free, and the driver reads how many', async () => {
  const { defaults } = (await world.send(withdrawalTermsCalls.ways)).data as AnswerOf<typeof withdrawalTermsCalls.ways>
  await world.owner.query(`insert into setting_versions (tenant_id, kind, setting_id, content) values ($1, 'withdrawalTerms', 9, $2)`, [
    world.tenantA,
    JSON.stringify({ ...defaults, freePerWeek: 0, feeBp: 100, feeFlatFen: 0 }),
  ])
  const { driver, call, withdrawalId } = await applied(world, 20_000)
  const feeOf = async (id: string) =>
    (await one<{ fee_fen: number }>('select fee_fen from withdrawals where withdrawal_id = $1', [id])).fee_fen
  expect(await feeOf(withdrawalId)).toBe(200)
  await setLevel(driver.driverId, 3)
  await silverGives({ freeWithdrawals: 2 })
  expect((await call(withdrawalCalls.wallet)).data).toMatchObject({ terms: { freePerWeek: 2 } })
  const again = async () =>
    ((await call(withdrawalCalls.apply, { amountFen: 5_000, way: 'BANK' })).data as { withdrawalId: string }).withdrawalId
  expect(await feeOf(await again())).toBe(0)
  expect(await feeOf(await again())).toBe(50)
})

test('the commission is less by what the level took off when the bill was filed, also where it is paid after the level gives nothing', async () => {
  start()
  const { driver, orderId, call } = await further(world, 'ended')
  await setLevel(driver.driverId, 3)
  await silverGives({ commissionOffBp: 500 })
  expect((await call(dispatchCalls.file, { id: orderId })).code).toBe(0)
  expect(await one('select commission_off_bp from orders where order_id = $1', [orderId])).toEqual({ commission_off_bp: 500 })
  await silverGives({ commissionOffBp: 0 })
  const revenue = async () =>
    Number((await one<{ sum: string }>(`select coalesce(sum(balance_fen), 0) as sum from ledger_accounts where kind = 'REVENUE'`)).sum)
  const before = await revenue()
  await world.app.platform.db.write(wholeTenant(world.tenantA), async (tx) =>
    postPaidOnline(tx, (await lockOrder(tx, orderId))!, 'CASH_WX', { type: 'TIMER', id: null }),
  )
  const { rows: lines } = await world.owner.query<FeeLine>(
    `select type, amount_fen as "amountFen", rule from bill_lines where order_id = $1`,
    [orderId],
  )
  const expected = commission(lines, (templateA.commissionBp ?? DEFAULT_COMMISSION_BP) - 500)
  expect((await revenue()) - before).toBe(expected.commissionFen)
  expect(expected.commissionFen).toBeGreaterThan(0)
  const { balance_fen } = await one<{ balance_fen: string }>(
    `select balance_fen from ledger_accounts where kind = 'DRIVER_AVAILABLE' and owner_id = $1`,
    [driver.driverId],
  )
  expect(Number(balance_fen)).toBe(expected.driverFen)
})

test('a driver of a level that is there no more has what the highest gives', async () => {
  const { driverId } = await driverAt(world, null)
  await setLevel(driverId, 5)
  const levels = STANDARD_DRIVER_LEVELS.slice(0, 2).map((level) => ({ ...level, rangeBonusM: level.level * 100 }))
  await world.owner.query(`insert into setting_versions (tenant_id, kind, setting_id, content) values ($1, 'driverLevels', 3, $2)`, [
    world.tenantA,
    JSON.stringify({ levels }),
  ])
  expect(await stateOf(driverId)).toMatchObject({ listen_radius_m: 5_200 })
})
