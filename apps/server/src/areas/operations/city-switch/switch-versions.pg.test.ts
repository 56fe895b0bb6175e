import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { citySwitchCalls as calls } from '@chauffeur/contract/operations/city-switch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal, switchesIn } from '#test/platform/city-switches'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => (world = await makeWorld()))
afterAll(() => world.close())
const { stand, save, turn } = switchesIn(() => world)

describe('a switch', () => {
  test('says who changed it when and why, from when it holds and what comes next; each change is a version', async () => {
    expect(await stand('tips', SHANGHAI)).toMatchObject({ on: true, own: false, version: 0, changedBy: '', changedAt: null, planned: [] })
    const [from, until] = [3_600_000, 7_200_000].map((ms) => new Date(Date.now() + ms).toISOString()) as [string, string]
    expect(await turn('tips', false, { cityId: SHANGHAI, from, until, changeReason: '今晚活动' })).toMatchObject({
      on: true,
      version: 2,
      planned: [
        { on: false, from, reason: '今晚活动' },
        { on: true, from: until },
      ],
    })
    // Until it comes nothing is different; then it is, and then it is as it was.
    await world.owner.query(
      `update setting_versions set effective_from = now() - interval '1 minute' where kind = 'citySwitch.tips' and city_id = $1 and version = 1`,
      [SHANGHAI],
    )
    expect(await stand('tips', SHANGHAI)).toMatchObject({ on: false, own: true, reason: '今晚活动', planned: [{ on: true }] })
    await world.owner.query(
      `update setting_versions set effective_from = now() where kind = 'citySwitch.tips' and city_id = $1 and version = 2`,
      [SHANGHAI],
    )
    expect(await stand('tips', SHANGHAI)).toMatchObject({ on: true, planned: [] })
    const { rows } = (await world.send(calls.history, { cityId: SHANGHAI, key: 'tips' })).data as AnswerOf<typeof calls.history>
    expect(rows.map(({ version, on }) => [version, on])).toEqual([
      [2, true],
      [1, false],
    ])
  })

  test('of prepayment says how long orders wait, in the same versions; changed with many others it keeps that, and no other switch has it', async () => {
    const of = { cityId: SHANGHAI }
    expect(await turn('prePay', true, { ...of, prepayWaitS: 1_800 })).toMatchObject({ on: true, prepayWaitS: 1_800 })
    const rows = [{ cityId: SHANGHAI, key: 'prePay', on: false }]
    expect((await world.send(calls.batchSave, { rows: JSON.stringify(rows) })).data).toMatchObject({ saved: 1 })
    expect(await stand('prePay', SHANGHAI)).toMatchObject({ on: false, prepayWaitS: 1_800 })
    expect(await turn('prePay', false, of)).toMatchObject({ on: false, prepayWaitS: null })
    const { rows: before } = (await world.send(calls.history, { ...of, key: 'prePay' })).data as AnswerOf<typeof calls.history>
    expect(before.map(({ on, prepayWaitS }) => [on, prepayWaitS])).toEqual([
      [false, null],
      [false, 1_800],
      [true, 1_800],
    ])
    for (const [key, prepayWaitS] of [
      ['tips', 1_800],
      ['prePay', 60],
      ...[0, -900, 1_000_000_000, 120.5, '半小时', true, [900]].map((odd) => ['prePay', odd] as const),
    ] as const)
      expect(await save(key, true, { ...of, prepayWaitS })).toMatchObject({ code: 400, data: { fields: [{ path: 'prepayWaitS' }] } })
  })

  test('that is changed now does not come back by a plan that was forgotten', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString()
    expect(await turn('cash', false, { cityId: SHANGHAI, until })).toMatchObject({ on: false, planned: [{ on: true, from: until }] })
    expect(await turn('cash', false, { cityId: SHANGHAI })).toMatchObject({ on: false, planned: [] })
    await turn('cash', true, { cityId: SHANGHAI })
  })

  test('that was planned, and set aside before it came, does not turn by what was set aside', async () => {
    const [from, until] = [3_600_000, 7_200_000].map((ms) => new Date(Date.now() + ms).toISOString()) as [string, string]
    expect(await turn('cash', false, { cityId: SHANGHAI, from, until })).toMatchObject({ on: true, planned: [{ from }, { from: until }] })
    expect(await turn('cash', true, { cityId: SHANGHAI })).toMatchObject({ on: true, planned: [] })
    expect(await turn('cash', false, { cityId: SHANGHAI })).toMatchObject({ on: false, planned: [] })
    const { rows } = (await world.send(calls.history, { cityId: SHANGHAI, key: 'cash' })).data as AnswerOf<typeof calls.history>
    expect(rows.filter(({ status, on }) => status === 'SCHEDULED' && on)).toEqual([])
    await turn('cash', true, { cityId: SHANGHAI })
  })

  test('is changed by one of two people who saw the same; the other is told how it stands', async () => {
    const { version } = await stand('cancelFee', SHANGHAI)
    const change = { cityId: SHANGHAI, key: 'cancelFee', version }
    const answers = await Promise.all([world.send(calls.save, { ...change, on: false }), world.send(calls.save, { ...change, on: false })])
    expect(answers.map(refusal).sort((a, b) => a.localeCompare(b))).toEqual(['0', 'citySwitch.versionConflict'])
    const late = answers.find(({ code }) => code !== 0)!
    expect(late.data).toMatchObject({ current: { on: false, version: version + 1 } })
    await turn('cancelFee', true, { cityId: SHANGHAI })
  })

  test('names the time that makes no sense', async () => {
    const past = new Date(Date.now() - 60_000).toISOString()
    expect(await save('tips', false, { from: past })).toMatchObject({ error: 'citySwitch.times', data: { fields: [{ path: 'from' }] } })
    expect(await save('tips', false, { until: past })).toMatchObject({ error: 'citySwitch.times', data: { fields: [{ path: 'until' }] } })
    expect(await save('face', true, { until: new Date(Date.now() + 60_000).toISOString() })).toMatchObject({ error: 'citySwitch.nowOnly' })
  })

  test('is seen and changed by those who run its city alone', async () => {
    const seen = async (person: Person) =>
      ((await world.send(calls.view, {}, person)).data as AnswerOf<typeof calls.view>).rows.map(({ cityId }) => cityId)
    expect(await seen('hangzhou')).toEqual([HANGZHOU])
    expect((await save('tips', false, { cityId: SHANGHAI }, 'hangzhou')).error).toBe('citySwitch.otherCity')
    expect((await world.send(calls.history, { cityId: SHANGHAI, key: 'tips' }, 'hangzhou')).code).toBe(404)
    expect((await save('tips', true, {}, 'hangzhou')).code).toBe(0)
    expect((await save('photos', false, {}, 'hangzhou')).code).toBe(0)
    expect((await save('tips', true, {}, 'company')).code).toBe(404)
    const own = async (person: Person) =>
      ((await world.send(calls.ownCities, {}, person)).data as AnswerOf<typeof calls.ownCities>).rows.length
    expect([await own('all'), await own('hangzhou'), await own('company')]).toEqual([2, 1, 0])
  })
})

