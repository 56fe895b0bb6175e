import { examAttemptCalls } from '@chauffeur/contract/qualification/exam-attempt'
import { attemptStateText } from '@chauffeur/contract/qualification/exam-model'
import { driverFound } from '#areas/driver/file'
import { flag, instant, number, seconds, text, words } from '#platform/list/columns'
import { is, isBefore, isFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { type AttemptDb, attempts, listedAttempts } from './attempt.queries.ts'
import { attemptView } from './attempt.service.ts'

export const attemptRow = (row: AttemptDb) => ({
  ...attemptView(row),
  driverId: row.driver_id,
  driverNo: row.driver_no,
  driverName: row.driver_name,
  cityId: row.driver_city_id,
  cityName: row.city_name,
  percent: row.score === null ? null : Math.floor((row.score * 100) / row.full_score),
  usedS: row.submitted_at && Math.round((Math.min(row.submitted_at.getTime(), row.ends_at.getTime()) - row.started_at.getTime()) / 1_000),
})

/** Who took which exam when, and how it went, newest first. */
export const attemptList = defineList(examAttemptCalls.attempts, {
  from: ({ db }) => attempts(db),
  filters: {
    cityId: is('d.city_id'),
    driverId: is('a.driver_id'),
    keyword: (typed, { scope }) => driverFound(typed, scope),
    examGroupId: is('a.exam_group_id'),
    state: is('a.state'),
    atFrom: isFrom('a.started_at'),
    atTo: isBefore('a.started_at'),
  },
  key: 'a.exam_attempt_id',
  order: [desc('a.started_at')],
  select: listedAttempts,
  file: {
    module: import.meta.url,
    zh: '司机考试记录',
    en: 'Exams taken',
    columns: {
      startedAt: instant('开始时间', 'Started'),
      driverNo: text('工号', 'Driver no.'),
      driverName: text('姓名', 'Name'),
      cityName: text('城市', 'City'),
      groupName: text('考试', 'Exam'),
      state: words('结果', 'Result', attemptStateText),
      score: number('得分', 'Score'),
      fullScore: number('满分', 'Full score'),
      percent: number('得分率（%）', 'Score (%)'),
      passPercent: number('及格线（%）', 'To pass (%)'),
      usedS: seconds('答题用时', 'Time used'),
      submittedAt: instant('交卷时间', 'Handed in'),
      byTime: flag('超时自动交卷', 'Time was over'),
      validUntil: instant('合格有效至', 'Pass holds until'),
    },
  },
  view: attemptRow,
})
