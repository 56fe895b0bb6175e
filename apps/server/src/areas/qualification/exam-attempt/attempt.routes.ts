import { examAppCalls, examAttemptCalls } from '@chauffeur/contract/qualification/exam-attempt'
import { implement } from '#platform/http/implement'
import { attemptList, attemptRow } from './attempt.list.ts'
import { answersOf, listedAttempt } from './attempt.queries.ts'
import { answeredView } from './attempt.rules.ts'
import { ownAttempt, ownExams, readSection, saveAnswer, startExam, submitExam } from './attempt.service.ts'

const operatorRoutes = implement(
  'driver-exam',
  examAttemptCalls,
)({
  attempts: attemptList.page,
  attempt: async ({ input, db, request, fail }) => {
    const row = (await listedAttempt(db, input.examAttemptId)) ?? fail('exam.attemptNotFound')
    const questions = await answersOf(db, row.exam_attempt_id)
    const seen = { over: row.state !== 'OPEN', english: request.english }
    return { ...attemptRow(row), questions: questions.map((one) => answeredView(one, seen)) }
  },
})

const driverRoutes = implement(
  'driver-exam',
  examAppCalls,
)({
  exams: async ({ db, driver }) => ({ rows: await ownExams(db, driver) }),
  readSection: ({ input, db, driver, fail }) => readSection(db, driver, input, fail),
  startExam: ({ input, db, driver, platform, request, fail, audit }) =>
    startExam(db, driver, input.examGroupId, { english: request.english, vault: platform.vault, fail, audit }),
  ownAttempt: ({ input, db, driver, request, fail }) => ownAttempt(db, driver, input.examAttemptId, { english: request.english, fail }),
  saveAnswer: ({ input, db, driver, fail }) => saveAnswer(db, driver, input, fail),
  submitExam: ({ input, db, driver, platform, request, fail, audit }) =>
    submitExam(db, driver, input.examAttemptId, { english: request.english, vault: platform.vault, fail, audit }),
})

export const examAttemptRoutes = [...operatorRoutes, ...driverRoutes]
