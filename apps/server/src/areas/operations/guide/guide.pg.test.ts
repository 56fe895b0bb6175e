import { type GuideStep, guideCalls } from '@chauffeur/contract/operations/home'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDriver, makeWorld, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const guide = async () =>
  (await world.send(guideCalls.guide, {}, world.people.all.token)).data as {
    steps: { step: GuideStep; done: boolean; skipped: boolean }[]
    closed: boolean
    version: number
  }
const isDone = async (step: GuideStep) => (await guide()).steps.find((one) => one.step === step)!.done

test('a step is done when the business has what it asks for, and open again when that is gone', async () => {
  expect(await isDone('PRICES')).toBe(true)
  await world.owner.query(`update price_templates set effective_from = now() + interval '1 day' where code = 'T310000'`)
  expect(await isDone('PRICES')).toBe(false)
  await world.owner.query(`update tenant_cities set open = false where tenant_id = $1 and city_id = 310000`, [world.tenantA])
  expect(await isDone('PRICES')).toBe(true)
  expect(await isDone('DRIVER')).toBe(false)
  expect(await isDone('INVITATION')).toBe(false)
  await addDriver(world, {})
  expect(await isDone('DRIVER')).toBe(true)
  expect(await isDone('ORDER')).toBe(false)
  expect(await isDone('MAPS')).toBe(false)
  expect(await isDone('MESSAGES')).toBe(false)
})

test('a step is left out and taken up again, the guide is put away, and two who change it at once see each other', async () => {
  const save = (input: object) => world.send(guideCalls.saveGuide, { skipped: [], closed: false, ...input }, world.people.all.token)
  expect((await save({ version: 0, skipped: ['MAPS', 'MESSAGES'] })).code).toBe(0)
  const { steps, version } = await guide()
  expect(steps.filter(({ skipped }) => skipped).map(({ step }) => step)).toEqual(['MAPS', 'MESSAGES'])
  expect((await save({ version: 0 })).error).toBe('guide.versionConflict')
  expect((await save({ version, closed: true })).code).toBe(0)
  expect(await guide()).toMatchObject({ closed: true })
  expect((await world.send(guideCalls.guide, {}, world.people.weak.token)).code).toBe(403)
})

test('the guide is put away for everybody by who runs all cities alone', async () => {
  const { version } = await guide()
  const answer = await world.send(guideCalls.saveGuide, { skipped: [], closed: true, version }, 'hangzhou')
  expect(answer.error).toBe('guide.wholeTenantOnly')
  expect((await guide()).version).toBe(version)
})
