import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, json, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'
import { EXAM_LIMITS as LIMITS, questionKind } from './exam-model.ts'

export const examRefusals = refusals({
  'exam.groupNotFound': { code: 404, zh: '考试不存在或不在您的业务范围内', en: 'No such exam within your scope' },
  'exam.questionNotFound': {
    code: 404,
    zh: '题目不存在、已删除或不在您的业务范围内',
    en: 'No such question within your scope, or it was deleted',
  },
  'exam.beyondCities': {
    code: 403440,
    zh: '只能维护自己城市的考试，不能修改全部城市或其他城市的',
    en: 'You may keep exams of your own cities only, not of all cities or of others',
    field: 'cityIds',
  },
  'exam.versionConflict': {
    code: 409440,
    zh: '考试已被他人修改，请按最新内容重新填写',
    en: 'Somebody else changed this exam, look at it again',
  },
  'examQuestion.versionConflict': {
    code: 409441,
    zh: '题目已被他人修改，请按最新内容重新填写',
    en: 'Somebody else changed this question, look at it again',
  },
  /** `data`: `{ have, need }`. */
  'exam.tooFewQuestions': {
    code: 409442,
    zh: '题目不够：已发布的考试至少要有抽题数那么多题',
    en: 'Too few questions: a published exam has at least as many as are drawn',
  },
  /** `data`: `{ cities: [{ cityId, cityName, drivers, without }] }`, those where nobody could go on duty. */
  'exam.shutsCities': {
    code: 409438,
    zh: '有城市上线前要求通过该考试，这样修改后那里的司机全部不能上线；请先在司机上线规则中取消这项要求，司机通过后再要求',
    en: 'Some city asks for this exam before duty, and none of its drivers has passed: take it out of the duty rules first, and ask for it when they have',
  },
  'exam.nameTaken': {
    code: 409439,
    zh: '同一城市已有同名考试，请换一个名称',
    en: 'An exam of this name is held in one of these cities already, choose another name',
    field: 'name',
  },
  /** `data.fields`: what is wrong. */
  'exam.questionInvalid': { code: 400440, zh: '题目有误，请检查标出的项目', en: 'The question is not complete, see the fields' },
  'exam.questionTwice': {
    code: 409443,
    zh: '该考试已有相同题干的题目',
    en: 'The exam has a question of these words already',
    field: 'text',
  },
})

export const examSection = z.object({ title: requiredText(60), text: requiredText(LIMITS.sectionText) })
const groupFields = {
  name: requiredText(60),
  /** None: every city. */
  cityIds: json(z.array(id).max(200)),
  /** Of the full score, to pass. */
  passPercent: intBetween(1, 100),
  /** How many questions an attempt draws. */
  drawn: intBetween(1, LIMITS.drawn),
  minutes: intBetween(1, LIMITS.minutes),
  attemptsADay: intBetween(1, LIMITS.attemptsADay),
  /** How long a pass holds; not given: for good. */
  validDays: optional(intBetween(1, LIMITS.validDays)),
  /** To be read before the exam. */
  sections: json(z.array(examSection).max(LIMITS.sections)),
}
const examVersion = z.object({
  examGroupId: id,
  ...versionFacts,
  name: z.string(),
  cityIds: z.array(id),
  passPercent: z.number().int(),
  drawn: z.number().int(),
  minutes: z.number().int(),
  attemptsADay: z.number().int(),
  validDays: z.number().int().nullable(),
  sections: z.array(z.object({ title: z.string(), text: z.string() })),
  published: z.boolean(),
})
const examGroup = examVersion.extend({
  questions: z.number().int(),
  /** Attempts that are over, of the last 30 days, and how many of them were passed. */
  attempts: z.number().int(),
  passed: z.number().int(),
  allowedActions: z.array(z.enum(['edit', 'enable', 'disable'])),
})
export type ExamVersion = z.infer<typeof examVersion>
export type ExamGroup = z.infer<typeof examGroup>

export const examQuestion = z.object({
  examQuestionId: id,
  examGroupId: id,
  position: z.number().int(),
  kind: questionKind,
  text: z.string(),
  options: z.array(z.string()),
  /** Options that are right, by their index. */
  answer: z.array(z.number().int()),
  score: z.number().int(),
  explanation: z.string(),
  version: z.number().int(),
  updatedAt: instant,
  updatedBy: z.string(),
  /** In attempts that are over, as it reads now. */
  asked: z.number().int(),
  wrong: z.number().int(),
  /** Of those asked; null while it was asked of nobody. */
  wrongBp: z.number().int().nullable(),
  /** How often each option was chosen. */
  chosen: z.array(z.number().int()),
  allowedActions: z.array(z.enum(['edit', 'delete'])),
})
export type ExamQuestion = z.infer<typeof examQuestion>

