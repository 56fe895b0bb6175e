import * as z from 'zod'
import { id, instant } from '../../kernel/fields.ts'

/** One answer is right, several are together, or a sentence is true or false. */
export const questionKind = z.enum(['SINGLE', 'MULTIPLE', 'JUDGE'])
export type QuestionKind = z.infer<typeof questionKind>
export const questionKindText: Record<QuestionKind, string> = { SINGLE: '单选题', MULTIPLE: '多选题', JUDGE: '判断题' }

/** What a true-or-false question can be answered with, in this order. */
export const JUDGE_OPTIONS = { zh: ['正确', '错误'], en: ['True', 'False'] } as const
/** By what an option is called. */
export const optionLetter = (index: number): string => String.fromCharCode(65 + index)

export const EXAM_LIMITS = {
  options: 6,
  questionText: 500,
  optionText: 200,
  explanation: 500,
  score: 100,
  sections: 20,
  sectionText: 4_000,
  drawn: 100,
  minutes: 180,
  attemptsADay: 20,
  validDays: 3_650,
} as const

/** An attempt ends when it is handed in, or when its time is over. */
export const attemptState = z.enum(['OPEN', 'PASSED', 'FAILED'])
export type AttemptState = z.infer<typeof attemptState>
export const attemptStateText: Record<AttemptState, string> = { OPEN: '作答中', PASSED: '考试通过', FAILED: '考试未通过' }

/** Of an attempt, for whoever sees it. What is null is not known before it is over. */
export const attemptFacts = {
  examAttemptId: id,
  examGroupId: id,
  /** As the exam was called. */
  groupName: z.string(),
  state: attemptState,
  startedAt: instant,
  endsAt: instant,
  submittedAt: instant.nullable(),
  /** Nobody handed it in: its time was over. */
  byTime: z.boolean(),
  score: z.number().int().nullable(),
  fullScore: z.number().int(),
  /** Of the full score, to pass. */
  passPercent: z.number().int(),
  /** Of a pass; null: for good, or not passed. */
  validUntil: instant.nullable(),
}
export const answeredQuestion = z.object({
  /** From 1. */
  position: z.number().int(),
  kind: questionKind,
  text: z.string(),
  options: z.array(z.string()),
  score: z.number().int(),
  /** Options by their index; null: not answered. */
  chosen: z.array(z.number().int()).nullable(),
  right: z.boolean().nullable(),
  /** Only once it is over. */
  answer: z.array(z.number().int()).nullable(),
  explanation: z.string().nullable(),
})
export type AnsweredQuestion = z.infer<typeof answeredQuestion>
