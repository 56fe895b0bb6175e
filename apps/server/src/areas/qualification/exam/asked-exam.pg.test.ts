import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { examCalls, type ExamGroup } from '@chauffeur/contract/qualification/exam'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDriver, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  for (const table of ['setting_versions', 'exam_attempts', 'exam_questions', 'exam_groups'])
    await world.owner.query(`delete from ${table}`)
})

const rule = { name: '安全考试', passPercent: 80, drawn: 3, minutes: 20, attemptsADay: 3, validDays: 365, sections: [] }
const save = (input: object, who: Person = 'hangzhou') => world.send(examCalls.saveGroup, { ...rule, cityIds: [HANGZHOU], ...input }, who)
const asQuestion = (n: number) => ({ kind: 'SINGLE', text: `第 ${n} 题`, options: ['对的', '错的'], answer: [0], score: 10 })
async function published(): Promise<ExamGroup> {
  const { examGroupId, version } = (await save({})).data as ExamGroup
  for (const n of [1, 2, 3]) expect((await world.send(examCalls.saveQuestion, { examGroupId, ...asQuestion(n) }, 'hangzhou')).code).toBe(0)
  return (await world.send(examCalls.publish, { examGroupId, version, published: true }, 'hangzhou')).data as ExamGroup
}
const duty = (input: object) =>
  world.send(
    driverDutyCalls.save,
    {
      ...{ cityId: HANGZHOU, version: 0, faceRequired: false, faceEveryHours: 24 },
      ...{ insuranceRequired: false, insuranceEveryHours: 24, photosBeforeDepart: 0, ...input },
    },
    'hangzhou',
  )

test('an exam that a city asks for is neither published again nor held there as well while none of its drivers has passed; nothing stays of the try', async () => {
  const exam = await published()
  await addDriver(world)
  expect((await duty({ examGroups: [exam.examGroupId], excludeAll: true })).code).toBe(0)
  const publish = async (on: boolean) => {
    const { version } = (await world.send(examCalls.group, { examGroupId: exam.examGroupId }, 'hangzhou')).data as ExamGroup
    return world.send(examCalls.publish, { examGroupId: exam.examGroupId, version, published: on }, 'hangzhou')
  }
  expect((await publish(false)).code).toBe(0)
  expect(await publish(true)).toMatchObject({
    error: 'exam.shutsCities',
    data: { cities: [{ cityId: HANGZHOU, drivers: expect.any(Number), without: expect.any(Number) }] },
  })
  expect((await world.send(examCalls.group, { examGroupId: exam.examGroupId }, 'hangzhou')).data).toMatchObject({ published: false })
  // Taken out of the rules, published, passed and asked for again.
  expect((await duty({ examGroups: [], version: 1 })).code).toBe(0)
  expect((await publish(true)).code).toBe(0)
  await world.owner.query(
    `insert into exam_attempts (tenant_id, exam_group_id, group_version, driver_id, city_id, state, pass_percent, full_score, score, ends_at, submitted_at)
     select tenant_id, $1, 1, driver_id, city_id, 'PASSED', 80, 30, 30, now(), now() from drivers`,
    [exam.examGroupId],
  )
  expect((await publish(false)).code).toBe(0)
  await world.owner.query(`update setting_versions set content = content || $1`, [JSON.stringify({ examGroups: [exam.examGroupId] })])
  expect((await publish(true)).code, 'one of them has passed').toBe(0)

  const elsewhere = (await save({ name: '上海考试', cityIds: [SHANGHAI], drawn: 1 }, 'all')).data as ExamGroup
  await world.send(examCalls.saveQuestion, { examGroupId: elsewhere.examGroupId, ...asQuestion(1) }, 'all')
  await world.owner.query('update exam_groups set published = true where exam_group_id = $1', [elsewhere.examGroupId])
  await world.owner.query('update setting_versions set content = content || $1', [JSON.stringify({ examGroups: [elsewhere.examGroupId] })])
  const wider = { examGroupId: elsewhere.examGroupId, version: 1, name: '上海考试', cityIds: [SHANGHAI, HANGZHOU], drawn: 1 }
  expect((await save(wider, 'all')).error).toBe('exam.shutsCities')
})

test('in a city two exams have two names', async () => {
  const { examGroupId, version } = (await save({})).data as ExamGroup
  expect((await save({})).error).toBe('exam.nameTaken')
  expect((await save({ cityIds: [] }, 'all')).error).toBe('exam.nameTaken')
  expect((await save({ cityIds: [SHANGHAI] }, 'all')).code).toBe(0)
  expect((await save({ examGroupId, version, minutes: 30 })).code, 'itself').toBe(0)
  expect((await save({ examGroupId, version: 2, cityIds: [HANGZHOU, SHANGHAI] }, 'all')).error).toBe('exam.nameTaken')
})
