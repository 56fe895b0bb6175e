import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { examCalls } from '@chauffeur/contract/qualification/exam'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

interface Rules {
  cityId: string | null
  version: number
  faceRequired: boolean
  faceMaxFail: number
  photosBeforeDepart: number
  receiptFromFen: number | null
  policies: string[]
  examGroups: string[]
}

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
afterEach(() => world.owner.query('delete from setting_versions'))

const ASKED = { faceRequired: true, faceEveryHours: 24, insuranceRequired: false, insuranceEveryHours: 24, photosBeforeDepart: 2 }
const save = (input: object, as: Person = 'all') =>
  world.send(driverDutyCalls.save, { ...ASKED, version: 0, changeReason: '夜间安全', ...input }, as)
const saved = async (input: object, as: Person = 'all') => {
  const answer = await save(input, as)
  expect(answer).toMatchObject({ code: 0 })
  return answer.data as Rules
}
const list = async (as: Person = 'all') =>
  (await world.send(driverDutyCalls.list, {}, as)).data as {
    rows: Rules[]
    cities: { cityId: string }[]
    exams: { examGroupId: string }[]
    mayChangeTenant: boolean
  }
const exam = async (name: string, cityIds: string[] = []) => {
  const rule = { name, cityIds, passPercent: 80, drawn: 1, minutes: 10, attemptsADay: 3, sections: [] }
  const { examGroupId } = (await world.send(examCalls.saveGroup, rule)).data as { examGroupId: string }
  const question = { kind: 'SINGLE', text: '雨天刹车', options: ['轻点', '急踩'], answer: [0], score: 10 }
  expect((await world.send(examCalls.saveQuestion, { examGroupId, ...question })).code).toBe(0)
  return examGroupId
}
const publish = async (examGroupId: string, on: boolean) => {
  const { version } = (await world.send(examCalls.group, { examGroupId })).data as { version: number }
  expect((await world.send(examCalls.publish, { examGroupId, version, published: on })).code).toBe(0)
}

test('who has one city sets rules there only: not elsewhere, not for all cities, and none is offered', async () => {
  const whole = await saved({})
  const seen = await list('hangzhou')
  expect([seen.mayChangeTenant, seen.cities.map(({ cityId }) => cityId)]).toEqual([false, [HANGZHOU]])
  expect((await list()).mayChangeTenant).toBe(true)
  for (const [as, input] of [
    ['hangzhou', { version: whole.version }],
    ['hangzhou', { cityId: SHANGHAI }],
    ['nowhere', { cityId: HANGZHOU }],
    ['nowhere', { version: whole.version }],
    ['other', { cityId: SHANGHAI }],
  ] as const) {
    expect([as, (await save({ ...input, photosBeforeDepart: 0 }, as)).error]).toEqual([as, 'driverDuty.otherCity'])
    const { cityId } = input as { cityId?: string }
    expect([as, (await world.send(driverDutyCalls.trial, { cityId, examGroups: [] }, as)).error]).toEqual([as, 'driverDuty.otherCity'])
  }
  expect((await save({ cityId: HANGZHOU }, 'weak')).code).toBe(403)
  expect(await saved({ cityId: HANGZHOU, photosBeforeDepart: 1 }, 'hangzhou')).toMatchObject({ cityId: HANGZHOU, version: 1 })
  expect((await list()).rows).toHaveLength(2)
  // Another business has neither.
  expect((await list('other')).rows).toEqual([])
})

test('what a save does not name stays as it was, and the first rules of a city begin with those of all cities', async () => {
  const whole = await saved({ faceMaxFail: 5, policies: ['ACCIDENT'], receiptFromFen: 5_000 })
  expect(whole).toMatchObject({ faceMaxFail: 5, policies: ['ACCIDENT'], receiptFromFen: 5_000 })
  const city = await saved({ cityId: HANGZHOU, photosBeforeDepart: 4 })
  expect(city).toMatchObject({ faceMaxFail: 5, policies: ['ACCIDENT'], photosBeforeDepart: 4 })
  // A sum that is not given means that no receipt is asked for.
  expect(city.receiptFromFen).toBeNull()
  expect(await saved({ cityId: HANGZHOU, version: city.version, policies: [] })).toMatchObject({ faceMaxFail: 5, policies: [] })
  expect((await list()).rows.find(({ cityId }) => cityId === null)).toMatchObject({ version: whole.version, policies: ['ACCIDENT'] })
})

test('two who set the rules of a city at once: one is saved, the other sees that it was changed; each version is kept with its reason', async () => {
  const both = await Promise.all([save({ cityId: HANGZHOU, photosBeforeDepart: 1 }), save({ cityId: HANGZHOU, photosBeforeDepart: 3 })])
  expect(both.map(({ error }) => error ?? 'saved').toSorted()).toEqual(['driverDuty.versionConflict', 'saved'])
  const { version } = both.find(({ code }) => code === 0)!.data as Rules
  const next = await saved({ cityId: HANGZHOU, version, changeReason: '旺季放宽', photosBeforeDepart: 0 })
  expect((await save({ cityId: HANGZHOU, version, photosBeforeDepart: 6 })).error).toBe('driverDuty.versionConflict')
  const history = JSON.stringify((await world.send(driverDutyCalls.history, { cityId: HANGZHOU })).data)
  for (const reason of ['夜间安全', '旺季放宽']) expect(history).toContain(reason)
  // Rules of all cities have a history of their own.
  expect(JSON.stringify((await world.send(driverDutyCalls.history, {})).data)).not.toContain('旺季放宽')
  expect((await list()).rows).toMatchObject([{ cityId: HANGZHOU, version: next.version, photosBeforeDepart: 0 }])
})

test.each([
  ['faceEveryHours', 0, 1],
  ['faceEveryHours', 721, 720],
  ['insuranceEveryHours', 0, 1],
  ['photosBeforeDepart', 7, 6],
  ['receiptFromFen', 1_000_001, 1_000_000],
  ['faceRandomPercent', -1, 0],
])('%s of %d is refused at its field, %d is taken', async (field, beyond, border) => {
  expect(await save({ cityId: HANGZHOU, [field]: beyond })).toMatchObject({ code: 400, data: { fields: [{ path: field }] } })
  expect((await list()).rows).toEqual([])
  expect(await saved({ cityId: HANGZHOU, [field]: border })).toMatchObject({ [field]: border })
})

test('an exam is asked for only where it is published and held; one that is asked for already stays asked', async () => {
  const elsewhere = await exam('上海路况', [SHANGHAI])
  const everywhere = await exam('安全驾驶')
  for (const examGroups of [[elsewhere], [everywhere], ['999999999']])
    expect((await save({ cityId: HANGZHOU, examGroups })).error).toBe('driverDuty.examUnknown')
  for (const one of [elsewhere, everywhere]) await publish(one, true)
  expect((await list()).exams.map(({ examGroupId }) => examGroupId).toSorted()).toEqual([elsewhere, everywhere].toSorted())
  expect((await save({ cityId: HANGZHOU, examGroups: [elsewhere] })).error).toBe('driverDuty.examUnknown')
  const { version } = await saved({ cityId: HANGZHOU, examGroups: [everywhere] })
  await publish(everywhere, false)
  expect(await saved({ cityId: HANGZHOU, version, examGroups: [everywhere], photosBeforeDepart: 5 })).toMatchObject({
    examGroups: [everywhere],
    photosBeforeDepart: 5,
  })
})
