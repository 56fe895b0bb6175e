import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { exportCalls } from '@chauffeur/contract/operations/export'
import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { driverFitnessCalls, type Fitness } from '@chauffeur/contract/qualification/fitness'
import { driverInsuranceCalls, type InsuranceProduct, type InsuranceRow } from '@chauffeur/contract/qualification/insurance'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bring, undoImport } from '#test/bring'
import { as, driverAt, offersOf, onTheWay, placeCall, seenAt, type TestDriver, until, workStatus } from '#test/drivers'
import { messagesIn } from '#test/harness/messages'
import { addDriver, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'
import { policiesRound } from '../fitness/index.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ engine: true, jobs: true })
})
afterAll(() => world.close())

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()
const days = (count: number) => count * 24 * 60
const numberOf = async (driverId: string) =>
  (await world.owner.query<{ driver_no: string }>('select driver_no from drivers where driver_id = $1', [driverId])).rows[0]!.driver_no
const policy = {
  ...{ product: 'ACCIDENT' as InsuranceProduct, insurer: '平安产险', policyNo: 'PA2026', payer: 'PLATFORM' as const },
  ...{ coverageFen: 50_000_000, premiumFen: 12_000 },
}
const save = (input: Record<string, unknown>, who: Person = 'hangzhou') =>
  world.send(driverInsuranceCalls.save, { ...policy, ...input }, who)
async function insured({ driverId }: Pick<TestDriver, 'driverId'>, from: number, until: number, more: Record<string, unknown> = {}) {
  const saved = await save({ driverNo: await numberOf(driverId), from: at(from), until: at(until), ...more })
  expect(saved.code, saved.message).toBe(0)
  return saved.data as InsuranceRow
}
const listed = async (input: Record<string, unknown>, who: Person = 'hangzhou') =>
  ((await world.send(driverInsuranceCalls.list, input, who)).data as { rows: InsuranceRow[] }).rows
const told = async ({ phone }: TestDriver) => (await messagesIn(world, phone)).map(({ body }) => body)
const tend = () => policiesRound.work(world.app.platform, new AbortController().signal)
let version = 0
/** What Hangzhou asks for before duty. */
async function asks(policies: InsuranceProduct[]) {
  const rules = { faceRequired: false, faceEveryHours: 24, insuranceRequired: false, insuranceEveryHours: 24, photosBeforeDepart: 0 }
  const saved = await world.send(driverDutyCalls.save, {
    ...{ ...rules, cityId: HANGZHOU, policies, version },
    ...(version > 0 && { changeReason: '保险要求' }),
  })
  expect(saved.code, saved.message).toBe(0)
  version = (saved.data as { version: number }).version
}

test('a city that asks for a policy: nobody goes on duty without cover for the next hour, and does as soon as it is renewed', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  const call = as(world, driver)
  const point = async () => {
    const fitness = (await world.send(driverFitnessCalls.fitness, { driverId: driver.driverId }, 'hangzhou')).data as Fitness
    return fitness.points.find((one) => one.point === 'POLICY')!
  }
  expect((await point()).words).toBe('本市上线前不要求')
  await asks(['ACCIDENT', 'LIABILITY'])
  expect(await call(dispatchCalls.goOnline)).toMatchObject({
    error: 'driver.policyMissing',
    data: { products: ['ACCIDENT', 'LIABILITY'] },
  })
  await insured(driver, -10, days(200), { product: 'LIABILITY' })
  const short = await insured(driver, -10, 30)
  expect(await call(dispatchCalls.goOnline)).toMatchObject({ error: 'driver.policyMissing', data: { products: ['ACCIDENT'] } })
  expect(await point()).toMatchObject({ state: 'STOPS', words: '意外险不足 1 小时即到期' })
  // Another that goes on where it ends is one cover.
  const next = await save({ driverNo: await numberOf(driver.driverId), from: short.until, until: at(days(60)) })
  expect(next.code).toBe(0)
  expect(await point()).toMatchObject({ state: 'OK', words: expect.stringContaining('意外险保障至') })
  expect((await call(dispatchCalls.goOnline)).code).toBe(0)
  await asks([])
})

