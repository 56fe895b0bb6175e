import type { examCalls } from '@chauffeur/contract/qualification/exam'
import type { FailureOf, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { mayKeepForAll } from '#areas/operations/city'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { keepsCities, type Scope } from '#platform/database/scope'
import type { Audit, Fail } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import type { OperatorSession } from '#platform/identity/session'
import { lockSettings } from '#platform/setting/version-table'
import { EXAMS, type ExamRow, exams, examView, findExam, namedExams } from './exam.setting.ts'
import { questionView } from './exam.list.ts'
import {
  countQuestions,
  insertQuestion,
  listedQuestion,
  lockQuestion,
  removeQuestions,
  textsAmong,
  updateQuestion,
} from './question.queries.ts'
import type { CityWithout } from './pass.queries.ts'
import { questionProblems } from './question.rules.ts'

interface Changing<F extends string> {
  operator: OperatorSession
  scope: Scope
  audit: (entry: Audit) => void
  fail: Fail<F>
}
export type ShutBy = (db: TenantDb, examGroupId: string) => Promise<CityWithout[]>
type SaveInput = ParsedInputOf<typeof examCalls.saveGroup>
type PublishInput = ParsedInputOf<typeof examCalls.publish>
type QuestionInput = ParsedInputOf<typeof examCalls.saveQuestion>
type DeleteInput = ParsedInputOf<typeof examCalls.deleteQuestion>

/** A published exam has at least as many questions as are drawn. */
async function haveEnough(db: TenantDb, examGroupId: string, need: number, fail: Fail<'exam.tooFewQuestions'>, less = 0): Promise<void> {
  const have = (await countQuestions(db, examGroupId)) - less
  if (have < need) fail('exam.tooFewQuestions', { have, need })
}

/**
 * An exam that cities ask for already is not published, and not held in more of them, where nobody would be left to go on duty: whoever
 * means that says so where it is asked for.
 */
async function leavingDrivers(
  tx: TenantTx,
  examGroupId: string | undefined,
  { shutBy, fail }: { shutBy: ShutBy; fail: Fail<'exam.shutsCities'> },
  change: () => Promise<ExamRow>,
): Promise<ExamRow> {
  if (examGroupId === undefined) return change()
  const before = new Set((await shutBy(tx, examGroupId)).map(({ cityId }) => cityId))
  const changed = await change()
  const shut = (await shutBy(tx, examGroupId)).filter(({ cityId }) => !before.has(cityId))
  return shut.length > 0 ? fail('exam.shutsCities', { cities: shut }) : changed
}

/** In a city an exam is known by its name. */
async function beAlone(
  tx: TenantTx,
  { id, name, cityIds }: { id: string | undefined; name: string; cityIds: readonly string[] },
  fail: Fail<'exam.nameTaken'>,
): Promise<void> {
  const others = (await namedExams(tx, name)).filter((exam) => exam.id !== id)
  if (others.some((other) => cityIds.length === 0 || other.cityIds.length === 0 || other.cityIds.some((city) => cityIds.includes(city))))
    fail('exam.nameTaken')
}

export async function saveExam(
  tx: TenantTx,
  { examGroupId: id, version, changeReason: reason, validDays, cityIds: named, ...rest }: SaveInput,
  by: Changing<FailureOf<typeof examCalls.saveGroup>> & { shutBy: ShutBy },
) {
  const values = { ...rest, cityIds: [...new Set(named)] }
  const saved = await leavingDrivers(tx, id, by, () =>
    exams.save(tx, { id, version, reason }, by, async (before) => {
      if (before && !keepsCities(before.cityIds, by.scope)) return by.fail('exam.beyondCities')
      if (!(await mayKeepForAll(tx, by.scope, values.cityIds))) return by.fail('exam.beyondCities')
      await beAlone(tx, { id, ...values }, by.fail)
      if (before?.published) await haveEnough(tx, before.id, values.drawn, by.fail)
      return { ...values, validDays: validDays ?? null, published: before?.published ?? false }
    }),
  )
  return examView(saved, by)
}

export async function publishExam(
  tx: TenantTx,
  { examGroupId: id, version, published }: PublishInput,
  by: Changing<FailureOf<typeof examCalls.publish>> & { shutBy: ShutBy },
) {
  const saved = await leavingDrivers(tx, id, by, () =>
    exams.change(tx, { id, version, reason: published ? '发布' : '停用' }, by, async (before) => {
      if (!keepsCities(before.cityIds, by.scope)) return by.fail('exam.beyondCities')
      if (published) await haveEnough(tx, id, before.drawn, by.fail)
      return { ...before, published }
    }),
  )
  return examView(saved, by)
}

/** An exam in sight that is to be changed: one after the other, so that it always has the questions it draws. */
async function holdExam<F extends string>(
  tx: TenantTx,
  examGroupId: string,
  { operator, scope, fail }: Changing<F | 'exam.beyondCities'>,
  missing: F,
): Promise<ExamRow> {
  await lockSettings(tx, EXAMS, operator.tenantId)
  const exam = (await findExam(tx, examGroupId)) ?? fail(missing)
  return keepsCities(exam.cityIds, scope) ? exam : fail('exam.beyondCities')
}

export async function saveQuestion(
  tx: TenantTx,
  { examQuestionId, examGroupId, version, position, explanation = '', ...words }: QuestionInput,
  by: Changing<FailureOf<typeof examCalls.saveQuestion>> & { english: boolean },
) {
  const { fail, operator, audit } = by
  await holdExam(tx, examGroupId, by, 'exam.groupNotFound')
  const before = examQuestionId === undefined ? null : await lockQuestion(tx, examQuestionId)
  if (before === undefined || (before && before.exam_group_id !== examGroupId)) return fail('exam.questionNotFound')
  if (before && before.version !== version)
    return fail('examQuestion.versionConflict', { current: questionView((await listedQuestion(tx, before.exam_question_id))!, true) })
  const problems = questionProblems(words)
  if (problems.length > 0) return fail('exam.questionInvalid', fieldsOf(problems, by.english))
  const same = (await textsAmong(tx, examGroupId, [words.text])).get(words.text)
  if (same !== undefined && same !== examQuestionId) return fail('exam.questionTwice', { examQuestionId: same })
  const values = { ...words, explanation, answer: words.answer.toSorted((a, b) => a - b), position }
  if (before) await updateQuestion(tx, before.exam_question_id, values, operator)
  const id = before?.exam_question_id ?? (await insertQuestion(tx, { ...values, examGroupId }, operator))
  const saved = questionView((await listedQuestion(tx, id))!, true)
  const said = ({ text, kind, options, answer, score }: Pick<typeof saved, 'text' | 'kind' | 'options' | 'answer' | 'score'>) => ({
    ...{ text, kind, options, answer, score },
  })
  audit({ object: 'examQuestion', objectId: id, ...(before && { before: said(before as never) }), after: said(saved) })
  return saved
}

export async function deleteQuestion(
  tx: TenantTx,
  { examQuestionId, version }: DeleteInput,
  by: Changing<FailureOf<typeof examCalls.deleteQuestion>>,
) {
  const shown = (await listedQuestion(tx, examQuestionId)) ?? by.fail('exam.questionNotFound')
  const exam = await holdExam(tx, shown.exam_group_id, by, 'exam.questionNotFound')
  const before = (await lockQuestion(tx, examQuestionId)) ?? by.fail('exam.questionNotFound')
  if (before.version !== version) return by.fail('examQuestion.versionConflict')
  if (exam.published) await haveEnough(tx, exam.id, exam.drawn, by.fail, 1)
  await removeQuestions(tx, [examQuestionId], by.operator)
  by.audit({ object: 'examQuestion', objectId: examQuestionId, before: { text: before.text }, after: null })
  return {}
}
