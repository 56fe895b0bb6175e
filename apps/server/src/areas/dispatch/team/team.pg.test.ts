import { type DispatchTeam, dispatchTeamsCalls } from '@chauffeur/contract/dispatch/team'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hhmmOf, localMinute, localWeekday } from '#platform/values/local-clock'
import { dispatchersOf } from '#test/dispatchers'
import { as, driverAt, offersOf, placeCall, type TestDriver, until } from '#test/drivers'
import { HANGZHOU, makeWorld, type World } from '#test/world'
import { dispatchCalls } from '@chauffeur/contract/driver/app'

let world: World
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