test('whose policy ends on duty is sent home and told; who has an order in hand ends it first', async () => {
  const { driver: busy, orderId, call } = await onTheWay(world)
  const idle = await driverAt(world, 100)
  const never = await driverAt(world, 100)
  await insured(idle, -days(2), days(40))
  await insured(busy, -days(2), days(40))
  await asks(['ACCIDENT'])
  await tend()
  expect(await workStatus(world, idle)).not.toBe('OFFLINE')
  await world.owner.query(`update driver_insurances set valid_until = now() - interval '1 minute' where driver_id = any ($1)`, [
    [idle.driverId, busy.driverId],
  ])
  const before = (await told(idle)).length
  await Promise.all([tend(), tend()])
  expect(await workStatus(world, idle)).toBe('OFFLINE')
  expect((await told(idle)).slice(before)).toEqual([expect.stringMatching(/您的意外险已于\d{4}-\d\d-\d\d终止，已为您下线/)])
  // Who never had one is asked when they go on duty the next time.
  expect(await workStatus(world, never)).not.toBe('OFFLINE')
  expect(await workStatus(world, busy)).toBe('TO_PICKUP')
  expect(await told(busy)).toEqual([])
  seenAt(world, busy.driverId, 0)
  for (const step of [dispatchCalls.arrive, dispatchCalls.depart]) expect((await call(step, { id: orderId })).code).toBe(0)
  expect((await call(dispatchCalls.end, { id: orderId, reason: '到达' })).code).toBe(0)
  expect((await call(dispatchCalls.file, { id: orderId })).code).toBe(0)
  await tend()
  expect(await workStatus(world, busy)).toBe('OFFLINE')
  await asks([])
})

test('whose policy ends on a trip is offered another order before anybody looked, and does not take it', async () => {
  const { driver, orderId, call } = await onTheWay(world)
  await insured(driver, -days(2), days(40))
  await asks(['ACCIDENT'])
  seenAt(world, driver.driverId, 0)
  for (const step of [dispatchCalls.arrive, dispatchCalls.depart]) expect((await call(step, { id: orderId })).code).toBe(0)
  await world.owner.query(`update driver_insurances set valid_until = now() - interval '1 minute' where driver_id = $1`, [driver.driverId])
  expect((await call(dispatchCalls.end, { id: orderId, reason: '到达' })).code).toBe(0)
  expect((await call(dispatchCalls.file, { id: orderId })).code).toBe(0)
  seenAt(world, driver.driverId, 100)
  const next = await placeCall(world)
  const offer = await until(async () => (await offersOf(world, driver)).find((one) => one.orderId === next.orderId), 'offer')
  expect(await call(dispatchCalls.accept, { id: offer.offerId })).toMatchObject({
    error: 'driver.policyEnded',
    data: { products: ['ACCIDENT'] },
  })
  expect(await workStatus(world, driver)).toBe('OFFLINE')
  await asks([])
})

test('a driver is told once 30, 7 and 1 days before a policy ends, not of one that goes on and not of a single day’s', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  const first = await insured(driver, -days(300), days(29))
  await insured(driver, -60, 18 * 60, { product: 'PER_TRIP' })
  await tend()
  await tend()
  const words = await told(driver)
  expect(words).toEqual([expect.stringMatching(/您的意外险将于\d{4}-\d\d-\d\d到期，还剩(28|29)天，请尽快续保/)])
  const until = new Date(Date.now() + 6 * DAY).toISOString()
  const driverNo = await numberOf(driver.driverId)
  expect((await save({ insuranceId: first.insuranceId, version: 1, driverNo, from: first.from, until })).code).toBe(0)
  await tend()
  expect((await told(driver)).at(-1)).toMatch(/还剩[56]天/)
  // Renewed: nothing to tell.
  const other = await driverAt(world, null, 'OFFLINE')
  const ends = await insured(other, -days(300), days(5))
  expect((await save({ driverNo: await numberOf(other.driverId), from: ends.until, until: at(days(300)) })).code).toBe(0)
  await tend()
  expect(await told(other)).toEqual([])
})

