import { driverLevelWhiteCalls, type WhiteRow } from '@chauffeur/contract/driver/level-driver'
import { type DriverLevel, STANDARD_DRIVER_LEVELS, whiteEffectText } from '@chauffeur/contract/driver/level-model'
import type { OperatorSession } from '#platform/identity/session'
import { text, words } from '#platform/list/columns'
import { is } from '#platform/list/conditions'
import { defineList } from '#platform/list/list'
import { datedList, datedView, periodColumns, whoseColumns } from '../dated/index.ts'
import { levelOf } from '../standing/index.ts'
import { listedWhites, type WhiteDb, whites } from './white.queries.ts'

export function whiteView(row: WhiteDb, { authorities }: Pick<OperatorSession, 'authorities'>): WhiteRow {
  const levels = (row.levels as DriverLevel[] | null) ?? STANDARD_DRIVER_LEVELS
  return {
    whiteId: row.white_id,
    ...datedView(row, authorities.has('driverLevel.edit')),
    effect: row.effect as WhiteRow['effect'],
    level: row.level,
    levelName: row.level === null ? '' : levelOf(row.level, levels).name,
    present: row.present,
    presentName: levelOf(row.present, levels).name,
  }
}

const shared = datedList('w')
/** The whitelist, the entry that ends last first. */
export const whiteList = defineList(driverLevelWhiteCalls.list, {
  from: ({ db }) => whites(db),
  ...shared,
  filters: { ...shared.filters, effect: is('w.effect') },
  key: 'w.white_id',
  select: listedWhites,
  file: {
    module: import.meta.url,
    zh: '等级白名单',
    en: 'Whitelist of levels',
    columns: {
      ...whoseColumns,
      effect: words('效果', 'Effect', whiteEffectText),
      levelName: text('等级', 'Level'),
      presentName: text('当前等级', 'Present level'),
      ...periodColumns,
    },
  },
  view: (row, { operator }) => whiteView(row, operator),
})
