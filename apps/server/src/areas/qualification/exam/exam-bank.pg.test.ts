import { examCalls, type ExamGroup, type ExamQuestion } from '@chauffeur/contract/qualification/exam'
import { examAppCalls } from '@chauffeur/contract/qualification/exam-attempt'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bring, undoImport } from '#test/bring'
import { as, driverAt } from '#test/drivers'
import { asQuestion, examsIn } from '#test/qualification/exams'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
const exams = examsIn(() => world)
const { save, questionsOf, own } = exams
beforeAll(async () => {
  world = await makeWorld({ jobs: true })
})
afterAll(() => world.close())
afterEach(() => exams.forgetAll())

test('an exam is published once it has the questions it draws, and keeps them', async () => {
  const exam = (await save({})).data as ExamGroup
  const { examGroupId } = exam
  const publish = (version: number, on = true) => world.send(examCalls.publish, { examGroupId, version, published: on }, 'hangzhou')
  for (const n of [1, 2]) await world.send(examCalls.saveQuestion, { examGroupId, ...asQuestion(n) }, 'hangzhou')
  expect(await publish(1)).toMatchObject({ error: 'exam.tooFewQuestions', data: { have: 2, need: 3 } })
  expect((await world.send(examCalls.saveQuestion, { examGroupId, ...asQuestion(2) }, 'hangzhou')).error).toBe('exam.questionTwice')
  const wrong = await world.send(examCalls.saveQuestion, { examGroupId, ...asQuestion(3), answer: [0, 1] }, 'hangzhou')
  expect(wrong).toMatchObject({ error: 'exam.questionInvalid', data: { fields: [{ path: 'answer' }] } })
  await world.send(examCalls.saveQuestion, { examGroupId, ...asQuestion(3) }, 'hangzhou')
  const driver = await driverAt(world, null, 'OFFLINE')
  expect(await own(driver, exam)).toBeUndefined()
  expect((await as(world, driver)(examAppCalls.startExam, { examGroupId })).error).toBe('exam.notOpen')
  expect((await publish(1)).data).toMatchObject({ published: true, version: 2, questions: 3, allowedActions: ['edit', 'disable'] })
  expect((await publish(1, false)).error).toBe('exam.versionConflict')
  const [question] = await questionsOf(exam)
  const remove = () =>
    world.send(examCalls.deleteQuestion, { examQuestionId: question!.examQuestionId, version: question!.version }, 'hangzhou')
  expect(await remove()).toMatchObject({ error: 'exam.tooFewQuestions', data: { have: 2, need: 3 } })
  expect((await save({ examGroupId, version: 2, drawn: 4 })).error).toBe('exam.tooFewQuestions')
  await publish(2, false)
  expect((await remove()).code).toBe(0)
  expect((await questionsOf(exam)).map(({ text, position }) => `${position} ${text}`)).toEqual(['2 第 2 题', '3 第 3 题'])
  const { rows } = (await world.send(examCalls.history, { examGroupId }, 'hangzhou')).data as {
    rows: { version: number; published: boolean }[]
  }
  expect(rows.map(({ version, published: on }) => [version, on])).toEqual([
    [3, false],
    [2, true],
    [1, false],
  ])
})

test('a city that is named twice is kept once', async () => {
  expect((await save({ cityIds: [HANGZHOU, HANGZHOU] })).data).toMatchObject({ cityIds: [HANGZHOU] })
})

