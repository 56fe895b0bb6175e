import { driverLevelWhiteCalls, type WhiteRow, whiteStateText } from '@chauffeur/contract/driver/level-driver'
import { type DriverLevel, STANDARD_DRIVER_LEVELS, whiteEffectText } from '@chauffeur/contract/driver/level-model'
import { sql } from 'kysely'
import { instant, text, words } from '#platform/list/columns'
import { is } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import type { OperatorSession } from '#platform/identity/session'
import { driverFound } from '../file/index.ts'
import { levelOf } from '../standing/index.ts'
import { listedWhites, type WhiteDb, whites } from './white.queries.ts'

const stateOf = ({ valid_from, valid_until, now }: Pick<WhiteDb, 'valid_from' | 'valid_until' | 'now'>): WhiteRow['state'] =>
  valid_until <= now ? 'OVER' : valid_from <= now ? 'CURRENT' : 'COMING'

export function whiteView(row: WhiteDb, { authorities }: Pick<OperatorSession, 'authorities'>): WhiteRow {
  const state = stateOf(row)
  const levels = (row.levels as DriverLevel[] | null) ?? STANDARD_DRIVER_LEVELS
  return {
    whiteId: row.white_id,
    driverId: row.driver_id,
    driverNo: row.driver_no,
    driverName: row.driver_name,
    cityId: row.city_id,
    cityName: row.city_name,
    effect: row.effect as WhiteRow['effect'],
    level: row.level,
    levelName: row.level === null ? '' : levelOf(row.level, levels).name,
    present: row.present,
    presentName: levelOf(row.present, levels).name,
    from: row.valid_from.toISOString(),
    until: row.valid_until.toISOString(),
    state,
    reason: row.reason,
    version: row.version,
    changedAt: row.updated_at.toISOString(),
    changedBy: row.updated_by_name,
    allowedActions: state !== 'OVER' && authorities.has('driverLevel.edit') ? ['edit', 'delete'] : [],
  }
}

const inState: Record<WhiteRow['state'], ReturnType<typeof sql<boolean>>> = {
  COMING: sql<boolean>`w.valid_from > now()`,
  CURRENT: sql<boolean>`(w.valid_from <= now() and w.valid_until > now())`,
  OVER: sql<boolean>`w.valid_until <= now()`,
}
/** The whitelist, the entry that ends last first. */
export const whiteList = defineList(driverLevelWhiteCalls.list, {
  from: ({ db }) => whites(db),
  filters: {
    cityId: is('d.city_id'),
    driverId: is('w.driver_id'),
    keyword: (typed, { scope }) => driverFound(typed, scope),
    effect: is('w.effect'),
    state: (state) => inState[state],
  },
  key: 'w.white_id',
  order: [desc('w.valid_until')],
  sorts: { until: desc('w.valid_until'), from: desc('w.valid_from') },
  select: listedWhites,
  file: {
    module: import.meta.url,
    zh: '等级白名单',
    en: 'Whitelist of levels',
    columns: {
      driverNo: text('工号', 'Driver no.'),
      driverName: text('姓名', 'Name'),
      cityName: text('城市', 'City'),
      effect: words('效果', 'Effect', whiteEffectText),
      levelName: text('等级', 'Level'),
      presentName: text('当前等级', 'Present level'),
      from: instant('开始', 'From'),
      until: instant('截止', 'Until'),
      state: words('状态', 'Status', whiteStateText),
      reason: text('原因', 'Reason'),
      changedBy: text('修改人', 'Changed by'),
      changedAt: instant('修改时间', 'Changed'),
    },
  },
  view: (row, { operator }) => whiteView(row, operator),
})