test('what customers feel is one form of the same switches', async () => {
  type Conf = AnswerOf<typeof calls.customerShow>
  const shown = async () => (await world.send(calls.customerShow, { cityId: HANGZHOU })).data as Conf
  const before = await shown()
  expect(before).toMatchObject({ cityId: HANGZHOU, deskOrder: true, tips: true })
  const update = { cityId: HANGZHOU, version: before.version, tips: false, cash: true }
  const after = (await world.send(calls.customerUpdate, update)).data as Conf
  expect(after).toMatchObject({ tips: false, cash: true, deskOrder: true, version: before.version + 1 })
  expect(await stand('tips')).toMatchObject({ on: false })
  expect(await world.send(calls.customerUpdate, update)).toMatchObject({
    error: 'citySwitch.versionConflict',
    data: { current: { tips: false } },
  })
  await turn('tips', true)
})

test('who may turn switches and not edit the rules of duty turns none of those, is told so, and nothing of the rules is kept', async () => {
  const forget = async (text: string) => {
    await world.owner.query(text, [world.tenantA])
    world.app.platform.forgetSession()
  }
  const versions = async () =>
    (await world.owner.query<{ n: number }>(`select count(*)::int as n from setting_versions where kind = 'dutyRules'`)).rows
  const before = await versions()
  const seen = { face: await stand('face'), tips: await stand('tips') }
  await forget(`delete from role_functions where function_code = 'dispatchSettings.edit' and tenant_id = $1`)
  try {
    expect(refusal(await save('face', !seen.face.on))).toBe('citySwitch.notYours')
    expect(refusal(await save('photos', true))).toBe('citySwitch.notYours')
    expect(await stand('face')).toMatchObject({ on: seen.face.on, version: seen.face.version, mayChange: false })
    expect(await stand('tips'), 'those that are not theirs alone').toMatchObject({ mayChange: true })
    await turn('tips', !seen.tips.on)
  } finally {
    await forget(
      `insert into role_functions (tenant_id, role_id, function_code) select tenant_id, role_id, 'dispatchSettings.edit' from roles where tenant_id = $1 and name = '全部'`,
    )
  }
  expect(await versions()).toEqual(before)
  await turn('tips', seen.tips.on)
})
