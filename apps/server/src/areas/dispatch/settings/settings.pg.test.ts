import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeCall } from '#test/drivers'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

type Setting = { settingId: string; version: number; enabled: boolean; totalS: number; changedBy: string }
const create = (input: Record<string, unknown>, as: Parameters<World['send']>[2] = 'all') =>
  world.send(dispatchSettingsCalls.create, { cityId: HANGZHOU, ...input }, as)
const rows = async (as: Parameters<World['send']>[2] = 'all', input = {}) =>
  ((await world.send(dispatchSettingsCalls.list, input, as)).data as { rows: Setting[] }).rows
const paramsOfSearch = async (bookingId: string) =>
  (await world.owner.query<{ params: Record<string, unknown> }>('select params from dispatch_searches where booking_id = $1', [bookingId]))
    .rows[0]!.params
const inForce = async (input: Record<string, unknown>, as: Parameters<World['send']>[2] = 'all') =>
  (await world.send(callCentreCalls.dispatchSetting, { cityId: HANGZHOU, ...input }, as)).data as Record<string, unknown>

test('a city’s parameters hold for the next call without a restart, and a search under way keeps its own', async () => {
  const before = await placeCall(world)
  expect(await inForce({})).toMatchObject({ settingId: null, timeoutS: 120, mode: 'NEAREST' })
  const { settingId } = (await create({ mode: 'GRAB', minRadiusM: 2_000, totalS: 90 })).data as Setting
  const after = await placeCall(world)
  expect(await paramsOfSearch(before.bookingId)).toMatchObject({ mode: 'NEAREST', minRadiusM: 1_000 })
  expect(await paramsOfSearch(after.bookingId)).toMatchObject({ mode: 'GRAB', minRadiusM: 2_000, totalS: 90 })
  expect(await inForce({})).toMatchObject({ settingId, version: 1, timeoutS: 90 })

  // A partner may not change what holds for every channel, is searched for by it, and may have settings of their own.
  expect((await world.send(dispatchSettingsCalls.update, { settingId, version: 1, totalS: 60 }, 'partner')).error).toBe(
    'dispatchSettings.notFound',
  )
  const own = (await create({ totalS: 300, rounds: 20 }, 'partner')).data as Setting
  expect(await inForce({ channelId: world.channel })).toMatchObject({ settingId: own.settingId, totalS: 300 })
  expect(await inForce({}, 'partner')).toMatchObject({ settingId: own.settingId })
  expect((await rows('partner')).map((row) => row.settingId)).toEqual([settingId, own.settingId])

  const changed = await world.send(dispatchSettingsCalls.update, { settingId, version: 1, totalS: 75 })
  expect(changed.data).toEqual({ settingId, version: 2 })
  expect(await paramsOfSearch((await placeCall(world)).bookingId)).toMatchObject({ mode: 'GRAB', minRadiusM: 2_000, totalS: 75 })
  expect((await world.send(dispatchSettingsCalls.update, { settingId, version: 1, totalS: 60 })).error).toBe(
    'dispatchSettings.versionConflict',
  )
  const history = (await world.send(dispatchSettingsCalls.history, { settingId })).data as { rows: Setting[] }
  expect(history.rows.map(({ version, totalS, changedBy }) => [version, totalS, changedBy])).toEqual([
    [2, 75, 'all'],
    [1, 90, 'all'],
  ])

  expect((await world.send(dispatchSettingsCalls.disable, { settingId, version: 2 })).code).toBe(0)
  expect(await inForce({})).toMatchObject({ settingId: null, timeoutS: 120 })
  expect((await create({ totalS: 100 })).code).toBe(0)
  expect((await world.send(dispatchSettingsCalls.disable, { settingId, version: 3, enabled: true })).error).toBe('dispatchSettings.overlap')
})

test('parameters that contradict each other are refused by the field', async () => {
  const answer = await create({ serviceType: 'HOURLY', minRadiusM: 3_000, maxRadiusM: 2_000 })
  expect(answer).toMatchObject({ code: 40050, data: { fields: [{ path: 'maxRadiusM', message: '最大半径不能小于起始半径' }] } })
  expect((await create({ serviceType: 'HOURLY', roundS: 1 })).data).toMatchObject({ fields: [{ path: 'roundS' }] })
  expect((await create({ serviceType: 'HOURLY', from: '22:00' })).data).toMatchObject({ fields: [{ path: 'to' }] })
  expect((await create({ serviceType: 'HOURLY', from: '25:00', to: '06:00' })).data).toMatchObject({ fields: [{ path: 'from' }] })
})

test('of two settings for the same case saved at once one is refused', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => create({ serviceType: 'DAY_PACKAGE', from: '20:00', to: '02:00' })))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(answers.filter(({ error }) => error === 'dispatchSettings.overlap')).toHaveLength(3)
  expect((await create({ serviceType: 'DAY_PACKAGE', from: '01:00', to: '03:00' })).error).toBe('dispatchSettings.overlap')
  expect((await create({ serviceType: 'DAY_PACKAGE', from: '02:00', to: '20:00' })).code).toBe(0)
})

test('settings of a city beyond one’s reach are neither seen nor changed', async () => {
  const made = (await create({ cityId: SHANGHAI })).data as Setting
  expect((await rows('hangzhou')).some((row) => row.settingId === made.settingId)).toBe(false)
  expect((await create({ cityId: SHANGHAI, serviceType: 'TRIP' }, 'hangzhou')).error).toBe('dispatchSettings.cityUnknown')
  expect((await world.send(dispatchSettingsCalls.update, { settingId: made.settingId, version: 1 }, 'hangzhou')).error).toBe(
    'dispatchSettings.notFound',
  )
  expect((await create({ channelId: world.channel }, 'other')).error).toBe('dispatchSettings.channelUnknown')
})

test('a case is tried: which setting decides it, its rounds, and why every other does not', async () => {
  const { settingId } = (
    await create({ channelId: world.otherChannel, from: '18:00', to: '02:00', minRadiusM: 3_000, rounds: 3, roundS: 20 })
  ).data as Setting
  const tried = async (input: Record<string, unknown>, as: Parameters<World['send']>[2] = 'all') =>
    (await world.send(dispatchSettingsCalls.applies, { cityId: HANGZHOU, ...input }, as)) as unknown as {
      error?: string
      data: { settingId: string | null; timeoutS: number; rounds: object[]; considered: { settingId: string; standing: string }[] }
    }
  const night = (await tried({ channelId: world.otherChannel, at: '01:30' })).data
  expect(night).toMatchObject({ settingId, timeoutS: 60 })
  expect(night.rounds).toEqual([
    { round: 1, atS: 0, radiusM: 3_000 },
    { round: 2, atS: 20, radiusM: 4_000 },
    { round: 3, atS: 40, radiusM: 5_000 },
  ])
  expect(night.considered.filter(({ standing }) => standing === 'WINS').map((row) => row.settingId)).toEqual([settingId])
  const day = (await tried({ channelId: world.otherChannel, at: '12:00' })).data
  expect(day.settingId).not.toBe(settingId)
  expect(day.considered.find((row) => row.settingId === settingId)?.standing).toBe('TIME')
  // A partner’s case is their own channel’s, whatever they name.
  expect((await tried({ channelId: world.otherChannel, at: '01:30' }, 'partner')).data.settingId).not.toBe(settingId)
  expect((await tried({ cityId: SHANGHAI }, 'hangzhou')).error).toBe('dispatchSettings.cityUnknown')
})
