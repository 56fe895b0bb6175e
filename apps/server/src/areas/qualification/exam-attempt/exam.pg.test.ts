import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { examCalls, type ExamGroup, type ExamQuestion } from '@chauffeur/contract/qualification/exam'
import { examAppCalls, examAttemptCalls, type OwnAttempt, type OwnExam } from '@chauffeur/contract/qualification/exam-attempt'
import { driverFitnessAppCalls, driverFitnessCalls } from '@chauffeur/contract/qualification/fitness'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inAppOf } from '#test/notices'
import { bring, undoImport } from '#test/bring'
import { as, driverAt, type TestDriver, until } from '#test/drivers'
import { lockWaits } from '#test/held'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'
import { endOverdue } from './index.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ jobs: true })
})
afterAll(() => world.close())
afterEach(async () => {
  await world.owner.query('delete from setting_versions')
  await world.owner.query('delete from exam_attempts')
  await world.owner.query('delete from exam_questions')
  await world.owner.query('delete from exam_groups')
})

const rule = { name: '安全考试', passPercent: 80, drawn: 3, minutes: 20, attemptsADay: 3, validDays: 365 }
const sections = [
  { title: '出发前', text: '检查车辆外观并拍照。' },
  { title: '行程中', text: '不超速，不接听电话。' },
]
const save = (input: object, who: Person = 'hangzhou') =>
  world.send(examCalls.saveGroup, { ...rule, cityIds: [HANGZHOU], sections: [], ...input }, who)
const asQuestion = (n: number) => ({
  ...{ kind: 'SINGLE', text: `第 ${n} 题`, options: ['对的', '错的', '也错'] },
  ...{ answer: [0], score: 10, explanation: `见手册第 ${n} 页` },
})
/** An exam that drivers can take: its questions are answered right by the first option. */
async function published({ questions = 3, ...input }: { questions?: number } & Partial<Record<keyof ExamGroup, unknown>> = {}) {
  const exam = (await save(input)).data as ExamGroup
  for (let n = 1; n <= questions; n++)
    expect((await world.send(examCalls.saveQuestion, { examGroupId: exam.examGroupId, ...asQuestion(n) }, 'hangzhou')).code).toBe(0)
  const done = await world.send(examCalls.publish, { examGroupId: exam.examGroupId, version: exam.version, published: true }, 'hangzhou')
  expect(done.code).toBe(0)
  return done.data as ExamGroup
}
const questionsOf = async ({ examGroupId }: ExamGroup, who: Person = 'hangzhou') =>
  ((await world.send(examCalls.questions, { examGroupId }, who)).data as { rows: ExamQuestion[] }).rows
const own = async (driver: TestDriver, { examGroupId }: ExamGroup) =>
  ((await as(world, driver)(examAppCalls.exams)).data as { rows: OwnExam[] }).rows.find((one) => one.examGroupId === examGroupId)
const start = async (driver: TestDriver, { examGroupId }: ExamGroup) =>
  (await as(world, driver)(examAppCalls.startExam, { examGroupId })).data as OwnAttempt
const answer = (driver: TestDriver, { examAttemptId }: OwnAttempt, position: number, ...chosen: number[]) =>
  as(world, driver)(examAppCalls.saveAnswer, { examAttemptId, position, chosen })
const submit = async (driver: TestDriver, { examAttemptId }: OwnAttempt) =>
  (await as(world, driver)(examAppCalls.submitExam, { examAttemptId })).data as OwnAttempt
/** Takes an exam; of its questions so many are answered wrong. */
async function take(driver: TestDriver, exam: ExamGroup, wrong = 0) {
  const attempt = await start(driver, exam)
  for (const { position } of attempt.questions) expect((await answer(driver, attempt, position, position <= wrong ? 1 : 0)).code).toBe(0)
  return submit(driver, attempt)
}
const late = (examAttemptId: string) =>
  world.owner.query(`update exam_attempts set ends_at = clock_timestamp() - interval '1 second' where exam_attempt_id = $1`, [
    examAttemptId,
  ])
const duty = (input: object, who: Person = 'hangzhou') =>
  world.send(
    driverDutyCalls.save,
    {
      ...{ cityId: HANGZHOU, version: 0, faceRequired: false, faceEveryHours: 24 },
      ...{ insuranceRequired: false, insuranceEveryHours: 24, photosBeforeDepart: 0, ...input },
    },
    who,
  )

