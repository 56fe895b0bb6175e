import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverFileCalls } from '@chauffeur/contract/driver/file'
import { driverFitnessAppCalls, driverFitnessCalls, type Fitness } from '@chauffeur/contract/qualification/fitness'
import { messageLimitCalls } from '@chauffeur/contract/message/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, driverAt, offersOf, onTheWay, placeCall, seenAt, type TestDriver, until, workStatus } from '#test/drivers'
import { inAppOf, messagesIn } from '#test/harness/messages'
import { HANGZHOU, makeWorld, type World } from '#test/world'
import { tendPapers } from './papers.round.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ engine: true })
})
afterAll(() => world.close())

const HOUR_MS = 3_600_000
/** A day so many after today in Hangzhou. */
const inDays = (days: number) => new Date(Date.now() + 8 * HOUR_MS + days * 24 * HOUR_MS).toISOString().slice(0, 10)
const holds = (driver: TestDriver, licence: number, idCard: number | null = null) =>
  world.owner.query('update drivers set licence_expire = $2, id_card_expire = $3 where driver_id = $1', [
    driver.driverId,
    inDays(licence),
    idCard === null ? null : inDays(idCard),
  ])
const tend = () => tendPapers(world.app.platform)
const told = async ({ phone }: TestDriver) => (await messagesIn(world, phone)).map(({ body }) => body)
const fitness = async ({ driverId }: TestDriver) => (await world.send(driverFitnessCalls.fitness, { driverId }, 'hangzhou')).data as Fitness
const stopped = async (driver: TestDriver) =>
  (await fitness(driver)).points.filter(({ state }) => state === 'STOPS').map(({ point }) => point)

test('a driver is told once 30, 7 and 1 days before a paper ends, and anew when it was renewed; quiet hours are kept', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  await holds(driver, 31)
  await tend()
  expect(await told(driver)).toEqual([])
  await holds(driver, 30)
  await Promise.all([tend(), tend()])
  expect(await told(driver)).toEqual([expect.stringContaining(`您的驾驶证将于${inDays(30)}到期，还剩30天`)])
  expect(await inAppOf(world, driver.driverId)).toEqual([
    expect.stringContaining(`APP_PAPER_DUE 您的驾驶证将于${inDays(30)}到期，还剩30天`),
  ])
  expect((await fitness(driver)).points).toContainEqual(expect.objectContaining({ point: 'LICENCE', state: 'SOON' }))

  // Entered with little time left: one message, of what holds.
  await holds(driver, 365, 3)
  await tend()
  await tend()
  expect(await told(driver)).toHaveLength(2)
  expect((await told(driver)).at(-1)).toContain(`您的身份证将于${inDays(3)}到期，还剩3天`)
  const minutes = (offset: number) => new Date(Date.now() + 8 * HOUR_MS + offset * HOUR_MS).toISOString().slice(11, 16)
  const quiet = await world.send(messageLimitCalls.update, {
    cityId: HANGZHOU,
    quietFrom: minutes(-1),
    quietTo: minutes(1),
    changeReason: '夜间',
  })
  await holds(driver, 365, 1)
  await tend()
  expect(await told(driver)).toHaveLength(2)
  const { settingId, version } = quiet.data as { settingId: string; version: number }
  await world.send(messageLimitCalls.update, { settingId, version, quietFrom: minutes(2), quietTo: minutes(3), changeReason: '白天' })
  await tend()
  expect(await told(driver)).toHaveLength(3)
  const seen = await fitness(driver)
  expect(seen.fit).toBe(true)
  expect(seen.told.map(({ words }) => words)).toEqual([
    `身份证将于 ${inDays(1)} 到期，1 天提醒`,
    `身份证将于 ${inDays(3)} 到期，7 天提醒`,
    `驾驶证将于 ${inDays(30)} 到期，30 天提醒`,
  ])
  expect((await as(world, driver)(driverFitnessAppCalls.ownFitness)).data).toEqual(seen)
  expect((await world.send(driverFitnessCalls.fitness, { driverId: driver.driverId }, 'other')).error).toBe('driver.notFound')
})

