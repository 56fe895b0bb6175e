import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { examCalls, type ExamGroup, type ExamQuestion } from '@chauffeur/contract/qualification/exam'
import { examAppCalls, type OwnAttempt, type OwnExam } from '@chauffeur/contract/qualification/exam-attempt'
import { expect } from 'vitest'
import { as, type TestDriver } from '../drivers.ts'
import { HANGZHOU, type Person, type World } from '../world.ts'

export const asQuestion = (n: number) => ({
  ...{ kind: 'SINGLE', text: `第 ${n} 题`, options: ['对的', '错的', '也错'] },
  ...{ answer: [0], score: 10, explanation: `见手册第 ${n} 页` },
})
export const examRule = { name: '安全考试', passPercent: 80, drawn: 3, minutes: 20, attemptsADay: 3, validDays: 365 }
type Input = { questions?: number } & Partial<Record<keyof ExamGroup, unknown>>

/** What is done with exams of Hangzhou, in a world that may not be there yet. */
export function examsIn(worldNow: () => World) {
  const send: World['send'] = (...of) => worldNow().send(...of)
  const save = (input: object, who: Person = 'hangzhou') =>
    send(examCalls.saveGroup, { ...examRule, cityIds: [HANGZHOU], sections: [], ...input }, who)
  const start = async (driver: TestDriver, { examGroupId }: ExamGroup) =>
    (await as(worldNow(), driver)(examAppCalls.startExam, { examGroupId })).data as OwnAttempt
  const answer = (driver: TestDriver, { examAttemptId }: OwnAttempt, position: number, ...chosen: number[]) =>
    as(worldNow(), driver)(examAppCalls.saveAnswer, { examAttemptId, position, chosen })
  const submit = async (driver: TestDriver, { examAttemptId }: OwnAttempt) =>
    (await as(worldNow(), driver)(examAppCalls.submitExam, { examAttemptId })).data as OwnAttempt
  return {
    save,
    start,
    answer,
    submit,
    /** An exam that drivers can take: its questions are answered right by the first option. */
    published: async ({ questions = 3, ...input }: Input = {}) => {
      const exam = (await save(input)).data as ExamGroup
      for (let n = 1; n <= questions; n++)
        expect((await send(examCalls.saveQuestion, { examGroupId: exam.examGroupId, ...asQuestion(n) }, 'hangzhou')).code).toBe(0)
      const done = await send(examCalls.publish, { examGroupId: exam.examGroupId, version: exam.version, published: true }, 'hangzhou')
      expect(done.code).toBe(0)
      return done.data as ExamGroup
    },
    questionsOf: async ({ examGroupId }: Pick<ExamGroup, 'examGroupId'>, who: Person = 'hangzhou') =>
      ((await send(examCalls.questions, { examGroupId }, who)).data as { rows: ExamQuestion[] }).rows,
    own: async (driver: TestDriver, { examGroupId }: ExamGroup) =>
      ((await as(worldNow(), driver)(examAppCalls.exams)).data as { rows: OwnExam[] }).rows.find((one) => one.examGroupId === examGroupId),
    /** Takes an exam; of its questions so many are answered wrong. */
    take: async (driver: TestDriver, exam: ExamGroup, wrong = 0) => {
      const attempt = await start(driver, exam)
      for (const { position } of attempt.questions)
        expect((await answer(driver, attempt, position, position <= wrong ? 1 : 0)).code).toBe(0)
      return submit(driver, attempt)
    },
    /** Saves what the city asks of its drivers. */
    duty: (input: object, who: Person = 'hangzhou') =>
      send(
        driverDutyCalls.save,
        {
          ...{ cityId: HANGZHOU, version: 0, faceRequired: false, faceEveryHours: 24 },
          ...{ insuranceRequired: false, insuranceEveryHours: 24, photosBeforeDepart: 0, ...input },
        },
        who,
      ),
    forgetAll: async () => {
      for (const table of ['setting_versions', 'exam_attempts', 'exam_questions', 'exam_groups'])
        await worldNow().owner.query(`delete from ${table}`)
    },
  }
}
