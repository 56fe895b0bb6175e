import { EXAM_LIMITS, optionLetter, type QuestionKind } from '@chauffeur/contract/qualification/exam-model'
import type { Problem } from '#platform/http/problems'

export interface QuestionWords {
  kind: QuestionKind
  text: string
  options: readonly string[]
  answer: readonly number[]
}
/** How many options somebody who answers may choose from. */
export const optionCount = ({ kind, options }: Pick<QuestionWords, 'kind' | 'options'>): number => (kind === 'JUDGE' ? 2 : options.length)

/** What is wrong with a question, by field. */
export function questionProblems({ kind, options, answer }: Pick<QuestionWords, 'kind' | 'options' | 'answer'>): Problem[] {
  const problems: Problem[] = []
  const add = (path: string, zh: string, en: string) => problems.push({ path, zh, en })
  if (kind === 'JUDGE' && options.length > 0) add('options', '判断题不用填选项', 'A true-or-false question has no options of its own')
  if (kind !== 'JUDGE' && options.length < 2)
    add('options', `应有 2 到 ${EXAM_LIMITS.options} 个选项`, `Give 2 to ${EXAM_LIMITS.options} options`)
  if (new Set(options).size < options.length) add('options', '选项不能相同', 'No two options may be the same')
  const count = optionCount({ kind, options })
  const chosen = new Set(answer)
  if (chosen.size < answer.length || answer.some((index) => index >= count))
    add('answer', '答案应在选项之内，且不能重复', 'The answer names options that are there, each once')
  else if (kind === 'MULTIPLE' && chosen.size < 2) add('answer', '多选题至少有两个正确选项', 'Several options are right: name two at least')
  else if (kind !== 'MULTIPLE' && chosen.size !== 1) add('answer', '应选一个正确答案', 'Name the one right answer')
  return problems
}

/** Options in one cell, as an export writes them: each on a line of its own behind its letter. */
export const optionLines = (options: readonly string[]): string =>
  options.map((option, index) => `${optionLetter(index)}. ${option}`).join('\n')
export const optionsFrom = (cell: string): string[] =>
  cell
    .trim()
    .split(/\n(?=[A-F]\s*[.．、])/)
    .map((line) => line.replace(/^[A-F]\s*[.．、]\s*/, '').trim())
    .filter((option) => option !== '')

const TRUE = /^(对|正确|是|√|TRUE|T|YES)$/
const FALSE = /^(错|错误|否|×|FALSE|F|NO)$/
const LETTERS = /^[A-F]{1,6}$/
const bare = (typed: string) => typed.toUpperCase().replaceAll(/[\s,，、;；]/g, '')
/** Whether a cell may be an answer of some question. */
export const isAnswer = (typed: string): boolean => [TRUE, FALSE, LETTERS].some((form) => form.test(bare(typed)))
/** Which options a cell names, as `AC` or `A、C`; of a true-or-false question 对 or 错. Null: none that a question of this kind has. */
export function answerFrom(kind: QuestionKind, typed: string): number[] | null {
  const word = bare(typed)
  if (kind === 'JUDGE' && TRUE.test(word)) return [0]
  if (kind === 'JUDGE' && FALSE.test(word)) return [1]
  return LETTERS.test(word) ? word.split('').map((letter) => letter.charCodeAt(0) - 65) : null
}
