import { photoCalls, type PhotoCase } from '@chauffeur/contract/quality/photo'
import type { PhotoFlag, PhotoWhy } from '@chauffeur/contract/quality/photo-model'
import { sql } from 'kysely'
import type { CaseRow } from '../photo/index.ts'
import type { TenantDb } from '#platform/database/db'
import { is, isOneOf } from '#platform/list/conditions'
import { asc, defineList } from '#platform/list/list'

const inSight = (db: TenantDb) =>
  db
    .selectFrom('order_photo_cases as a')
    .innerJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'a.tenant_id').onRef('o.order_id', '=', 'a.order_id'))
const ofPhotos = (what: ReturnType<typeof sql>) =>
  sql`(select ${what} from order_files f where f.tenant_id = a.tenant_id and f.order_id = a.order_id)`
const named = (rows: ReturnType<typeof inSight>) =>
  rows
    .innerJoin('cities as c', 'c.city_id', 'o.city_id')
    .leftJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'o.tenant_id').onRef('d.driver_id', '=', 'o.driver_id'))
    .selectAll('a')
    .select([
      'o.order_no',
      'o.city_id',
      'o.driver_id',
      'c.name as city_name',
      sql<string>`coalesce(d.driver_no, '')`.as('driver_no'),
      sql<string>`coalesce(d.name, '')`.as('driver_name'),
      sql<number>`${ofPhotos(sql`count(*)::int`)}`.as('photos'),
      sql<number>`${ofPhotos(sql`(count(*) filter (where f.verdict <> 'NONE'))::int`)}`.as('judged'),
      sql<
        string[]
      >`coalesce(${sql`(select array_agg(distinct flag) from order_files f cross join unnest(f.flags) flag where f.tenant_id = a.tenant_id and f.order_id = a.order_id)`}, '{}')`.as(
        'flags',
      ),
    ])
export type NamedCase = CaseRow & Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirstOrThrow']>>
export const findCase = (db: TenantDb, orderId: string): Promise<NamedCase | undefined> =>
  named(inSight(db)).where('a.order_id', '=', orderId).executeTakeFirst()

export function caseView(row: NamedCase, userId: string): PhotoCase {
  const claimed = row.claimed_until && row.claimed_until.getTime() > Date.now() ? row.claimed_until : null
  return {
    orderId: row.order_id,
    orderNo: row.order_no,
    cityId: row.city_id,
    cityName: row.city_name,
    driverId: row.driver_id,
    driverNo: row.driver_no,
    driverName: row.driver_name,
    state: row.state,
    why: row.why as PhotoWhy[],
    flags: row.flags as PhotoFlag[],
    photos: row.photos,
    judged: row.judged,
    turnAt: row.turn_at.toISOString(),
    claimed: claimed && { name: row.claimed_by_name, until: claimed.toISOString(), mine: row.claimed_by === userId },
    version: row.version,
  }
}

/** Waiting ones, the longest first; what another person has in hand is not among what is asked for without a state. */
export const caseList = defineList(photoCalls.queue, {
  hidden: ({ scope }) => scope.channel !== '*',
  from: ({ db, operator, input }) =>
    inSight(db).where(
      input.states?.length
        ? sql<boolean>`true`
        : sql<boolean>`a.state in ('WAITING', 'IN_REVIEW') and (a.state = 'WAITING' or a.claimed_by = ${operator.userId}::bigint or a.claimed_until <= now())`,
    ),
  filters: {
    cityId: is('o.city_id'),
    states: isOneOf('a.state', 'text'),
    why: (why) => sql<boolean>`${why} = any (a.why)`,
  },
  key: 'a.order_id',
  order: [asc('a.turn_at')],
  select: named,
  cutFirst: true,
  view: (row, { operator }) => caseView(row, operator.userId),
})
