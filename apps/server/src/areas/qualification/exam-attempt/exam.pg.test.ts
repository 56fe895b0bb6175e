import { examCalls } from '@chauffeur/contract/qualification/exam'
import { examAppCalls, examAttemptCalls } from '@chauffeur/contract/qualification/exam-attempt'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { as, driverAt, until } from '#test/drivers'
import { lockWaits } from '#test/held'
import { asQuestion, examsIn } from '#test/qualification/exams'
import { makeWorld, type World } from '#test/world'
import { endOverdue } from './index.ts'

let world: World
const exams = examsIn(() => world)
const { save, start, answer, submit, published, questionsOf, own, take } = exams
beforeAll(async () => {
  world = await makeWorld({ jobs: true })
})
afterAll(() => world.close())
afterEach(() => exams.forgetAll())

const sections = [
  { title: '出发前', text: '检查车辆外观并拍照。' },
  { title: '行程中', text: '不超速，不接听电话。' },
]
const late = (examAttemptId: string) =>
  world.owner.query(`update exam_attempts set ends_at = clock_timestamp() - interval '1 second' where exam_attempt_id = $1`, [
    examAttemptId,
  ])

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