const view = { authority: 'exam.view' } as const
const edit = { authority: 'exam.edit' } as const
const version = intBetween(1, 1_000_000_000)

/** Exams of drivers: what is asked in which cities, what is read before, and how each question is answered. */
export const examCalls = part({
  groups: call({
    method: 'GET',
    path: '/djweb/driverAnswer/groups',
    effect: 'read',
    access: view,
    summary: '司机考试列表',
    input: page.extend({ keyword: optional(text(40)), cityId: optional(id), published: optional(flag) }),
    output: pageOf(examGroup),
  }),
  group: call({
    method: 'GET',
    path: '/djweb/driverAnswer/group',
    effect: 'read',
    access: view,
    summary: '司机考试详情',
    input: z.object({ examGroupId: id }),
    output: examGroup,
    failures: ['exam.groupNotFound'],
  }),
  history: call({
    method: 'GET',
    path: '/djweb/driverAnswer/history',
    effect: 'read',
    access: view,
    summary: '司机考试的历次修改',
    input: z.object({ examGroupId: id }),
    output: versionsOf(examVersion),
    failures: ['exam.groupNotFound'],
  }),
  /** Without an id a new one, which is not published. */
  saveGroup: call({
    method: 'POST',
    path: '/djweb/driverAnswer/saveGroup',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存司机考试',
    input: z.object({ examGroupId: optional(id), version: optional(version), ...groupFields, ...changeReason }),
    output: examGroup,
    failures: [
      'exam.groupNotFound',
      'exam.versionConflict',
      'exam.beyondCities',
      'exam.tooFewQuestions',
      'exam.shutsCities',
      'exam.nameTaken',
    ],
  }),
  /** One that is not published is not taken, and not asked for before duty. */
  publish: call({
    method: 'POST',
    path: '/djweb/driverAnswer/publish',
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '发布或停用司机考试',
    input: z.object({ examGroupId: id, version, published: flag }),
    output: examGroup,
    failures: ['exam.groupNotFound', 'exam.versionConflict', 'exam.beyondCities', 'exam.tooFewQuestions', 'exam.shutsCities'],
  }),
  questions: call({
    method: 'GET',
    path: '/djweb/driverAnswer/questions',
    effect: 'read',
    access: view,
    summary: '考试题目与答题分析',
    input: page.extend({ examGroupId: id, keyword: optional(text(40)), kind: optional(questionKind) }),
    output: pageOf(examQuestion),
    failures: ['exam.groupNotFound'],
  }),
  question: call({
    method: 'GET',
    path: '/djweb/driverAnswer/question',
    effect: 'read',
    access: view,
    summary: '考试题目详情',
    input: z.object({ examQuestionId: id }),
    output: examQuestion,
    failures: ['exam.questionNotFound'],
  }),
  /** Without an id a new one, behind the others unless its place is given. Attempts under way keep the question as they drew it. */
  saveQuestion: call({
    method: 'POST',
    path: '/djweb/driverAnswer/saveQuestion',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存考试题目',
    input: z.object({
      examQuestionId: optional(id),
      version: optional(version),
      examGroupId: id,
      kind: questionKind,
      text: requiredText(LIMITS.questionText),
      /** Of a true-or-false question none. */
      options: json(z.array(requiredText(LIMITS.optionText)).max(LIMITS.options)),
      answer: json(z.array(intBetween(0, LIMITS.options - 1)).max(LIMITS.options)),
      score: intBetween(1, LIMITS.score),
      explanation: optional(text(LIMITS.explanation)),
      position: optional(intBetween(1, 100_000)),
    }),
    output: examQuestion,
    failures: [
      'exam.groupNotFound',
      'exam.questionNotFound',
      'exam.beyondCities',
      'examQuestion.versionConflict',
      'exam.questionInvalid',
      'exam.questionTwice',
    ],
  }),
  deleteQuestion: call({
    method: 'POST',
    path: '/djweb/driverAnswer/deleteQuestion',
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '删除考试题目',
    input: z.object({ examQuestionId: id, version }),
    output: z.object({}),
    failures: ['exam.questionNotFound', 'exam.beyondCities', 'examQuestion.versionConflict', 'exam.tooFewQuestions'],
  }),
})
