import { examCalls } from '@chauffeur/contract/qualification/exam'
import { type AttemptRow, examAttemptCalls } from '@chauffeur/contract/qualification/exam-attempt'
import { type AttemptState, attemptStateText } from '@chauffeur/contract/qualification/exam-model'
import { letters, none } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { choicesFrom } from '#kit/list/filters.ts'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import type { Tone } from '#ui/show/tag.tsx'

const AttemptDrawer = lazyPiece(() => import('./attempt.drawer.tsx'))
export const attemptTone: Record<AttemptState, Tone> = { OPEN: 'run', PASSED: 'done', FAILED: 'lost' }

const useExams = choicesFrom(examCalls.groups, { pageSize: 200 }, ({ rows }) =>
  rows.map(({ examGroupId, name }) => ({ key: examGroupId, value: name })),
)

/** Who took which exam, and how it went. */
export default defineList(examAttemptCalls.attempts, ({ c, f, a }) => ({
  name: 'qualification.examAttempts',
  title: t('司机考试记录'),
  rowKey: (row) => row.examAttemptId,
  rowName: (row) => `${row.driverName} ${row.groupName}`,
  open: ['look'],
  fills: t('司机开始考试后，每份答卷都记录在这里。'),
  filters: [
    f.keyword(t('工号、姓名或电话')),
    f.city(),
    f.choice('examGroupId', t('考试'), useExams),
    f.word('state', t('结果'), attemptStateText),
    f.days('at', t('开始时间')),
  ],
  columns: [
    c.link('driverNo', t('司机'), (row) => `/yunYing/driverDetail?driverId=${row.driverId}`, {
      like: letters(8),
      words: (row) => row.driverName,
      under: (row) => row.driverNo,
      shows: ['driverNo', 'driverName'],
    }),
    c.city(),
    c.text('groupName', t('考试')),
    c.time('startedAt', t('开始时间')),
    c.status('state', t('结果'), attemptStateText, attemptTone),
    c.two(
      'score',
      t('得分'),
      (row) => (row.score === null ? none : `${row.score} / ${row.fullScore}`),
      (row) => (row.percent === null ? null : t('{n}%，及格 {m}%', { n: row.percent, m: row.passPercent })),
      [t('{n}%，及格 {m}%', { n: 100, m: 100 })],
      { shows: ['score', 'fullScore', 'percent'] },
    ),
    c.clock('usedS', t('答题用时')),
    c.of('byTime', t('交卷方式'), (row) => submitWords(row), [t('到时自动交卷'), t('司机交卷')]),
    c.time('validUntil', t('合格有效至')),
  ],
  actions: [a.look(AttemptDrawer)],
}))

const submitWords = ({ state, byTime }: AttemptRow) => (state === 'OPEN' ? none : byTime ? t('到时自动交卷') : t('司机交卷'))
