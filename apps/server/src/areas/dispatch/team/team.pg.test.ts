import { type DispatchTeam, dispatchTeamsCalls } from '@chauffeur/contract/dispatch/team'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hhmmOf, localMinute, localWeekday } from '#platform/values/local-clock'
import { dispatchersOf } from '#test/dispatchers'
import { as, driverAt, offersOf, placeCall, type TestDriver, until } from '#test/drivers'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'
import { dispatchCalls } from '@chauffeur/contract/driver/app'

let world: World
const ring = [
  [121.33, 31.19],
  [121.35, 31.19],
  [121.35, 31.21],
  [121.33, 31.19],
]
const HONGQIAO = { type: 'Polygon', coordinates: [ring] }
const { start } = dispatchersOf(() => world)

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const numberOf = async ({ driverId }: TestDriver) =>
  (await world.owner.query<{ driver_no: string }>('select driver_no from drivers where driver_id = $1', [driverId])).rows[0]!.driver_no
const offered = (driver: TestDriver) =>
  until(async () => (await offersOf(world, driver)).length && offersOf(world, driver), 'offer').then(([offer]) => offer!)
const save = async (more: object) => {
  const team = { cityId: HANGZHOU, name: '夜班车队', channelIds: [world.channel], exclusiveS: 0, fallback: 'STRICT' }
  return world.send(dispatchTeamsCalls.save, { ...team, ...more }, 'hangzhou')
}
const made = async (more: object) => (await save(more)).data as { teamId: string; version: number }
const listed = async () => ((await world.send(dispatchTeamsCalls.list, {})).data as { rows: DispatchTeam[] }).rows[0]!
/** The team that the search of an order placed now belongs to. */
const teamOfNewOrder = async () => {
  const { bookingId } = await placeCall(world, { channelId: world.channel })
  const { rows } = await world.owner.query<{ team_id: string | null }>('select team_id from dispatch_searches where booking_id = $1', [
    bookingId,
  ])
  return rows[0]!.team_id
}

test('an order of a team’s channel is the team’s within its days and hours, and everybody’s outside of them', async () => {
  const members = [{ driverNo: await numberOf(await driverAt(world, 300)) }]
  const minute = localMinute(Date.now(), 480)
  const at = (more: number) => hhmmOf((minute + more + 1_440) % 1_440)
  const around = { from: at(-60), to: at(60) }
  const begun = around.from > around.to && at(0) < around.to ? localWeekday(Date.now(), 480) + 6 : localWeekday(Date.now(), 480)
  const today = 2 ** (begun % 7)

  const { teamId, version } = await made({ members, ...around, weekMask: today })
  expect(await listed()).toMatchObject({ ...around, weekMask: today })
  expect(await teamOfNewOrder()).toBe(teamId)
  await made({ teamId, version, members, ...around, weekMask: 127 - today })
  expect(await teamOfNewOrder()).toBe(null)
  await made({ teamId, version: version + 1, members, from: at(60), to: at(120) })
  expect(await teamOfNewOrder()).toBe(null)
  await made({ teamId, version: version + 2, members })
  expect(await listed()).toMatchObject({ from: null, to: null, weekMask: 127 })
  expect(await teamOfNewOrder()).toBe(teamId)

  expect(await save({ members, from: '22:00' })).toMatchObject({
    error: 'dispatchTeams.hoursInvalid',
    data: { fields: [{ path: 'to', message: '开始与结束时间须同时填写' }] },
  })
})

test('of a team’s drivers the one with the higher number is asked first although farther, and keeps it when the team is saved again', async () => {
  const near = await driverAt(world, 100)
  const far = await driverAt(world, 900)
  const [nearNo, farNo] = [await numberOf(near), await numberOf(far)]
  const { teamId, version } = await made({ members: [{ driverNo: nearNo }, { driverNo: farNo, priority: 5 }] })
  const { members } = await listed()
  expect(members.map(({ driverNo, priority }) => [driverNo, priority])).toEqual([
    [farNo, 5],
    [nearNo, 0],
  ])
  await placeCall(world, { channelId: world.channel })
  start()
  const offer = await offered(far)
  expect(await offersOf(world, near)).toEqual([])
  // Whoever declines makes room for the next in turn.
  await as(world, far)(dispatchCalls.reject, { id: offer.offerId })
  await offered(near)

  const again = members.map(({ driverNo, priority }) => ({ driverNo, priority }))
  expect((await save({ teamId, version, name: '夜班一队', members: again })).code).toBe(0)
  expect((await listed()).members).toEqual(members)
})

