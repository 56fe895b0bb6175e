import { type AnsweredQuestion, JUDGE_OPTIONS, type QuestionKind } from '@chauffeur/contract/qualification/exam-model'
import { optionCount } from '../exam/question.rules.ts'

/** A question as an attempt drew it. */
export interface Drawn {
  position: number
  kind: string
  text: string
  options: readonly string[]
  answer: readonly number[]
  score: number
  explanation: string
  chosen: readonly number[] | null
  is_right: boolean | null
}

/** Whether somebody may answer so: options that are there, each once, and one alone where one is asked for. None takes the answer back. */
export const mayChoose = ({ kind, options }: Pick<Drawn, 'kind' | 'options'>, chosen: readonly number[]): boolean =>
  new Set(chosen).size === chosen.length &&
  chosen.every((index) => index < optionCount({ kind: kind as QuestionKind, options })) &&
  (kind === 'MULTIPLE' || chosen.length <= 1)

/** Right is who chose all that is right and nothing else. */
const isRight = ({ answer, chosen }: Pick<Drawn, 'answer' | 'chosen'>): boolean =>
  chosen !== null && chosen.length === answer.length && chosen.every((index) => answer.includes(index))

/** What an attempt comes to: passed is who has so much of the full score. */
export function resultOf(
  questions: readonly Pick<Drawn, 'position' | 'answer' | 'chosen' | 'score'>[],
  passPercent: number,
): { score: number; passed: boolean; right: number[] } {
  const right = questions.filter(isRight)
  const sum = (of: typeof questions) => of.reduce((all, { score }) => all + score, 0)
  const score = sum(right)
  return { score, passed: score * 100 >= passPercent * sum(questions), right: right.map(({ position }) => position) }
}

/** What is right, and why, is told once the attempt is over. */
export function answeredView(question: Drawn, { over, english }: { over: boolean; english: boolean }): AnsweredQuestion {
  const kind = question.kind as QuestionKind
  return {
    position: question.position,
    kind,
    text: question.text,
    options: kind === 'JUDGE' ? [...JUDGE_OPTIONS[english ? 'en' : 'zh']] : [...question.options],
    score: question.score,
    chosen: question.chosen && [...question.chosen],
    right: over ? question.is_right : null,
    answer: over ? [...question.answer] : null,
    explanation: over ? question.explanation : null,
  }
}