test('two policies of one driver and product never hold at once, a second editor is told, and a cancelled one leaves room', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  const driverNo = await numberOf(driver.driverId)
  const period = { driverNo, from: at(-60), until: at(days(30)) }
  const both = await Promise.all([save(period), save({ ...period, policyNo: 'B' })])
  expect(new Set(both.map(({ code, error }) => (code === 0 ? 'saved' : error)))).toEqual(new Set(['saved', 'driverInsurance.overlap']))
  expect((await save({ ...period, product: 'LIABILITY' })).code).toBe(0)
  const [row] = await listed({ driverId: driver.driverId, product: 'ACCIDENT' })
  const { insuranceId } = row!
  const changed = await save({ ...period, insuranceId, version: 1, coverageFen: 100_000_000 })
  expect(changed.data).toMatchObject({ version: 2, coverageFen: 100_000_000 })
  expect(await save({ ...period, insuranceId, version: 1, premiumFen: 1 })).toMatchObject({
    error: 'driverInsurance.versionConflict',
    data: { current: { version: 2, coverageFen: 100_000_000 } },
  })
  expect(await save({ ...period, from: at(10), until: at(5), product: 'PER_TRIP' })).toMatchObject({
    error: 'driverInsurance.periodInvalid',
  })
  expect((await save({ ...period, coverageFen: 0 })).code).toBe(400)
  const cancelled = await world.send(driverInsuranceCalls.cancel, { insuranceId, version: 2, reason: '换保险公司' }, 'hangzhou')
  expect(cancelled.data).toMatchObject({ state: 'CANCELLED', cancelReason: '换保险公司', allowedActions: [] })
  expect((await save({ ...period, insuranceId, version: 3 })).error).toBe('driverInsurance.cancelled')
  expect((await save({ ...period, policyNo: 'C' })).code).toBe(0)
  expect((await listed({ driverId: driver.driverId, state: 'ACTIVE' })).map(({ policyNo }) => policyNo).toSorted()).toEqual(['C', 'PA2026'])
  expect(await listed({ driverId: driver.driverId, endsWithinDays: 7 })).toEqual([])
})

test('who runs a city sees, writes and cancels policies of its drivers alone', async () => {
  const away = await addDriver(world, { tenantId: world.tenantA, cityId: SHANGHAI, orgId: world.shanghaiOrg, name: '沪司机' })
  const typed = { driverNo: await numberOf(away), from: at(0), until: at(days(30)) }
  expect((await save(typed)).error).toBe('driverInsurance.driverUnknown')
  const { insuranceId } = (await save(typed, 'all')).data as InsuranceRow
  expect(await listed({ driverId: away })).toEqual([])
  expect(await listed({ driverId: away }, 'all')).toHaveLength(1)
  expect((await world.send(driverInsuranceCalls.detail, { insuranceId }, 'hangzhou')).error).toBe('driverInsurance.notFound')
  expect((await world.send(driverInsuranceCalls.cancel, { insuranceId, version: 1, reason: '退' }, 'hangzhou')).error).toBe(
    'driverInsurance.notFound',
  )
  expect((await save({ ...typed, insuranceId, version: 1 })).error).toBe('driverInsurance.notFound')
  const here = (await world.send(driverInsuranceCalls.cover, { cityId: SHANGHAI }, 'hangzhou')).data
  expect(here).toMatchObject({ drivers: 0 })
  expect((await world.send(driverInsuranceCalls.cover, { cityId: SHANGHAI }, 'all')).data).toMatchObject({ covered: { ACCIDENT: 1 } })
})

test('of a file each good policy counts, each other row says why, and what it made is taken back; the list has its file', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  const driverNo = await numberOf(driver.driverId)
  const { csv } = (await world.send(driverInsuranceCalls.downloadHead, {}, 'hangzhou')).data as { csv: string }
  const lines = [
    `${driverNo},意外险,平安产险,P1,2031-01-01,2031-12-31,500000,120.50,平台`,
    `${driverNo},意外险,平安产险,P2,2031-06-01,2032-05-31,500000,120,平台`,
    `${driverNo},车险,平安产险,P3,2031-01-01,2031-12-31,500000,120,平台`,
    `没有,责任险,平安产险,P4,2031-01-01,2031-12-31,500000,120,司机`,
    `${driverNo},责任险,平安产险,P5,2031-12-31,2031-01-01,500000,120,司机`,
  ]
  const { importId, results } = await bring(world, { kind: 'qualification.insurance', content: csv + lines.join('\r\n'), as: 'hangzhou' })
  expect(results.map(([, state]) => state)).toEqual(['DONE', 'REFUSED', 'REFUSED', 'REFUSED', 'REFUSED'])
  expect(results.slice(1).every(([, , problem]) => problem)).toBe(true)
  // A day alone as an end is the whole of it.
  expect(await listed({ driverId: driver.driverId })).toMatchObject([
    { policyNo: 'P1', from: '2030-12-31T16:00:00.000Z', until: '2031-12-31T16:00:00.000Z', coverageFen: 50_000_000, premiumFen: 12_050 },
  ])
  const file = { list: driverInsuranceCalls.list.path, filters: { driverId: driver.driverId }, format: 'CSV' }
  expect((await world.send(exportCalls.create, file, 'hangzhou')).code).toBe(0)
  await undoImport(world, importId, 'hangzhou')
  expect(await listed({ driverId: driver.driverId })).toEqual([])
})
