import { driverStandingCalls, type ExpEntry, expNoteText, type LevelChange } from '@chauffeur/contract/driver/level-driver'
import { type ExpEvent, expEventText, type LevelCause, levelCauseText } from '@chauffeur/contract/driver/level-model'
import type { TenantDb } from '#platform/database/db'
import { instant, number, text, words } from '#platform/list/columns'
import { is, isBefore, isFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { driverFound } from '../file/index.ts'
import { type ChangeFacts, changeWords } from './words.rules.ts'

const changes = (db: TenantDb) =>
  db
    .selectFrom('driver_level_changes as x')
    .innerJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'x.tenant_id').onRef('d.driver_id', '=', 'x.driver_id'))
    .innerJoin('cities as c', 'c.city_id', 'x.city_id')
const shown = (rows: ReturnType<typeof changes>) =>
  rows.selectAll('x').select(['d.driver_no', 'd.name as driver_name', 'c.name as city_name', 'c.utc_offset_minutes'])
type ChangeDb = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

export function changeView(row: ChangeDb, english: boolean): LevelChange {
  const facts = row.facts as unknown as ChangeFacts
  return {
    changeId: row.change_id,
    driverId: row.driver_id,
    driverNo: row.driver_no,
    driverName: row.driver_name,
    cityId: row.city_id,
    cityName: row.city_name,
    from: row.from_level,
    to: row.to_level,
    fromName: facts.fromName,
    toName: facts.toName,
    cause: row.cause as LevelCause,
    // One from before there was an acceptance rate says none.
    figures: { ...facts.figures, acceptBp: facts.figures.acceptBp ?? null },
    words: changeWords(row.cause as LevelCause, facts, row.utc_offset_minutes, english),
    at: row.at.toISOString(),
  }
}
/** The last changes of a driver, newest first. */
export const lastChanges = (db: TenantDb, driverId: string, limit: number) =>
  shown(changes(db)).where('x.driver_id', '=', driverId).orderBy('x.at', 'desc').orderBy('x.change_id', 'desc').limit(limit).execute()

/** What became of levels and why, newest first. */
export const changeList = defineList(driverStandingCalls.log, {
  from: ({ db }) => changes(db),
  filters: {
    cityId: is('x.city_id'),
    driverId: is('x.driver_id'),
    keyword: (typed, { scope }) => driverFound(typed, scope),
    cause: is('x.cause'),
    atFrom: isFrom('x.at'),
    atTo: isBefore('x.at'),
  },
  key: 'x.change_id',
  order: [desc('x.at')],
  sorts: { at: desc('x.at') },
  select: shown,
  file: {
    module: import.meta.url,
    zh: '司机等级变更',
    en: 'Changes of levels',
    columns: {
      at: instant('时间', 'Time'),
      driverNo: text('工号', 'Driver no.'),
      driverName: text('姓名', 'Name'),
      cityName: text('城市', 'City'),
      fromName: text('原等级', 'From'),
      toName: text('新等级', 'To'),
      cause: words('原因', 'Reason', levelCauseText),
      words: text('变更说明', 'Explanation', (sentences) => sentences.join(' ')),
      figures: number('经验值', 'Experience', ({ exp }) => exp),
    },
  },
  view: (row, { request }) => changeView(row, request.english),
})

const entries = (db: TenantDb) => db.selectFrom('driver_experience as x')
type EntryDb = Awaited<ReturnType<ReturnType<ReturnType<typeof entries>['selectAll']>['execute']>>[number]
export const entryView = (row: EntryDb): ExpEntry => ({
  experienceId: row.experience_id,
  event: row.event as ExpEvent,
  about: row.about,
  at: row.at.toISOString(),
  delta: row.delta,
  balance: row.balance,
  note: row.note as ExpEntry['note'],
})
/** What was counted of one trip stands together. */
export const lastEntries = (db: TenantDb, driverId: string, limit: number) =>
  entries(db)
    .selectAll('x')
    .where('x.driver_id', '=', driverId)
    .orderBy('x.at', 'desc')
    .orderBy('x.experience_id', 'desc')
    .limit(limit)
    .execute()

/** What a driver's experience was given and taken for, newest first. */
export const experienceList = defineList(driverStandingCalls.experience, {
  from: ({ db }) => entries(db),
  filters: { driverId: is('x.driver_id'), event: is('x.event') },
  key: 'x.experience_id',
  order: [desc('x.experience_id')],
  sorts: { at: desc('x.at') },
  select: (rows) => rows.selectAll('x'),
  file: {
    module: import.meta.url,
    zh: '经验值明细',
    en: 'Experience of a driver',
    columns: {
      at: instant('时间', 'Time'),
      event: words('事件', 'Event', expEventText),
      about: text('关于', 'About'),
      delta: number('经验值', 'Experience'),
      note: words('备注', 'Remark', { '': '', ...expNoteText }),
      balance: number('累计', 'In all'),
    },
  },
  view: entryView,
})