test('on the day after its last the driver goes off duty, is told, and drives again once the renewed paper was checked', async () => {
  const driver = await driverAt(world, 100)
  const call = as(world, driver)
  await placeCall(world)
  await until(async () => (await offersOf(world, driver)).length, 'offer')
  await holds(driver, 0)
  await tend()
  expect(await workStatus(world, driver)).not.toBe('OFFLINE')
  await holds(driver, -1)
  const after = await told(driver)
  await Promise.all([tend(), tend()])
  expect(await workStatus(world, driver)).toBe('OFFLINE')
  expect((await told(driver)).slice(after.length)).toEqual([expect.stringContaining(`您的驾驶证已于${inDays(-1)}到期，已暂停接单`)])
  expect(await call(dispatchCalls.goOnline)).toMatchObject({ error: 'driver.papersOver', data: { papers: ['LICENCE'] } })
  expect(await stopped(driver)).toEqual(['QUALIFICATION', 'LICENCE'])
  expect((await fitness(driver)).fit).toBe(false)

  const { rows } = await world.owner.query('select * from drivers where driver_id = $1', [driver.driverId])
  const [row] = rows as { name: string; version: number; org_id: string }[]
  const file = {
    driverId: driver.driverId,
    ...{ version: row!.version, name: row!.name, cityId: HANGZHOU, orgId: row!.org_id },
    ...{ licenceClass: 'C1', licenceFirstIssue: '2012-05-01', serviceTypes: ['TRIP'], listenRadiusM: 5_000 },
  }
  expect(await world.send(driverFileCalls.save, { ...file, licenceExpire: inDays(-1), verified: true })).toMatchObject({
    error: 'driver.fileInvalid',
  })
  const saved = await world.send(driverFileCalls.save, { ...file, licenceExpire: inDays(2_000), verified: false })
  expect(saved.code).toBe(0)
  expect(await stopped(driver)).toEqual(['QUALIFICATION'])
  expect((await call(dispatchCalls.goOnline)).error).toBe('driver.notQualified')
  const { version } = saved.data as { version: number }
  await world.send(driverFileCalls.save, { ...file, version, licenceExpire: inDays(2_000), verified: true })
  expect(await stopped(driver)).toEqual([])
  expect((await call(dispatchCalls.goOnline)).code).toBe(0)
})

test('a paper that ends in the middle of a trip: it goes on to its bill, then the driver is off duty', async () => {
  const { driver, orderId, call } = await onTheWay(world)
  await holds(driver, -1)
  await tend()
  expect(await workStatus(world, driver)).toBe('TO_PICKUP')
  seenAt(world, driver.driverId, 0)
  for (const step of [dispatchCalls.arrive, dispatchCalls.depart]) expect((await call(step, { id: orderId })).code).toBe(0)
  expect((await call(dispatchCalls.end, { id: orderId, reason: '到达' })).code).toBe(0)
  expect((await call(driverFitnessAppCalls.ownFitness)).data).toMatchObject({ fit: false })
  expect((await call(dispatchCalls.file, { id: orderId })).code).toBe(0)
  expect(await workStatus(world, driver)).toBe('OFFLINE')
  expect((await call(dispatchCalls.goOnline)).error).toBe('driver.papersOver')
})

test('a driver who is suspended reads since when and why, until it is lifted', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  const suspension = async () => ((await as(world, driver)(driverFitnessAppCalls.ownFitness)).data as Fitness).suspension
  expect(await suspension()).toBeNull()
  const turn = async (disable: boolean) =>
    expect(
      (await world.send(driverFileCalls.disable, { driverId: driver.driverId, disable, reason: '客户投诉待核实', freezeWallet: false }))
        .code,
    ).toBe(0)
  const before = Date.now()
  await turn(true)
  const { since, reason } = (await suspension())!
  expect(reason).toBe('客户投诉待核实')
  expect(Math.abs(Date.parse(since!) - before)).toBeLessThan(60_000)
  await turn(false)
  expect(await suspension()).toBeNull()
})
