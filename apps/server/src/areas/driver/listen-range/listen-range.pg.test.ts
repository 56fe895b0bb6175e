import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { listenRangeCalls, type ListenRangeRow } from '@chauffeur/contract/driver/listen-range'
import { exportCalls } from '@chauffeur/contract/operations/export'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bring, undoImport } from '#test/bring'
import { dispatchersOf } from '#test/dispatchers'
import { driverAt, offersOf, placeCall, type TestDriver, until } from '#test/drivers'
import { addDriver, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
const { start } = dispatchersOf(() => world)
beforeAll(async () => {
  world = await makeWorld({ jobs: true })
})
afterAll(() => world.close())

const HOUR = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const numberOf = async ({ driverId }: Pick<TestDriver, 'driverId'>) =>
  (await world.owner.query<{ driver_no: string }>('select driver_no from drivers where driver_id = $1', [driverId])).rows[0]!.driver_no
const save = (input: Record<string, unknown>, who: Person = 'hangzhou') =>
  world.send(listenRangeCalls.update, { radiusM: 500, until: at(2), reason: '夜间缩小', ...input }, who)
const made = async (input: Record<string, unknown>) => (await save(input)).data as ListenRangeRow
const listed = async (input: Record<string, unknown>, who: Person = 'hangzhou') =>
  ((await world.send(listenRangeCalls.list, input, who)).data as { rows: ListenRangeRow[] }).rows

test('a driver’s range counts in place of their own while it holds, and says why nobody came', async () => {
  const driver = await driverAt(world, 900)
  const range = await made({ driverNo: await numberOf(driver) })
  expect(range).toMatchObject({ radiusM: 500, ownRadiusM: 5_000, state: 'CURRENT', allowedActions: ['edit', 'delete'] })
  const order = await placeCall(world, {}, { minRadiusM: 3_000, maxRadiusM: 3_000, roundS: 3, totalS: 60, rounds: 20 })
  start()
  await until(async () => {
    const status = await world.send(callCentreCalls.orderStatus, { orderId: order.orderId })
    return (status.data as { dispatch: { filteredOut: { listenRange?: number } } }).dispatch?.filteredOut?.listenRange === 1
  }, 'listenRange')
  expect(await offersOf(world, driver)).toEqual([])
  // Once it is ended their own holds, in the next round.
  expect((await world.send(listenRangeCalls.delete, { rangeId: range.rangeId, version: range.version }, 'hangzhou')).code).toBe(0)
  expect((await listed({ driverId: driver.driverId }))[0]).toMatchObject({ state: 'OVER', allowedActions: [] })
  await until(async () => (await offersOf(world, driver)).length, 'offer')
})

test('nobody says that a range held already: what was to begin before now begins now, typed and in a file', async () => {
  const [one, other] = [await driverAt(world, 900), await driverAt(world, 900)]
  const before = Date.now() - 60_000
  const saved = await made({ driverNo: await numberOf(one), from: at(-48) })
  expect(saved.state).toBe('CURRENT')
  expect(Date.parse(saved.from)).toBeGreaterThan(before)
  const { csv } = (await world.send(listenRangeCalls.downloadHead, {}, 'hangzhou')).data as { csv: string }
  const content = `${csv}${await numberOf(other)},3000,2020-01-01,2031-01-02,旺季`
  await bring(world, { kind: 'driver.listenRange', content, as: 'hangzhou' })
  const [brought] = await listed({ driverId: other.driverId })
  expect(brought).toMatchObject({ state: 'CURRENT', until: '2031-01-02T16:00:00.000Z' })
  expect(Date.parse(brought!.from)).toBeGreaterThan(before)
})

test('two ranges of one driver never hold at once, also when two people give them in the same moment', async () => {
  const driver = await driverAt(world, 900)
  const driverNo = await numberOf(driver)
  const both = await Promise.all([save({ driverNo, from: at(1) }), save({ driverNo, from: at(1), radiusM: 800 })])
  expect(new Set(both.map(({ code, error }) => (code === 0 ? 'saved' : error)))).toEqual(new Set(['driverListenRange.overlap', 'saved']))
  const first = (await listed({ driverId: driver.driverId }))[0]!
  expect(first.state).toBe('COMING')
  expect(await save({ driverNo, from: at(0.5), until: at(1.5) })).toMatchObject({
    error: 'driverListenRange.overlap',
    data: { rangeId: first.rangeId },
  })
  // One may begin as the other ends.
  const next = await made({ driverNo, from: first.until, until: at(4) })
  expect((await save({ driverNo, rangeId: next.rangeId, version: 1, from: at(1), until: at(4) })).error).toBe('driverListenRange.overlap')
  const changed = await save({ driverNo, rangeId: next.rangeId, version: 1, from: first.until, until: at(5), radiusM: 700 })
  expect(changed.data).toMatchObject({ version: 2, radiusM: 700 })
  expect(await save({ driverNo, rangeId: next.rangeId, version: 1, until: at(6) })).toMatchObject({
    error: 'driverListenRange.versionConflict',
    data: { current: { version: 2, radiusM: 700 } },
  })
  expect((await save({ driverNo, from: at(9), until: at(8) })).data).toMatchObject({
    fields: [{ path: 'until', message: '应晚于开始时间和现在' }],
  })
  expect((await save({ driverNo, from: at(9), until: at(10), radiusM: 499 })).code).toBe(400)
  const insert = `insert into driver_listen_ranges (tenant_id, driver_id, radius_m, valid_from, valid_until, reason)
    select tenant_id, driver_id, 600, valid_from, valid_until, '绕过' from driver_listen_ranges where range_id = $1`
  await expect(world.owner.query(insert, [next.rangeId])).rejects.toThrow(/driver_listen_ranges_apart/)
})

test('who runs a city sees, gives and ends ranges of its drivers alone', async () => {
  const away = await addDriver(world, { tenantId: world.tenantA, cityId: SHANGHAI, orgId: world.shanghaiOrg, name: '沪司机' })
  const driverNo = await numberOf({ driverId: away })
  expect((await save({ driverNo })).error).toBe('driverListenRange.driverUnknown')
  const { rangeId } = (await save({ driverNo }, 'all')).data as ListenRangeRow
  expect(await listed({ driverId: away })).toEqual([])
  expect(await listed({ driverId: away }, 'all')).toHaveLength(1)
  expect((await world.send(listenRangeCalls.detail, { rangeId }, 'hangzhou')).error).toBe('driverListenRange.notFound')
  expect((await world.send(listenRangeCalls.delete, { rangeId, version: 1 }, 'hangzhou')).error).toBe('driverListenRange.notFound')
  expect((await save({ driverNo, rangeId, version: 1 })).error).toBe('driverListenRange.notFound')
  expect((await world.send(listenRangeCalls.searchDict, {}, 'hangzhou')).data).toMatchObject({
    cities: [{ key: HANGZHOU, value: '杭州市' }],
    radiusM: { min: 500, max: 20_000 },
  })
})

test('of a file each good row counts, each other says why, and what it made is taken back; a list has its file', async () => {
  const driver = await driverAt(world, 900)
  const driverNo = await numberOf(driver)
  const head = (await world.send(listenRangeCalls.downloadHead, {}, 'hangzhou')).data as { csv: string }
  const lines = [
    `${driverNo},3000,2031-01-01 18:00,2031-01-02,旺季`,
    `${driverNo},3公里,2031-02-01,2031-02-02,旺季`,
    `${driverNo},3000,2031-01-02,2031-01-05,重叠`,
    `没有,3000,2031-01-01,2031-01-02,无此人`,
    `${driverNo},3000,2031-03-02,2031-03-01,倒置`,
  ]
  const { importId, results } = await bring(world, { kind: 'driver.listenRange', content: head.csv + lines.join('\r\n'), as: 'hangzhou' })
  expect(results.map(([, state, problem]) => [state, problem !== null && problem !== ''])).toEqual([
    ['DONE', false],
    ['REFUSED', true],
    ['REFUSED', true],
    ['REFUSED', true],
    ['REFUSED', true],
  ])
  // A day alone as an end is the whole of it.
  expect(await listed({ driverId: driver.driverId })).toMatchObject([
    { radiusM: 3_000, from: '2031-01-01T10:00:00.000Z', until: '2031-01-02T16:00:00.000Z', reason: '旺季' },
  ])
  expect((await world.send(listenRangeCalls.export, { driverId: driver.driverId, format: 'CSV' }, 'hangzhou')).code).toBe(0)
  expect((await world.send(exportCalls.list, {}, 'hangzhou')).data).toMatchObject({ total: 1 })
  await undoImport(world, importId, 'hangzhou')
  expect(await listed({ driverId: driver.driverId })).toEqual([])
})
