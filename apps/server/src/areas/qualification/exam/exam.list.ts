import { examCalls } from '@chauffeur/contract/qualification/exam'
import { optionLetter, type QuestionKind, questionKindText } from '@chauffeur/contract/qualification/exam-model'
import { sql } from 'kysely'
import { keepsCities } from '#platform/database/scope'
import { flag, instant, number, percent, text, words } from '#platform/list/columns'
import { holds, inFrom, is } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { examView, exams, findExam } from './exam.setting.ts'
import { listedQuestions, type QuestionDb, questions } from './question.queries.ts'
import { optionCount, optionLines } from './question.rules.ts'

/** Exams as they are now. */
export const examList = defineList(examCalls.groups, {
  from: ({ db }) => exams.table(db),
  filters: {
    keyword: holds('t.name'),
    cityId: (cityId) => sql<boolean>`(t."cityIds" = '{}' or ${cityId}::bigint = any (t."cityIds"))`,
    published: is('t.published'),
  },
  key: 't.id',
  order: [desc('t.published'), asc('t.name')],
  sorts: { name: asc('t.name'), changedAt: desc('t.changedAt') },
  select: (rows) => rows.selectAll('t'),
  file: {
    module: import.meta.url,
    zh: '司机考试',
    en: 'Exams of drivers',
    columns: {
      name: text('考试', 'Exam'),
      published: flag('已发布', 'Published'),
      questions: number('题目数', 'Questions'),
      drawn: number('抽题数', 'Questions drawn'),
      passPercent: number('及格线（%）', 'To pass (%)'),
      minutes: number('时长（分钟）', 'Minutes'),
      attemptsADay: number('每天次数', 'Attempts a day'),
      validDays: number('合格有效（天）', 'A pass holds (days)'),
      attempts: number('近 30 天考试次数', 'Attempts in 30 days'),
      passed: number('近 30 天通过次数', 'Passed in 30 days'),
      changedBy: text('修改人', 'Changed by'),
      changedAt: instant('修改时间', 'Changed'),
    },
  },
  view: (row, asked) => examView(row, asked),
})

export const questionView = (row: QuestionDb, mayKeep: boolean) => {
  const kind = row.kind as QuestionKind
  return {
    examQuestionId: row.exam_question_id,
    examGroupId: row.exam_group_id,
    position: row.position,
    kind,
    text: row.text,
    options: row.options,
    answer: row.answer,
    score: row.score,
    explanation: row.explanation,
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    asked: row.asked ?? 0,
    wrong: row.wrong ?? 0,
    wrongBp: row.asked ? Math.round(((row.wrong ?? 0) * 10_000) / row.asked) : null,
    chosen: Array.from({ length: optionCount({ kind, options: row.options }) }, (_, index) => row.chosen?.[index] ?? 0),
    allowedActions: mayKeep ? (['edit', 'delete'] as const).slice() : [],
  }
}

/** Of one exam, with how they were answered. In a file they stand as an import takes them. */
export const questionList = defineList(examCalls.questions, {
  refused: async ({ db, input }) => !(await findExam(db, input.examGroupId)) && 'exam.groupNotFound',
  from: ({ db, input }) => questions(db).where('q.exam_group_id', '=', input.examGroupId),
  filters: { examGroupId: inFrom, keyword: holds('q.text', 'q.explanation'), kind: is('q.kind') },
  key: 'q.exam_question_id',
  order: [asc('q.position')],
  sorts: {
    position: asc('q.position'),
    asked: desc('k.asked'),
    wrongBp: desc(sql`k.wrong::numeric / nullif(k.asked, 0)`, 'last'),
    score: desc('q.score'),
  },
  select: listedQuestions,
  beside: async (_, { db, input, operator, scope }) => {
    const exam = await findExam(db, input.examGroupId)
    return exam !== undefined && operator.authorities.has('exam.edit') && keepsCities(exam.cityIds, scope)
  },
  file: {
    module: import.meta.url,
    zh: '考试题目',
    en: 'Questions',
    columns: {
      position: number('序号', 'No.'),
      kind: words('题型', 'Kind', questionKindText),
      text: text('题干', 'Question'),
      options: text('选项', 'Options', optionLines),
      answer: text('答案', 'Answer', (answer) => answer.map(optionLetter).join('')),
      score: number('分值', 'Score'),
      explanation: text('解析', 'Why'),
      asked: number('作答次数', 'Asked'),
      wrong: number('答错次数', 'Wrong answers'),
      wrongBp: percent('答错率', 'Wrong'),
      chosen: text('各选项被选次数', 'Chosen', (chosen) => chosen.map((times, index) => `${optionLetter(index)} ${times}`).join(' ')),
    },
  },
  view: (row, _, mayKeep) => questionView(row, mayKeep),
})