test('who runs one city keeps the exams of that city, reads what holds in all, and sees nothing of another', async () => {
  const all = (await save({ cityIds: [] }, 'all')).data as ExamGroup
  const shanghai = (await save({ cityIds: [SHANGHAI], name: '上海' }, 'all')).data as ExamGroup
  const both = (await save({ cityIds: [HANGZHOU, SHANGHAI], name: '两城' }, 'all')).data as ExamGroup
  const seen = async (who: Person) =>
    ((await world.send(examCalls.groups, {}, who)).data as { rows: ExamGroup[] }).rows.map(({ examGroupId }) => examGroupId).toSorted()
  expect(await seen('hangzhou')).toEqual([all.examGroupId, both.examGroupId].toSorted())
  expect(await seen('other')).toEqual([])
  expect(await seen('partner')).toEqual([])
  for (const exam of [all, both]) {
    const { examGroupId, version } = exam
    expect((await world.send(examCalls.group, { examGroupId }, 'hangzhou')).data).toMatchObject({ allowedActions: [] })
    expect((await save({ examGroupId, version })).error).toBe('exam.beyondCities')
    expect((await world.send(examCalls.publish, { examGroupId, version, published: true }, 'hangzhou')).error).toBe('exam.beyondCities')
    expect((await world.send(examCalls.saveQuestion, { examGroupId, ...asQuestion(1) }, 'hangzhou')).error).toBe('exam.beyondCities')
  }
  for (const cityIds of [[], [SHANGHAI], [HANGZHOU, SHANGHAI]]) expect((await save({ cityIds })).error).toBe('exam.beyondCities')
  // Whoever works for an organisation reads what is examined in its city, and changes nothing.
  expect((await save({ cityIds: [HANGZHOU] }, 'company')).error).toBe('exam.beyondCities')
  const added = await world.send(examCalls.saveQuestion, { examGroupId: shanghai.examGroupId, ...asQuestion(1) }, 'all')
  const { examQuestionId } = added.data as ExamQuestion
  expect((await world.send(examCalls.question, { examQuestionId }, 'hangzhou')).error).toBe('exam.questionNotFound')
  expect((await world.send(examCalls.questions, { examGroupId: shanghai.examGroupId }, 'hangzhou')).error).toBe('exam.groupNotFound')
  expect((await world.send(examCalls.history, { examGroupId: shanghai.examGroupId }, 'hangzhou')).error).toBe('exam.groupNotFound')
  const moved = await save({ examGroupId: both.examGroupId, version: 1, cityIds: [SHANGHAI], name: '两城' }, 'all')
  expect(moved.code).toBe(0)
  expect(await seen('hangzhou')).toEqual([all.examGroupId])
})

test('questions come by file: each row has its result, what is there already is refused, and it can be taken back', async () => {
  const { examGroupId } = (await save({})).data as ExamGroup
  await world.send(examCalls.saveQuestion, { examGroupId, ...asQuestion(1) }, 'hangzhou')
  const content = [
    '题型,题干,选项A,选项B,选项C,答案,分值,解析',
    '单选,酒后客户拒绝系安全带怎么办,劝其系好再出发,直接出发,,A,5,安全第一',
    '多选题,出发前检查什么,外观,油量,乘客姓名,AB,10分,',
    '判断,可以边开车边接电话,,,,错,5,',
    '单选,第 1 题,甲,乙,,A,5,',
    '单选,答案不在选项里,甲,乙,,D,5,',
    '填空,没有这种题,甲,乙,,A,5,',
  ].join('\r\n')
  const { importId, results } = await bring(world, { kind: 'exam.questions', into: { examGroupId }, content, as: 'hangzhou' })
  expect(results.map(([, state]) => state)).toEqual(['DONE', 'DONE', 'DONE', 'REFUSED', 'REFUSED', 'REFUSED'])
  // What is wrong with a question is said, and not only that something is.
  expect(results[4]).toContain('答案应在选项之内，且不能重复')
  const brought = await questionsOf({ examGroupId } as ExamGroup)
  expect(brought.map(({ kind, options, answer: right, score }) => ({ kind, options, right, score })).slice(1)).toEqual([
    { kind: 'SINGLE', options: ['劝其系好再出发', '直接出发'], right: [0], score: 5 },
    { kind: 'MULTIPLE', options: ['外观', '油量', '乘客姓名'], right: [0, 1], score: 10 },
    { kind: 'JUDGE', options: [], right: [1], score: 5 },
  ])
  await undoImport(world, importId, 'hangzhou')
  expect((await questionsOf({ examGroupId } as ExamGroup)).map(({ text }) => text)).toEqual(['第 1 题'])
})

test('questions of one exam go into another by the file of their list', async () => {
  const { examGroupId } = (await save({})).data as ExamGroup
  // As the list writes them.
  const content = ['序号,题型,题干,选项,答案,分值,解析', '1,单选题,甲,"A. 停稳再接\nB. 边开边接",A,5,安全第一', '2,判断题,乙,,B,5,'].join(
    '\r\n',
  )
  const { results } = await bring(world, { kind: 'exam.questions', into: { examGroupId }, content, as: 'hangzhou' })
  expect(results.map(([, state]) => state)).toEqual(['DONE', 'DONE'])
  expect((await questionsOf({ examGroupId } as ExamGroup)).map(({ options, answer: right }) => [options, right])).toEqual([
    [['停稳再接', '边开边接'], [0]],
    [[], [1]],
  ])
})
