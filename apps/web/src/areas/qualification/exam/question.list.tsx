import { examCalls, type ExamQuestion } from '@chauffeur/contract/qualification/exam'
import { optionLetter, questionKindText } from '@chauffeur/contract/qualification/exam-model'
import { useMemo } from 'react'
import { defineImport } from '#kit/import/import-button.tsx'
import { none } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { AddProps } from '#kit/list/define.view.ts'
import { sendCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { answerWords, mostWrong } from './exam.view.ts'

const QuestionForm = lazyPiece(() => import('./question.form.tsx'))
const AddQuestion = ({ fixed, ...form }: AddProps) => <QuestionForm {...form} examGroupId={String(fixed.examGroupId)} />

const Import = defineImport<ExamQuestion>(() => ({
  kind: 'exam.questions',
  title: t('考试题目'),
  may: examCalls.saveQuestion,
  hint: t('每行一题：题型、题干、选项A 至选项F、答案、分值，可另有解析。判断题不填选项，答案为对或错。'),
  example: t('单选，行程中接到电话怎么办，停稳后再接，边开边接，，，，，A，5，行车不接听电话'),
  refreshes: [examCalls.questions, examCalls.group],
}))

const Questions = defineList(examCalls.questions, ({ c, f, a }) => ({
  name: 'qualification.examQuestions',
  title: t('考试题目'),
  inside: true,
  rowKey: (row) => row.examQuestionId,
  rowName: (row) => row.text,
  open: ['edit'],
  empty: t('还没有题目'),
  fills: t('逐题添加，或导入整份题库；题目不少于抽题数后即可发布考试。'),
  Buttons: Import,
  add: { may: examCalls.saveQuestion, label: t('添加题目'), Dialog: AddQuestion },
  filters: [f.keyword(t('题干或解析')), f.word('kind', t('题型'), questionKindText)],
  columns: [
    c.count('position', t('序号'), { sortable: true }),
    c.word('kind', t('题型'), questionKindText),
    c.text('text', t('题干')),
    c.of('answer', t('答案'), (row) => answerWords(row.answer), 'ABCDEF'),
    c.count('score', t('分值'), { sortable: true }),
    c.count('asked', t('作答次数'), { sortable: true }),
    c.of('wrongBp', t('答错率'), (row) => (row.wrongBp === null ? none : `${(row.wrongBp / 100).toFixed(1)}%`), '100.0%', {
      sortable: true,
      align: 'right',
    }),
    c.of(
      'chosen',
      t('最多误选'),
      (row) => {
        const most = mostWrong(row)
        return most ? t('{option}（{n} 次）', { option: optionLetter(most.index), n: most.times }) : none
      },
      t('{option}（{n} 次）', { option: 'A', n: 9_999 }),
    ),
    c.time('updatedAt', t('修改时间'), { optional: true }),
  ],
  actions: [
    a.edit(QuestionForm),
    a.remove({
      text: ({ text }) => t('删除题目“{text}”。已交的答卷不变。', { text }),
      send: ({ examQuestionId, version }) => sendCall(examCalls.deleteQuestion, { examQuestionId, version }),
      refreshes: [examCalls.group],
    }),
  ],
}))

/** Questions of an exam, and how each is answered. */
export function QuestionList({ examGroupId, locked }: { examGroupId: string; locked: boolean }) {
  return <Questions fixed={useMemo(() => ({ examGroupId }), [examGroupId])} locked={locked} />
}