test('a driver fails, reads what was wrong and why, passes, and reads until when the pass holds', async () => {
  const exam = await published({ questions: 5 })
  const driver = await driverAt(world, null, 'OFFLINE')
  expect(await own(driver, exam)).toMatchObject({ name: '安全考试', triesLeft: 3, passed: false, asked: false, openAttemptId: null })
  const attempt = await start(driver, exam)
  expect(attempt).toMatchObject({ state: 'OPEN', score: null, fullScore: 30 })
  expect(attempt.secondsLeft).toBeGreaterThan(1_190)
  expect(attempt.questions).toHaveLength(3)
  expect(new Set(attempt.questions.map(({ text }) => text)).size).toBe(3)
  for (const one of attempt.questions) expect(one).toMatchObject({ chosen: null, right: null, answer: null, explanation: null })
  // Begun again it goes on with the same questions and what was answered.
  expect((await answer(driver, attempt, 1, 2)).code).toBe(0)
  expect((await start(driver, exam)).questions).toEqual(
    attempt.questions.map((one) => ({ ...one, chosen: one.position === 1 ? [2] : null })),
  )
  expect((await answer(driver, attempt, 1, 0, 1)).error).toBe('exam.answerInvalid')
  expect((await answer(driver, attempt, 1, 5)).error).toBe('exam.answerInvalid')
  expect((await answer(driver, attempt, 4, 0)).error).toBe('exam.answerInvalid')
  await answer(driver, attempt, 2, 0)
  const failed = await submit(driver, attempt)
  expect(failed).toMatchObject({ state: 'FAILED', score: 10, byTime: false, validUntil: null, secondsLeft: 0 })
  expect(failed.questions.map(({ right }) => right)).toEqual([false, true, false])
  expect(failed.questions[0]).toMatchObject({ chosen: [2], answer: [0], explanation: expect.stringContaining('见手册') })
  expect((await answer(driver, attempt, 3, 0)).error).toBe('exam.over')

  const passed = await take(driver, exam)
  expect(passed).toMatchObject({ state: 'PASSED', score: 30 })
  expect(Math.round((Date.parse(passed.validUntil!) - Date.now()) / 86_400_000)).toBe(365)
  expect(await own(driver, exam)).toMatchObject({
    ...{ passed: true, validUntil: passed.validUntil, triesLeft: 1, lastAttemptId: passed.examAttemptId },
  })
  // One that is failed afterwards takes no pass away.
  await take(driver, exam, 3)
  expect(await own(driver, exam)).toMatchObject({ passed: true, triesLeft: 0 })
  expect(await as(world, driver)(examAppCalls.startExam, { examGroupId: exam.examGroupId })).toMatchObject({
    error: 'exam.noTriesLeft',
    data: { attemptsADay: 3 },
  })
})