test('in batch mode too a team’s higher number comes before nearness', async () => {
  const near = await driverAt(world, 100)
  const far = await driverAt(world, 900)
  await made({ members: [{ driverNo: await numberOf(near) }, { driverNo: await numberOf(far), priority: 1 }] })
  await placeCall(world, { channelId: world.channel }, { mode: 'BATCH', batchS: 1 })
  start()
  await offered(far)
  expect(await offersOf(world, near)).toEqual([])
})

test('a team is found, read alone, switched by two people one after the other, and gone for good while its search goes on', async () => {
  const member = await driverAt(world, 300)
  const driverNo = await numberOf(member)
  const { teamId, version } = await made({ name: '机场一队', members: [{ driverNo }] })
  const names = async (input: Record<string, unknown>, who = 'hangzhou') =>
    ((await world.send(dispatchTeamsCalls.list, input, who)).data as { rows: DispatchTeam[] }).rows.map(({ name }) => name)
  expect(await names({ keyword: '场一' })).toEqual(['机场一队'])
  expect(await names({ keyword: driverNo })).toEqual(['机场一队'])
  expect(await names({ keyword: '%' })).toEqual([])
  expect(await names({ type: 'POI_QUEUE' })).toEqual([])
  expect((await world.send(dispatchTeamsCalls.index, {}, 'hangzhou')).data).toMatchObject({
    types: [
      { key: 'TEAM', value: '固定车队' },
      { key: 'POI_QUEUE', value: '区域排队' },
    ],
    cities: [{ key: HANGZHOU, value: '杭州市' }],
  })
  expect((await world.send(dispatchTeamsCalls.edit, { teamId }, 'hangzhou')).data).toMatchObject({ teamId, version, name: '机场一队' })

  // Who runs another city does not find it, by whatever call, and a partner's people change nothing.
  const away = {
    cityId: SHANGHAI,
    name: '虹桥队',
    fence: HONGQIAO,
    type: 'POI_QUEUE',
    channelIds: [],
    exclusiveS: 0,
    fallback: 'OPEN',
    members: [],
  }
  const beyond = (await world.send(dispatchTeamsCalls.save, away, 'all')).data as { teamId: string; version: number }
  for (const call of [dispatchTeamsCalls.edit, dispatchTeamsCalls.status, dispatchTeamsCalls.del])
    expect((await world.send(call, { ...beyond, enabled: false }, 'hangzhou')).error).toBe('dispatchTeams.notFound')
  expect(await names({})).toEqual(['机场一队'])
  expect(await names({}, 'all')).toHaveLength(2)
  expect((await world.send(dispatchTeamsCalls.del, { teamId, version }, 'partner')).code).toBe(403)

  const off = await world.send(dispatchTeamsCalls.status, { teamId, version, enabled: false }, 'hangzhou')
  expect(off.data).toMatchObject({ enabled: false, version: version + 1 })
  expect(await names({ enabled: true })).toEqual([])
  expect(await teamOfNewOrder()).toBe(null)
  expect(await world.send(dispatchTeamsCalls.status, { teamId, version, enabled: true }, 'hangzhou')).toMatchObject({
    error: 'dispatchTeams.versionConflict',
    data: { current: { version: version + 1, enabled: false } },
  })
  expect((await world.send(dispatchTeamsCalls.status, { teamId, version: version + 1, enabled: true }, 'hangzhou')).code).toBe(0)
  expect(await teamOfNewOrder()).toBe(teamId)
  expect((await world.send(dispatchTeamsCalls.del, { teamId, version }, 'hangzhou')).error).toBe('dispatchTeams.versionConflict')
  expect((await world.send(dispatchTeamsCalls.del, { teamId, version: version + 2 }, 'hangzhou')).code).toBe(0)
  expect(await names({})).toEqual([])
  for (const call of [dispatchTeamsCalls.edit, dispatchTeamsCalls.status, dispatchTeamsCalls.save])
    expect(
      (
        await world.send(call, {
          teamId,
          version: version + 3,
          enabled: true,
          cityId: HANGZHOU,
          name: '再来',
          channelIds: [],
          exclusiveS: 0,
          fallback: 'OPEN',
          members: [],
        })
      ).error,
    ).toBe('dispatchTeams.notFound')
  // The search that began with it is still its drivers' alone; one that begins now is everybody's.
  start()
  await offered(member)
  expect(await teamOfNewOrder()).toBe(null)
})
