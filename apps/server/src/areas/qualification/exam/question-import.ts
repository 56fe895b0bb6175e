import { id, requiredText, text } from '@chauffeur/contract/kernel/fields'
import { EXAM_LIMITS as LIMITS, type QuestionKind, optionLetter } from '@chauffeur/contract/qualification/exam-model'
import * as z from 'zod'
import { keepsCities } from '#platform/database/scope'
import { defineImport } from '#platform/import/kind'
import type { OperatorSession } from '#platform/identity/session'
import { lockSettings } from '#platform/setting/version-table'
import { EXAMS, findExam } from './exam.setting.ts'
import { countQuestions, insertQuestion, removeQuestions, textsAmong } from './question.queries.ts'
import { answerFrom, isAnswer, optionsFrom, questionProblems, type QuestionWords } from './question.rules.ts'

const KINDS: Record<string, QuestionKind> = {
  ...{ 单选: 'SINGLE', single: 'SINGLE', 多选: 'MULTIPLE', multiple: 'MULTIPLE' },
  ...{ 判断: 'JUDGE', judge: 'JUDGE', 'true/false': 'JUDGE' },
}
const kind = z.string().transform((typed, context) => {
  const found = KINDS[typed.trim().replace(/题$/, '').toLowerCase()]
  if (found) return found
  context.addIssue({ code: 'custom', message: '应为单选、多选或判断 | must be single, multiple or judge' })
  return z.NEVER
})
const answer = z
  .string()
  .trim()
  .refine(isAnswer, '应为选项字母，如 A 或 AC；判断题为对或错 | must be letters of options such as AC, or true or false')
const score = z
  .string()
  .transform((typed) => typed.trim().replace(/分$/, ''))
  .pipe(z.string().regex(/^\d{1,3}$/, '应为整数 | must be a whole number'))
  .transform(Number)
  .pipe(z.number().min(1, '至少 1 分 | at least 1').max(LIMITS.score, '至多 100 分 | at most 100'))
const option = (index: number) => ({
  zh: `选项${optionLetter(index)}`,
  en: `Option ${optionLetter(index)}`,
  also: [optionLetter(index), `选项 ${optionLetter(index)}`],
  read: text(LIMITS.optionText),
})

interface ImportedQuestion {
  kind: QuestionKind
  text: string
  a?: string
  b?: string
  c?: string
  d?: string
  e?: string
  f?: string
  /** All of them in one cell, as an export writes them. */
  options?: string
  answer: string
  score: number
  explanation?: string
}
/** A true-or-false question may come with its two words written out; an option left out in between leaves none behind it. */
function wordsOf({ kind, text: question, answer: right, options, ...row }: ImportedQuestion): QuestionWords {
  const all = [row.a, row.b, row.c, row.d, row.e, row.f].map((one) => one ?? '')
  const cells = all.slice(0, all.findLastIndex((one) => one !== '') + 1)
  return {
    ...{ kind, text: question, answer: answerFrom(kind, right) ?? [] },
    options: kind === 'JUDGE' ? [] : cells.length > 0 ? cells : optionsFrom(options ?? ''),
  }
}
/** What is wrong with a question, in both languages; null where nothing is. */
function wrongWith(words: QuestionWords): string | null {
  if (words.options.includes('')) return '选项中间不能空缺 | no option may be left out in between'
  const [first] = questionProblems(words)
  return first ? `${first.zh} | ${first.en}` : null
}
/** Questions of an exam out of a sheet. */
export const questionImport = defineImport<{ examGroupId: string }, ImportedQuestion>({
  name: 'exam.questions',
  authority: 'exam.edit',
  title: { zh: '考试的题目', en: 'questions of an exam' },
  into: z.object({ examGroupId: id }),
  fields: {
    kind: { zh: '题型', en: 'Kind', required: true, also: ['类型', '题目类型'], read: kind },
    text: { zh: '题干', en: 'Question', required: true, also: ['题目', '问题'], read: requiredText(LIMITS.questionText) },
    a: option(0),
    b: option(1),
    c: option(2),
    d: option(3),
    e: option(4),
    f: option(5),
    options: { zh: '选项', en: 'Options', read: text(LIMITS.options * (LIMITS.optionText + 4)) },
    answer: { zh: '答案', en: 'Answer', required: true, also: ['正确答案', '标准答案'], read: answer },
    score: { zh: '分值', en: 'Score', required: true, also: ['分数', '得分'], read: score },
    explanation: { zh: '解析', en: 'Why', also: ['说明', '答案解析'], read: text(LIMITS.explanation) },
  },
  isThere: async (db, { examGroupId }) => (await findExam(db, examGroupId)) !== undefined,
  keyOf: (row) => row.text,
  judge: async (db, { into, operator }, rows) => {
    const exam = await findExam(db, into.examGroupId)
    const problem = !exam ? 'exam.groupNotFound' : keepsCities(exam.cityIds, operator.scope) ? null : 'exam.beyondCities'
    if (problem) return rows.map(() => problem)
    const already = await textsAmong(
      db,
      into.examGroupId,
      rows.map((row) => row.text),
    )
    return rows.map((row) => wrongWith(wordsOf(row)) ?? (already.has(row.text) ? 'exam.questionTwice' : null))
  },
  write: async (tx, { into, operator }, rows) => {
    if (!(await held(tx, into.examGroupId, operator))) return rows.map(() => ({ problem: 'exam.groupNotFound' }))
    const already = await textsAmong(
      tx,
      into.examGroupId,
      rows.map((row) => row.text),
    )
    const made: ({ made: string } | { problem: string })[] = []
    for (const row of rows) {
      const { explanation = '', score: points } = row
      const values = { ...wordsOf(row), score: points, explanation, examGroupId: into.examGroupId, position: undefined }
      made.push(already.has(row.text) ? { problem: 'exam.questionTwice' } : { made: await insertQuestion(tx, values, operator) })
    }
    return made
  },
  undo: async (tx, { into, operator }, made) => {
    const exam = await held(tx, into.examGroupId, operator)
    if (!exam) return new Set()
    // A published exam keeps the questions it draws.
    const spare = exam.published ? (await countQuestions(tx, exam.id)) - exam.drawn : made.length
    return new Set(await removeQuestions(tx, made.slice(0, Math.max(0, spare)), operator, true))
  },
})

async function held(tx: Parameters<typeof insertQuestion>[0], examGroupId: string, operator: OperatorSession) {
  await lockSettings(tx, EXAMS, operator.tenantId)
  const exam = await findExam(tx, examGroupId)
  return exam && keepsCities(exam.cityIds, operator.scope) ? exam : null
}
