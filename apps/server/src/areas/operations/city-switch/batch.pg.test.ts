import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type CitySwitch, citySwitchCalls as calls } from '@chauffeur/contract/operations/city-switch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

type Batch = AnswerOf<typeof calls.batchSave>
type Row = { cityId: string; key: CitySwitch; on: boolean; version?: number }
const batch = async (rows: Row[], more: object = {}, person: Person = 'all') => {
  const answer = await world.send(calls.batchSave, { rows, ...more }, person)
  expect(answer.code, answer.message).toBe(0)
  return answer.data as Batch
}
const results = ({ rows }: Batch) => rows.map(({ result }) => result)
const versions = async () => Number((await world.owner.query<{ n: string }>(`select count(*) as n from setting_versions`)).rows[0]!.n)

const stand = async (of: CitySwitch, cityId = HANGZHOU) => {
  const { rows } = (await world.send(calls.view, { cityId })).data as AnswerOf<typeof calls.view>
  return rows[0]!.switches.find(({ key }) => key === of)
}

test('of many at once a preview says what would become of each, city by city, and changes none; then each is changed', async () => {
  await batch([{ cityId: SHANGHAI, key: 'tips', on: false }])
  const rows: Row[] = [
    { cityId: HANGZHOU, key: 'tips', on: false },
    { cityId: SHANGHAI, key: 'tips', on: false },
    { cityId: SHANGHAI, key: 'photos', on: true },
    { cityId: SHANGHAI, key: 'face', on: true },
    { cityId: '999999', key: 'tips', on: false },
  ]
  const kept = await versions()
  const seen = await batch(rows, { preview: true })
  expect(seen).toMatchObject({ saved: 3, rows: [{ before: { on: true } }, { before: { on: false } }, {}, {}, { before: null }] })
  expect(results(seen)).toEqual(['SAVED', 'SAME', 'SAVED', 'SAVED', 'NOT_YOURS'])
  expect(await versions()).toBe(kept)
  const asSeen = rows.map((row, n) => ({ ...row, version: seen.rows[n]!.before?.version ?? 0 }))
  const saved = await batch(asSeen, { changeReason: '暴雨停收' })
  expect(results(saved)).toEqual(results(seen))
  expect([await stand('tips'), await stand('photos', SHANGHAI), await stand('face', SHANGHAI)]).toMatchObject([
    { on: false, reason: '暴雨停收' },
    { on: true },
    { on: true },
  ])
  // Whoever looked before that is told of each that has changed since; what was named twice counts once.
  const back = asSeen.map((row) => ({ ...row, on: !row.on }))
  expect(results(await batch(back))).toEqual(['CONFLICT', 'SAVED', 'CONFLICT', 'CONFLICT', 'NOT_YOURS'])
  const twice: Row[] = [
    { cityId: HANGZHOU, key: 'tips', on: true },
    { cityId: HANGZHOU, key: 'tips', on: false },
  ]
  expect(results(await batch(twice))).toEqual(['SAVED', 'CONFLICT'])
  await batch([
    { cityId: SHANGHAI, key: 'photos', on: false },
    { cityId: SHANGHAI, key: 'face', on: false },
  ])
  expect(await stand('face', SHANGHAI)).toMatchObject({ on: false })
})

test('many at once for a time: each comes back by itself; what stands so for good is changed too, and times that make no sense are refused', async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const rows: Row[] = [
    { cityId: HANGZHOU, key: 'cash', on: false },
    { cityId: SHANGHAI, key: 'cash', on: false },
  ]
  expect(results(await batch(rows, { until }))).toEqual(['SAVED', 'SAVED'])
  expect(await stand('cash', SHANGHAI)).toMatchObject({ on: false, planned: [{ on: true, from: until }] })
  // Off for good now: the plan to come back gives way.
  expect(results(await batch(rows))).toEqual(['SAVED', 'SAVED'])
  expect(results(await batch(rows))).toEqual(['SAME', 'SAME'])
  const past = new Date(Date.now() - 60_000).toISOString()
  expect(await world.send(calls.batchSave, { rows, until: past })).toMatchObject({
    error: 'citySwitch.times',
    data: { fields: [{ path: 'until' }] },
  })
  expect(await world.send(calls.batchSave, { rows: [{ ...rows[0]!, key: 'face' }], until })).toMatchObject({
    error: 'citySwitch.nowOnly',
  })
  await batch(rows.map((row) => ({ ...row, on: true })))
})

test('of many at once an account of one city changes that city alone, one of a company none', async () => {
  const rows: Row[] = [
    { cityId: HANGZHOU, key: 'cash', on: false },
    { cityId: SHANGHAI, key: 'cash', on: false },
  ]
  const own = await batch(rows, {}, 'hangzhou')
  expect([results(own), own.rows[1]!.before]).toEqual([['SAVED', 'NOT_YOURS'], null])
  expect(await stand('cash', SHANGHAI)).toMatchObject({ on: true })
  expect(results(await batch(rows, { preview: true }, 'company'))).toEqual(['NOT_YOURS', 'NOT_YOURS'])
  await batch([{ cityId: HANGZHOU, key: 'cash', on: true }])
})
