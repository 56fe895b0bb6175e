import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { cityOpeningCalls as calls, type CityRow } from '@chauffeur/contract/operations/city-opening'
import { citySwitchCalls } from '@chauffeur/contract/operations/city-switch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOrder, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const SUZHOU = '320500'
const all = async (): Promise<CityRow[]> => ((await world.send(calls.list, { pageSize: 200 })).data as AnswerOf<typeof calls.list>).rows
const state = async (cityId: string) => (await all()).find((row) => row.cityId === cityId)!
const seen = async (...cityIds: string[]) =>
  Promise.all(cityIds.map(async (cityId) => ({ cityId, version: (await all()).find((row) => row.cityId === cityId)?.version ?? 0 })))
type Moved = AnswerOf<typeof calls.moveMany>
const move = async (input: object, person: Person = 'all') => {
  const answer = await world.send(calls.moveMany, { reason: '台风', ...input }, person)
  expect(answer.code, answer.message).toBe(0)
  return answer.data as Moved
}
const results = ({ rows }: Moved) => rows.map(({ result }) => result)
const quote = (cityId: string, lat: number, lng: number) =>
  world.send(callCentreCalls.estimate, { cityId, pickupLat: lat, pickupLng: lng, dropoffLat: lat + 0.05, dropoffLng: lng + 0.05 })

test('many cities stop for the night and start again by themselves or by hand; a preview moves none, and each says what became of it', async () => {
  await world.send(calls.add, { divisionCode: SUZHOU })
  await addOrder(world, { status: 303, cityId: HANGZHOU })
  const rows = await seen(HANGZHOU, SHANGHAI, SUZHOU, '999999')
  const night = { what: 'CLOSE', rows, untilClock: '06:00' }
  const preview = await move({ ...night, preview: true, reason: '' })
  expect(results(preview)).toEqual(['DONE', 'DONE', 'SAME', 'NOT_YOURS'])
  expect(preview.rows[0]).toMatchObject({ running: 1, until: expect.stringMatching(/T22:00:00.000Z$/) })
  expect((await state(HANGZHOU)).state).toBe('OPEN')
  expect((await world.send(calls.moveMany, { ...night, reason: '' })).error).toBe('city.reasonMissing')
  const done = await move(night)
  expect([results(done), done.done]).toEqual([results(preview), 2])
  // What is closed for good is not opened by the end of a night.
  expect([await state(HANGZHOU), await state(SUZHOU)]).toMatchObject([
    { state: 'PAUSED', closedReason: '台风', closedUntil: preview.rows[0]!.until },
    { state: 'CLOSED', closedUntil: null },
  ])
  expect((await quote(HANGZHOU, 30.25, 120.16)).error).toBe('callCentre.cityClosed')
  // Whoever saw them before that is told so, city by city.
  expect(results(await move({ ...night }))).toEqual(['CONFLICT', 'CONFLICT', 'SAME', 'NOT_YOURS'])
  const again = await move({ what: 'OPEN', rows: await seen(HANGZHOU, SHANGHAI, SUZHOU) })
  expect(results(again)).toEqual(['DONE', results(again)[1], 'NOT_READY'])
  expect(again.rows[2]!.missing).toContain('PRICES')
  expect((await state(HANGZHOU)).state).toBe('OPEN')
  expect((await quote(HANGZHOU, 30.25, 120.16)).code).toBe(0)
  expect(results(await move({ what: 'OPEN', rows: await seen(HANGZHOU) }))).toEqual(['SAME'])
  const { rows: logged } = await world.owner.query(`select 1 from operation_logs where summary = '批量停止或开始接单' and object = 'city'`)
  expect(logged.length).toBeGreaterThan(0)
})

test('an account of one city moves that one alone, one of a company none', async () => {
  const rows = await seen(HANGZHOU, SHANGHAI)
  expect(results(await move({ what: 'CLOSE', rows, preview: true }, 'hangzhou'))).toEqual(['DONE', 'NOT_YOURS'])
  expect(results(await move({ what: 'CLOSE', rows, preview: true }, 'company'))).toEqual(['NOT_YOURS', 'NOT_YOURS'])
  expect((await world.send(calls.moveMany, { what: 'CLOSE', rows, reason: 'x' }, 'weak')).code).toBe(403)
  const past = { what: 'CLOSE', rows, until: new Date(Date.now() - 60_000).toISOString(), reason: '晚了' }
  expect((await world.send(calls.moveMany, past)).error).toBe('city.closingTimes')
})

test('what was switched in one city is copied to another, but for what was switched there', async () => {
  const save = async (cityId: string, key: string, on: boolean) =>
    expect((await world.send(citySwitchCalls.save, { cityId, key, on, version: 0 })).code).toBe(0)
  await save(HANGZHOU, 'tips', false)
  await save(HANGZHOU, 'soundRecord', false)
  const prePay = { cityId: HANGZHOU, key: 'prePay', on: true, prepayWaitS: 1_800, version: 0 }
  expect((await world.send(citySwitchCalls.save, prePay)).code).toBe(0)
  await save(SUZHOU, 'tips', true)
  const input = { cityId: SUZHOU, fromCityId: HANGZHOU, kinds: ['SWITCHES'] }
  const preview = (await world.send(calls.copyPreview, input)).data as AnswerOf<typeof calls.copyPreview>
  expect(preview.rows).toMatchObject([
    { name: '预付', on: true, standing: 'NEW' },
    { name: '通话与行程录音', on: false, standing: 'NEW' },
    { name: '小费', on: false, standing: 'THERE' },
  ])
  expect((await world.send(calls.copy, input)).code).toBe(0)
  const { rows } = (await world.send(citySwitchCalls.view, { cityId: SUZHOU })).data as AnswerOf<typeof citySwitchCalls.view>
  const stands = Object.fromEntries(rows[0]!.switches.map(({ key, on, reason }) => [key, `${on} ${reason}`]))
  expect(rows[0]!.switches.find(({ key }) => key === 'prePay')).toMatchObject({ on: true, prepayWaitS: 1_800 })
  expect(stands).toMatchObject({ soundRecord: 'false 复制自杭州市', tips: 'true ', cash: 'true ' })
})
