import { driverLevelWhiteCalls, driverProtectionCalls } from '@chauffeur/contract/driver/level-driver'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { driverAt } from '#test/drivers'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

interface White {
  whiteId: string
  version: number
  state: string
  effect: string
  level: number | null
  from: string
  until: string
  reason: string
  allowedActions: string[]
}

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
afterEach(() => world.owner.query('delete from driver_level_whites; delete from driver_level_protections'))

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
async function somebody(): Promise<string> {
  const { driverId } = await driverAt(world, null, 'OFFLINE')
  const { rows } = await world.owner.query<{ driver_no: string }>('select driver_no from drivers where driver_id = $1', [driverId])
  return rows[0]!.driver_no
}
const save = (input: object, as: Person = 'all') =>
  world.send(driverLevelWhiteCalls.save, { until: inDays(10), reason: '伤病休养', effect: 'NO_DOWNGRADE', ...input }, as)
const saved = async (input: object, as: Person = 'all') => {
  const answer = await save(input, as)
  expect(answer).toMatchObject({ code: 0 })
  return answer.data as White
}
const end = ({ whiteId, version }: { whiteId: string; version: number }, as: Person = 'all') =>
  world.send(driverLevelWhiteCalls.delete, { whiteId, version }, as)
const rowsOf = async (as: Person, input: object = {}) =>
  ((await world.send(driverLevelWhiteCalls.list, { ...input }, as)).data as { rows: White[] }).rows
/** As when the period had gone by. */
const goesBy = ({ whiteId }: White) =>
  world.owner.query(
    `update driver_level_whites set valid_from = now() - interval '2 days', valid_until = now() - interval '1 day' where white_id = $1`,
    [whiteId],
  )

test('an entry of a driver elsewhere is neither seen, read, changed nor ended by who has one city, no city or another business', async () => {
  const driverNo = await somebody()
  const one = await saved({ driverNo })
  await world.owner.query('update drivers set city_id = $2, org_id = $3 where driver_no = $1', [driverNo, SHANGHAI, world.shanghaiOrg])
  for (const as of ['hangzhou', 'nowhere', 'other'] as const) {
    expect([as, await rowsOf(as)]).toEqual([as, []])
    const { whiteId, version } = one
    expect([as, (await world.send(driverLevelWhiteCalls.detail, { whiteId }, as)).error]).toEqual([as, 'driverLevel.whiteNotFound'])
    expect([as, (await save({ whiteId, version, driverNo }, as)).error]).toEqual([as, 'driverLevel.whiteNotFound'])
    expect([as, (await end(one, as)).error]).toEqual([as, 'driverLevel.whiteNotFound'])
    expect([as, (await save({ driverNo, from: inDays(20), until: inDays(30) }, as)).error]).toEqual([as, 'driverLevel.driverUnknown'])
  }
  expect(await rowsOf('all')).toMatchObject([{ whiteId: one.whiteId, version: one.version, state: 'CURRENT' }])
  expect((await save({ driverNo: 'NOBODY01' })).error).toBe('driverLevel.driverUnknown')
})

test('who may look only sees the entry and is offered nothing to do with it', async () => {
  const one = await saved({ driverNo: await somebody() })
  expect(one.allowedActions).toEqual(['edit', 'delete'])
  expect((await save({ driverNo: await somebody() }, 'weak')).code).toBe(403)
  expect((await end(one, 'weak')).code).toBe(403)
  expect(await rowsOf('all')).toHaveLength(1)
})

test('two entries of one driver may touch and may not overlap, whichever is moved, and two who add one at once add one', async () => {
  const driverNo = await somebody()
  const border = inDays(5)
  const now = await saved({ driverNo, until: border })
  const next = await saved({ driverNo, from: border, until: inDays(9) })
  expect([now.state, next.state]).toEqual(['CURRENT', 'COMING'])
  const beyond = new Date(Date.parse(border) + 1_000).toISOString()
  const { whiteId, version } = now
  expect(await save({ whiteId, version, driverNo, until: beyond })).toMatchObject({
    error: 'driverLevel.whiteOverlap',
    data: { whiteId: next.whiteId },
  })
  // Somebody else is not in the way.
  expect((await save({ driverNo: await somebody(), until: beyond })).code).toBe(0)
  const another = await somebody()
  const both = await Promise.all([save({ driverNo: another }), save({ driverNo: another })])
  expect(both.map(({ error }) => error ?? 'saved').toSorted()).toEqual(['driverLevel.whiteOverlap', 'saved'])
})

