import { bulletinCalls, type BulletinRow, bulletinStateText } from '@chauffeur/contract/message/bulletin'
import { driverFound } from '#areas/driver/file'
import type { TenantDb } from '#platform/database/db'
import { keepsCities, type Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { flag, instant, number, text, words } from '#platform/list/columns'
import { holds, inFrom, is } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { sql } from 'kysely'
import {
  audience,
  type BulletinDb,
  bulletins,
  driversByPlace,
  findBulletin,
  goesTo,
  inState,
  listed,
  listedReaders,
  readsOf,
} from './bulletin.queries.ts'

/** Whom bulletins are for and who has read them, counted once for all of a page. */
export async function countsOf(db: TenantDb, rows: readonly BulletinDb[]) {
  const [places, reads] = await Promise.all([
    driversByPlace(db),
    readsOf(
      db,
      rows.map((row) => row.bulletin_id),
    ),
  ])
  const meant = ({ city_ids, levels }: BulletinDb) =>
    places
      .filter(
        ({ city_id, level }) => (city_ids.length === 0 || city_ids.includes(city_id)) && (levels.length === 0 || levels.includes(level)),
      )
      .reduce((sum, { drivers }) => sum + drivers, 0)
  return new Map(rows.map((row) => [row.bulletin_id, { drivers: meant(row), read: reads.get(row.bulletin_id) ?? 0 }]))
}

export function bulletinView(
  row: BulletinDb,
  counts: { drivers: number; read: number },
  { operator, scope }: { operator: OperatorSession; scope: Scope },
): BulletinRow {
  const may = operator.authorities.has('bulletin.edit') && keepsCities(row.city_ids, scope)
  return {
    bulletinId: row.bulletin_id,
    title: row.title,
    body: row.body,
    important: row.important,
    cityIds: row.city_ids,
    levels: row.levels,
    from: row.valid_from.toISOString(),
    until: row.valid_until.toISOString(),
    state: row.state,
    withdrawnReason: row.withdrawn_reason,
    withdrawnByName: row.withdrawn_by_name,
    ...counts,
    version: row.version,
    createdByName: row.created_by_name,
    changedAt: row.updated_at.toISOString(),
    allowedActions: [
      ...(may && row.state === 'COMING' ? (['edit'] as const) : []),
      ...(may && (row.state === 'COMING' || row.state === 'CURRENT') ? (['withdraw'] as const) : []),
    ],
  }
}
const NOBODY = { drivers: 0, read: 0 }

/** What drivers were told, the newest first. */
export const bulletinList = defineList(bulletinCalls.list, {
  from: ({ db }) => bulletins(db),
  filters: { keyword: holds('b.title', 'b.body'), cityId: goesTo, state: inState, important: is('b.important') },
  key: 'b.bulletin_id',
  order: [desc('b.valid_from')],
  select: listed,
  beside: (rows, { db }) => countsOf(db, rows),
  file: {
    module: import.meta.url,
    zh: '司机公告',
    en: 'Bulletins to drivers',
    columns: {
      title: text('标题', 'Title'),
      body: text('内容', 'Content'),
      important: flag('重要', 'Important'),
      state: words('状态', 'Status', bulletinStateText),
      from: instant('开始', 'From'),
      until: instant('结束', 'To'),
      drivers: number('应读人数', 'For drivers'),
      read: number('已读人数', 'Read by'),
      createdByName: text('发布人', 'By'),
      withdrawnReason: text('撤回原因', 'Withdrawn because'),
    },
  },
  view: (row, asked, counts) => bulletinView(row, counts.get(row.bulletin_id) ?? NOBODY, asked),
})

/** Whom a bulletin is for, by driver number. */
export const readerList = defineList(bulletinCalls.readers, {
  refused: async ({ db, input }) => !(await findBulletin(db, input.bulletinId)) && 'bulletin.notFound',
  from: ({ db, input }) => audience(db, input.bulletinId),
  filters: {
    bulletinId: inFrom,
    keyword: (typed, { scope }) => driverFound(typed, scope),
    cityId: is('d.city_id'),
    read: (read) => (read ? sql<boolean>`r.at is not null` : sql<boolean>`r.at is null`),
  },
  key: 'd.driver_id',
  order: [asc('d.driver_no')],
  sorts: { driverNo: asc('d.driver_no'), readAt: desc('r.at', 'last') },
  select: listedReaders,
  file: {
    module: import.meta.url,
    zh: '司机公告阅读情况',
    en: 'Who has read a bulletin',
    columns: {
      driverNo: text('工号', 'Driver no.'),
      driverName: text('姓名', 'Name'),
      cityName: text('城市', 'City'),
      orgName: text('机构', 'Organisation'),
      level: number('等级', 'Level'),
      readAt: instant('阅读时间', 'Read at'),
    },
  },
  view: (row) => ({
    driverId: row.driver_id,
    driverNo: row.driver_no,
    driverName: row.driver_name,
    cityName: row.city_name,
    orgName: row.org_name ?? '',
    level: row.level,
    readAt: row.read_at?.toISOString() ?? null,
  }),
})