test('an attempt handed in twice at once is counted once, and begun twice at once it is one', async () => {
  const exam = await published()
  const driver = await driverAt(world, null, 'OFFLINE')
  const begun = await Promise.all([start(driver, exam), start(driver, exam), start(driver, exam)])
  expect(new Set(begun.map(({ examAttemptId }) => examAttemptId)).size).toBe(1)
  for (const { position } of begun[0]!.questions) await answer(driver, begun[0]!, position, 0)
  const results = await Promise.all([
    submit(driver, begun[0]!),
    submit(driver, begun[0]!),
    endOverdue(world.app.platform),
    submit(driver, begun[0]!),
  ])
  for (const result of results.filter((one) => one !== undefined)) expect(result).toEqual(results[0])
  const { rows } = await world.owner.query(
    `select count(*)::int as n from operation_logs where object = 'examAttempt' and object_id = $1 and after is not null`,
    [begun[0]!.examAttemptId],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('an attempt that is handed in while its driver begins anew stays as it was handed in', async () => {
  const exam = await published()
  const driver = await driverAt(world, null, 'OFFLINE')
  const { examAttemptId } = await start(driver, exam)
  // As another of the driver's telephones hands it in.
  await world.owner.query('begin')
  await world.owner.query(
    `update exam_attempts set state = 'FAILED', score = 0, submitted_at = clock_timestamp() where exam_attempt_id = $1`,
    [examAttemptId],
  )
  const next = start(driver, exam)
  await until(() => lockWaits(world), 'whoever begins waits')
  await world.owner.query('commit')
  expect(await next).toMatchObject({ state: 'OPEN' })
  const { rows } = await world.owner.query('select by_time from exam_attempts where exam_attempt_id = $1', [examAttemptId])
  expect(rows).toEqual([{ by_time: false }])
})

test('an attempt whose time is over counts as it stands, by the round or by whoever hands it in late, and takes no answer any more', async () => {
  const exam = await published({ passPercent: 60 })
  const [driver, other] = [await driverAt(world, null, 'OFFLINE'), await driverAt(world, null, 'OFFLINE')]
  const attempt = await start(driver, exam)
  await answer(driver, attempt, 1, 0)
  await answer(driver, attempt, 2, 0)
  await late(attempt.examAttemptId)
  expect((await answer(driver, attempt, 3, 0)).error).toBe('exam.over')
  expect((await as(world, driver)(examAppCalls.ownAttempt, { examAttemptId: attempt.examAttemptId })).data).toMatchObject({
    ...{ state: 'OPEN', secondsLeft: 0 },
  })
  await Promise.all([endOverdue(world.app.platform), endOverdue(world.app.platform)])
  expect((await as(world, driver)(examAppCalls.ownAttempt, { examAttemptId: attempt.examAttemptId })).data).toMatchObject({
    ...{ state: 'PASSED', score: 20, byTime: true },
  })
  const second = await start(other, exam)
  await answer(other, second, 1, 0)
  await late(second.examAttemptId)
  expect(await submit(other, second)).toMatchObject({ state: 'FAILED', score: 10, byTime: true })
  const rows = ((await world.send(examAttemptCalls.attempts, { examGroupId: exam.examGroupId }, 'hangzhou')).data as { rows: object[] })
    .rows
  expect(rows).toMatchObject([
    { driverId: other.driverId, state: 'FAILED', percent: 33, byTime: true },
    { driverId: driver.driverId, state: 'PASSED', percent: 66, byTime: true },
  ])
})

test('nobody sees or answers another driver’s attempt', async () => {
  const exam = await published()
  const [driver, other] = [await driverAt(world, null, 'OFFLINE'), await driverAt(world, null, 'OFFLINE')]
  const attempt = await start(driver, exam)
  const { examAttemptId } = attempt
  expect((await as(world, other)(examAppCalls.ownAttempt, { examAttemptId })).error).toBe('exam.attemptNotFound')
  expect((await answer(other, attempt, 1, 0)).error).toBe('exam.attemptNotFound')
  expect((await as(world, other)(examAppCalls.submitExam, { examAttemptId })).error).toBe('exam.attemptNotFound')
  expect((await own(other, exam))?.openAttemptId).toBeNull()
})

test('the material is read first, section by section; of other words it is read anew', async () => {
  const exam = await published({ sections })
  const driver = await driverAt(world, null, 'OFFLINE')
  const call = as(world, driver)
  const begin = () => call(examAppCalls.startExam, { examGroupId: exam.examGroupId })
  const read = async (index: number) => {
    const { mark } = (await own(driver, exam))!.sections[index]!
    return call(examAppCalls.readSection, { examGroupId: exam.examGroupId, mark })
  }
  expect(await begin()).toMatchObject({ error: 'exam.unread', data: { titles: ['出发前', '行程中'] } })
  expect((await read(0)).code).toBe(0)
  expect((await read(0)).code).toBe(0)
  expect((await begin()).data).toMatchObject({ titles: ['行程中'] })
  const stale = (await own(driver, exam))!.sections[1]!.mark
  const changed = [sections[0]!, { title: '行程中', text: '不超速，不接听电话，不吸烟。' }]
  expect((await save({ examGroupId: exam.examGroupId, version: exam.version, sections: changed })).code).toBe(0)
  expect((await call(examAppCalls.readSection, { examGroupId: exam.examGroupId, mark: stale })).error).toBe('exam.otherMaterial')
  expect((await own(driver, exam))!.sections.map(({ read: done }) => done)).toEqual([true, false])
  expect((await read(1)).code).toBe(0)
  expect((await begin()).code).toBe(0)
})

test('a running attempt keeps the questions and the rule it began with; the analysis is of the question as it reads now', async () => {
  const exam = await published()
  const [driver, next] = [await driverAt(world, null, 'OFFLINE'), await driverAt(world, null, 'OFFLINE')]
  const attempt = await start(driver, exam)
  const [question] = await questionsOf(exam)
  const { examQuestionId, version } = question!
  const turned = { ...asQuestion(1), examGroupId: exam.examGroupId, examQuestionId, version, answer: [1], text: '第 1 题改' }
  expect((await world.send(examCalls.saveQuestion, turned, 'hangzhou')).code).toBe(0)
  expect((await world.send(examCalls.saveQuestion, turned, 'hangzhou')).error).toBe('examQuestion.versionConflict')
  expect((await save({ examGroupId: exam.examGroupId, version: exam.version, passPercent: 100, validDays: 1 })).code).toBe(0)
  for (const { position } of attempt.questions) await answer(driver, attempt, position, 0)
  const done = await submit(driver, attempt)
  expect(done).toMatchObject({ state: 'PASSED', score: 30, passPercent: 80 })
  expect(Math.round((Date.parse(done.validUntil!) - Date.now()) / 86_400_000)).toBe(365)
  expect(await take(next, exam)).toMatchObject({ state: 'FAILED', score: 20, passPercent: 100 })
  const [first, second] = await questionsOf(exam)
  expect(first).toMatchObject({ text: '第 1 题改', asked: 1, wrong: 1, wrongBp: 10_000, chosen: [1, 0, 0] })
  expect(second).toMatchObject({ asked: 2, wrong: 0, wrongBp: 0, chosen: [2, 0, 0] })
})

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
  expect(await inAppOf(world, driver, /APP_EXAM_ASKED/)).toEqual(['APP_EXAM_ASKED 公司要求您参加考试“安全考试”，通过后才能上线接单。'])
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