test('an end before the beginning or before now is refused at its field; a beginning in the past begins now', async () => {
  const driverNo = await somebody()
  for (const period of [{ until: inDays(-1) }, { from: inDays(3), until: inDays(2) }, { from: inDays(-9), until: inDays(-8) }])
    expect(await save({ driverNo, ...period })).toMatchObject({ error: 'driverLevel.periodInvalid', data: { fields: [{ path: 'until' }] } })
  const asked = Date.now()
  const one = await saved({ driverNo, from: inDays(-30) })
  expect(Date.parse(one.from)).toBeGreaterThanOrEqual(asked - 60_000)
  expect(one.state).toBe('CURRENT')
})

test('a fixed level is one that the driver’s city has; one that only keeps from falling forgets the level that was typed', async () => {
  const driverNo = await somebody()
  for (const level of [undefined, 6])
    expect(await save({ driverNo, effect: 'FIXED', level })).toMatchObject({
      error: 'driverLevel.levelUnknown',
      data: { fields: [{ path: 'level' }] },
    })
  expect(await rowsOf('all')).toEqual([])
  const fixed = await saved({ driverNo, effect: 'FIXED', level: 3 })
  expect(fixed).toMatchObject({ effect: 'FIXED', level: 3 })
  const { whiteId, version } = fixed
  expect(await saved({ whiteId, version, driverNo, effect: 'NO_DOWNGRADE', level: 3 })).toMatchObject({
    effect: 'NO_DOWNGRADE',
    level: null,
  })
})

test('two who change one entry see each other, and what is over stays as it was', async () => {
  const driverNo = await somebody()
  const one = await saved({ driverNo })
  const { whiteId, version } = one
  const first = await saved({ whiteId, version, driverNo, reason: '产假' })
  expect(await save({ whiteId, version, driverNo, reason: '别的原因' })).toMatchObject({
    error: 'driverLevel.versionConflict',
    data: { current: { reason: '产假', version: first.version } },
  })
  expect((await end(one)).error).toBe('driverLevel.versionConflict')
  await goesBy(first)
  expect((await save({ whiteId, version: first.version, driverNo, reason: '补办' })).error).toBe('driverLevel.whiteOver')
  expect((await end(first)).error).toBe('driverLevel.whiteOver')
  expect(await rowsOf('all', { state: 'OVER' })).toMatchObject([{ whiteId, reason: '产假', allowedActions: [] }])
  expect(await rowsOf('all', { state: 'CURRENT' })).toEqual([])
})

test('one that holds ends now and stays to be read; one to come is gone; ended twice it ends once', async () => {
  const [held, coming] = [await somebody(), await somebody()]
  const now = await saved({ driverNo: held })
  const later = await saved({ driverNo: coming, from: inDays(2) })
  const twice = await Promise.all([end(now), end(now)])
  expect(twice.map(({ code }) => code).filter((code) => code === 0)).toHaveLength(1)
  expect((await end(later)).code).toBe(0)
  expect(await rowsOf('all')).toMatchObject([{ whiteId: now.whiteId, state: 'OVER' }])
  expect((await world.send(driverLevelWhiteCalls.detail, { whiteId: later.whiteId })).error).toBe('driverLevel.whiteNotFound')
  // Its place is free again.
  expect((await save({ driverNo: held })).code).toBe(0)
})

test('levels of a city are protected once at a time, by who is in charge there, until a time to come', async () => {
  const begin = (input: object = {}, as: Person = 'all') =>
    world.send(driverProtectionCalls.begin, { cityId: HANGZHOU, until: inDays(1), reason: '台风', ...input }, as)
  for (const as of ['nowhere', 'other'] as const)
    expect([as, (await begin({ cityId: SHANGHAI }, as)).error]).toEqual([as, 'driverLevel.cityUnknown'])
  expect((await begin({ cityId: SHANGHAI }, 'hangzhou')).error).toBe('driverLevel.cityUnknown')
  expect(await begin({ until: inDays(-1) })).toMatchObject({ error: 'driverLevel.periodInvalid', data: { fields: [{ path: 'until' }] } })
  const both = await Promise.all([begin({}, 'hangzhou'), begin()])
  expect(both.map(({ error }) => error ?? 'begun').toSorted()).toEqual(['begun', 'driverLevel.protectedAlready'])
  const { data } = both.find(({ code }) => code === 0)!
  const { protectionId } = data as { protectionId: string }
  // Elsewhere it can be begun meanwhile.
  const there = (await begin({ cityId: SHANGHAI })).data as { protectionId: string }
  expect((await world.send(driverProtectionCalls.end, { protectionId: there.protectionId }, 'hangzhou')).code).not.toBe(0)
  expect((await world.send(driverProtectionCalls.end, { protectionId }, 'other')).error).toBe('driverLevel.protectionNotFound')
  expect(await world.send(driverProtectionCalls.end, { protectionId }, 'hangzhou')).toMatchObject({ code: 0, data: { state: 'OVER' } })
  expect((await begin({}, 'hangzhou')).code).toBe(0)
})
