import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { examCalls, type ExamGroup } from '@chauffeur/contract/qualification/exam'
import { driverFitnessAppCalls, driverFitnessCalls } from '@chauffeur/contract/qualification/fitness'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { as, driverAt } from '#test/drivers'
import { inAppOf } from '#test/notices'
import { examsIn } from '#test/qualification/exams'
import { HANGZHOU, makeWorld, type World } from '#test/world'

let world: World
const exams = examsIn(() => world)
const { save, published, own, take, duty } = exams
beforeAll(async () => {
  world = await makeWorld({ jobs: true })
})
afterAll(() => world.close())
afterEach(() => exams.forgetAll())

test('a city that asks for an exam: who has not passed is held back and told which, who passes goes on duty, and a pass that ends holds back again', async () => {
  const exam = await published()
  const [driver, other] = [await driverAt(world, null, 'OFFLINE'), await driverAt(world, null, 'OFFLINE')]
  await take(other, exam)
  const examGroups = [exam.examGroupId]
  expect((await world.send(driverDutyCalls.trial, { cityId: HANGZHOU, examGroups }, 'hangzhou')).data).toMatchObject({
    cities: [{ cityId: HANGZHOU, drivers: expect.any(Number), without: expect.any(Number) }],
  })
  expect((await duty({ examGroups })).data).toMatchObject({ examGroups })
  // Saved again it is asked for as before.
  expect((await duty({ examGroups, version: 1 })).data).toMatchObject({ examGroups })
  await expect
    .poll(() => inAppOf(world, driver, /APP_EXAM_ASKED/), { timeout: 20_000 })
    .toEqual(['APP_EXAM_ASKED 公司要求您参加考试“安全考试”，通过后才能上线接单。'])
  expect(await inAppOf(world, other, /APP_EXAM_ASKED/)).toEqual([])
  const call = as(world, driver)
  expect(await call(dispatchCalls.goOnline)).toMatchObject({
    ...{ error: 'driver.examRequired', data: { exams: [{ examGroupId: exam.examGroupId, name: '安全考试' }] } },
  })
  const point = async () =>
    (
      (await world.send(driverFitnessCalls.fitness, { driverId: driver.driverId }, 'hangzhou')).data as {
        points: { point: string; state: string; words: string }[]
      }
    ).points.find((one) => one.point === 'EXAM')
  expect(await point()).toMatchObject({ state: 'STOPS', words: '未通过或已过有效期：安全考试' })
  expect((await call(driverFitnessAppCalls.ownFitness)).data).toMatchObject({ fit: false })
  expect(await own(driver, exam)).toMatchObject({ asked: true })
  await take(driver, exam, 1)
  expect((await call(dispatchCalls.goOnline)).error).toBe('driver.examRequired')
  expect(await inAppOf(world, driver, /APP_EXAM_PASSED/)).toEqual([])
  await take(driver, exam)
  expect(await inAppOf(world, driver, /APP_EXAM_PASSED/)).toEqual(['APP_EXAM_PASSED 您已通过“安全考试”，公司要求的考试已全部通过。'])
  // What was passed before it was asked for is no news.
  expect(await inAppOf(world, other, /APP_EXAM_PASSED/)).toEqual([])
  expect(await point()).toMatchObject({ state: 'OK', words: expect.stringContaining('已通过，有效至') })
  expect((await call(dispatchCalls.goOnline)).code).toBe(0)
  await call(dispatchCalls.goOffline)
  await world.owner.query(`update exam_attempts set valid_until = now() - interval '1 minute' where driver_id = $1 and state = 'PASSED'`, [
    driver.driverId,
  ])
  expect((await call(dispatchCalls.goOnline)).error).toBe('driver.examRequired')
  // What nobody can take holds nobody back.
  await world.send(examCalls.publish, { examGroupId: exam.examGroupId, version: exam.version, published: false }, 'hangzhou')
  expect((await call(dispatchCalls.goOnline)).code).toBe(0)
  await call(dispatchCalls.goOffline)
})

test('a rule that would keep every driver of a city off duty is saved once somebody says that they mean it', async () => {
  const exam = await published()
  const driver = await driverAt(world, null, 'OFFLINE')
  const examGroups = [exam.examGroupId]
  const trial = (await world.send(driverDutyCalls.trial, { cityId: HANGZHOU, examGroups }, 'hangzhou')).data as {
    cities: { cityName: string; drivers: number; without: number }[]
  }
  expect(trial.cities).toHaveLength(1)
  expect(trial.cities[0]!.without).toBe(trial.cities[0]!.drivers)
  expect(await duty({ examGroups })).toMatchObject({ error: 'driverDuty.excludesAll', data: trial })
  expect((await duty({ examGroups, excludeAll: true })).code).toBe(0)
  // Saved again for another reason it does not ask again; an exam that is not published cannot be asked for anew.
  expect((await duty({ examGroups, version: 1, photosBeforeDepart: 2 })).code).toBe(0)
  const draft = (await save({ name: '未发布' })).data as ExamGroup
  expect((await duty({ examGroups: [...examGroups, draft.examGroupId], version: 2 })).error).toBe('driverDuty.examUnknown')
  // For every city only by who sees every city, and only an exam that is held in all of them is theirs to take.
  expect((await duty({ cityId: undefined, examGroups }, 'hangzhou')).error).toBe('driverDuty.otherCity')
  expect((await world.send(driverDutyCalls.trial, { examGroups }, 'hangzhou')).error).toBe('driverDuty.otherCity')
  await take(driver, exam)
  const after = (await world.send(driverDutyCalls.trial, { cityId: HANGZHOU, examGroups }, 'hangzhou')).data as typeof trial
  expect(after.cities[0]!.without).toBe(after.cities[0]!.drivers - 1)
})
