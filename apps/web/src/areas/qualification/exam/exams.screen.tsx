import { examCalls } from '@chauffeur/contract/qualification/exam'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { attemptsPath, drawnWords, examPath, validWords } from './exam.view.ts'

const ExamForm = lazyPiece(() => import('./exam.form.tsx'))

/** What drivers of which cities are examined in. */
export default defineList(examCalls.groups, ({ c, f, a }) => ({
  name: 'qualification.exams',
  title: t('司机考试'),
  extra: t('要求司机通过考试才能上线，请在司机上线规则中选择'),
  rowKey: (row) => row.examGroupId,
  rowName: (row) => row.name,
  open: examPath,
  fills: t('新建考试、加入题目并发布后，司机可在司机端学习和作答。'),
  add: { may: examCalls.saveGroup, label: t('新建考试'), Dialog: ExamForm },
  filters: [f.keyword(t('考试名称')), f.city(), f.flag('published', t('状态'), t('已发布'), t('未发布'))],
  columns: [
    c.link('name', t('考试名称'), examPath, { like: letters(20), under: drawnWords, shows: ['name', 'drawn'] }),
    c.of(
      'published',
      t('状态'),
      (row) => <Tag tone={row.published ? 'done' : 'off'}>{row.published ? t('已发布') : t('未发布')}</Tag>,
      [t('已发布'), t('未发布')],
      { besidePx: 16 },
    ),
    c.cities((row) => row.cityIds),
    c.count('questions', t('题目数')),
    c.of('passPercent', t('及格线'), (row) => `${row.passPercent}%`, '100%', { align: 'right' }),
    c.count('attemptsADay', t('每天次数'), { optional: true }),
    c.of('validDays', t('合格有效期'), (row) => validWords(row.validDays), [t('{n} 天', { n: 3_650 }), t('长期')]),
    c.two(
      'attempts',
      t('近一个月'),
      (row) => t('{n} 次', { n: row.attempts }),
      (row) => (row.attempts === 0 ? null : t('通过 {n} 次', { n: row.passed })),
      [t('通过 {n} 次', { n: 9_999 })],
      { shows: ['attempts', 'passed'] },
    ),
    c.changed(),
  ],
  actions: [
    a.edit(ExamForm),
    ...a
      .onOff(examCalls.publish, {
        input: ({ examGroupId, version }, published) => ({ examGroupId, version, published }),
        on: ({ name }) => t('发布后，适用城市的司机可以参加 {name}。', { name }),
        off: ({ name }) => t('停用后，司机不能参加 {name}，上线前也不再要求；已有成绩保留。', { name }),
        done: (_, on) => (on ? t('已发布') : t('已停用')),
      })
      .map((action) => (action.key === 'enable' ? { ...action, label: t('发布考试') } : action)),
    { key: 'attempts', label: t('考试记录'), can: () => true, path: attemptsPath },
  ],
}))
