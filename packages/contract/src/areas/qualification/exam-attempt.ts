import * as z from 'zod'
import { type Area, call } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, instant, intBetween, json, nothing, optional, page, pageOf, text } from '../../kernel/fields.ts'
import { answeredQuestion, attemptFacts, attemptState, EXAM_LIMITS as LIMITS } from './exam-model.ts'

export const examAttemptRefusals = refusals({
  'exam.attemptNotFound': { code: 404, zh: '答卷不存在或不在您的业务范围内', en: 'No such attempt within your scope' },
  'exam.notOpen': { code: 404, zh: '没有这场考试，或本市暂不开放', en: 'No such exam, or it is not open in your city' },
  /** `data`: `{ titles }` of what is still to be read. */
  'exam.unread': { code: 409444, zh: '请先读完学习资料再开始考试', en: 'Read the material before you begin' },
  /** `data`: `{ attemptsADay }`. */
  'exam.noTriesLeft': { code: 409445, zh: '今天的考试次数已用完，请明天再来', en: 'No attempts left today, come back tomorrow' },
  'exam.over': { code: 409446, zh: '这份答卷已交卷，不能再修改', en: 'This attempt is over, its answers stay as they are' },
  'exam.answerInvalid': { code: 400441, zh: '没有这道题或这个选项', en: 'No such question or option' },
  'exam.otherMaterial': { code: 409447, zh: '学习资料已更新，请按最新内容阅读', en: 'The material has changed, read it as it is now' },
})

const attempt = z.object({ ...attemptFacts, secondsLeft: z.number().int(), questions: z.array(answeredQuestion) })
export type OwnAttempt = z.infer<typeof attempt>
const ownExam = z.object({
  examGroupId: id,
  name: z.string(),
  passPercent: z.number().int(),
  drawn: z.number().int(),
  minutes: z.number().int(),
  attemptsADay: z.number().int(),
  /** Today, by the clock of the city. */
  triesLeft: z.number().int(),
  /** To go on duty in this city it has to be passed. */
  asked: z.boolean(),
  passed: z.boolean(),
  /** Of the pass; null: for good, or not passed. */
  validUntil: instant.nullable(),
  sections: z.array(z.object({ mark: z.string(), title: z.string(), text: z.string(), read: z.boolean() })),
  /** Begun and not handed in. */
  openAttemptId: id.nullable(),
  /** The last that is over. */
  lastAttemptId: id.nullable(),
})
export type OwnExam = z.infer<typeof ownExam>

/** A driver reads and is examined. */
export const examAppCalls = {
  exams: call({
    method: 'GET',
    path: '/driver/v1/exams',
    effect: 'read',
    access: 'driver',
    summary: '我的考试',
    input: nothing,
    output: z.object({ rows: z.array(ownExam) }),
  }),
  /** Said of a section by its mark: of other words it is another. */
  readSection: call({
    method: 'POST',
    path: '/driver/v1/exams/read',
    effect: 'write',
    access: 'driver',
    body: 'json',
    summary: '确认读过学习资料',
    input: z.object({ examGroupId: id, mark: text(64) }),
    output: nothing,
    failures: ['exam.notOpen', 'exam.otherMaterial'],
  }),
  /** One that is begun already goes on. Its questions are drawn by chance and kept. */
  startExam: call({
    method: 'POST',
    path: '/driver/v1/exams/start',
    effect: 'write',
    access: 'driver',
    body: 'json',
    summary: '开始考试',
    input: z.object({ examGroupId: id }),
    output: attempt,
    failures: ['exam.notOpen', 'exam.unread', 'exam.noTriesLeft'],
  }),
  ownAttempt: call({
    method: 'GET',
    path: '/driver/v1/exams/attempt',
    effect: 'read',
    access: 'driver',
    summary: '我的答卷',
    input: z.object({ examAttemptId: id }),
    output: attempt,
    failures: ['exam.attemptNotFound'],
  }),
  /** An empty choice takes an answer back. */
  saveAnswer: call({
    method: 'POST',
    path: '/driver/v1/exams/answer',
    effect: 'write',
    access: 'driver',
    body: 'json',
    unlogged: true,
    summary: '保存一题的答案',
    input: z.object({
      examAttemptId: id,
      position: intBetween(1, LIMITS.drawn),
      chosen: json(z.array(intBetween(0, LIMITS.options - 1)).max(LIMITS.options)),
    }),
    output: z.object({ secondsLeft: z.number().int() }),
    failures: ['exam.attemptNotFound', 'exam.over', 'exam.answerInvalid'],
  }),
  /** Sent again it answers what came of it. */
  submitExam: call({
    method: 'POST',
    path: '/driver/v1/exams/submit',
    effect: 'write',
    access: 'driver',
    body: 'json',
    summary: '交卷',
    input: z.object({ examAttemptId: id }),
    output: attempt,
    failures: ['exam.attemptNotFound'],
  }),
} satisfies Area

const attemptRow = z.object({
  ...attemptFacts,
  driverId: id,
  driverNo: z.string(),
  driverName: z.string(),
  cityId: id,
  cityName: z.string(),
  /** Of the full score; null while it is under way. */
  percent: z.number().int().nullable(),
  usedS: z.number().int().nullable(),
})
export type AttemptRow = z.infer<typeof attemptRow>

const view = { authority: 'exam.view' } as const
export const examAttemptCalls = {
  attempts: call({
    method: 'GET',
    path: '/djweb/driverAnswer/attempts',
    effect: 'read',
    access: view,
    summary: '司机考试记录',
    input: page.extend({
      cityId: optional(id),
      driverId: optional(id),
      /** The beginning of a driver's number or name, or a whole telephone. */
      keyword: optional(text(40)),
      examGroupId: optional(id),
      state: optional(attemptState),
      atFrom: optional(instant),
      atTo: optional(instant),
    }),
    output: pageOf(attemptRow),
  }),
  attempt: call({
    method: 'GET',
    path: '/djweb/driverAnswer/attempt',
    effect: 'read',
    access: view,
    summary: '司机答卷',
    input: z.object({ examAttemptId: id }),
    output: attemptRow.extend({ questions: z.array(answeredQuestion) }),
    failures: ['exam.attemptNotFound'],
  }),
} satisfies Area
