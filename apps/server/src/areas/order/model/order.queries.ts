import { openReviewStates } from '@chauffeur/contract/order/cancel-review'
import { listOf } from '#platform/database/sql-text'
import type { OrderRow, orderFilter } from '@chauffeur/contract/order/list'
import {
  calledOffServiceStatuses,
  inHandServiceStatuses,
  PAY_STATUS,
  seekingServiceStatuses,
  type ServiceStatus,
  SERVICE_STATUS,
} from '@chauffeur/contract/order/model'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type * as z from 'zod'
import type { TenantDb } from '#platform/database/db'
import { COUNT_LIMIT, offsetOf } from '#platform/list/page'
import { phoneFound, textFound } from '#platform/list/phone-search'
import type { Scope } from '#platform/database/scope'
import type { DB } from '#platform/database/tables.generated'
import { type Condition, is, isBefore, isFrom, isOneOf } from '#platform/list/conditions'
import type { PriceGroupWhy } from '#areas/customer/standing'
import { type Keyword, keywordOf } from './order-keyword.rules.ts'
import { openPayStatuses } from '@chauffeur/contract/order/actions'

export type OrderFilter = z.output<typeof orderFilter>
export interface OrderPage {
  pageNo: number
  pageSize: number
  sortBy?: string | undefined
  sortOrder?: 'asc' | 'desc' | undefined
}

const SORTABLE = { createdAt: 'o.created_at', statusSince: 'o.status_since', totalFen: 'o.total_fen', distanceM: 'o.distance_m' } as const

type Orders = SelectQueryBuilder<DB & { o: DB['orders'] }, 'o', object>

/**
 * Says the scope once more in words that an index understands. Row security keeps the rows either way; but its rule, written for every
 * kind of person at once, leaves PostgreSQL to walk all orders for the few of one city or channel. The values are read from the session as
 * row security reads them: a statement without values is planned once a connection, whoever asks.
 */
export function withinScope(query: Orders, { cities, orgs, channel }: Scope): Orders {
  let q = query
  if (cities !== '*') q = q.where('o.city_id', '=', cities.length === 1 ? theCity : anyCity)
  if (orgs !== '*') q = q.where('o.org_id', '=', orgs.length === 1 ? theOrg : anyOrg)
  if (channel !== '*' && channel !== 'none') q = q.where('o.channel_id', '=', theChannel)
  return q
}
const theCity = sql<string>`(select (app_cities())[1])`
const anyCity = sql<string>`any ((select app_cities())::bigint[])`
const theOrg = sql<string>`(select (app_orgs())[1])`
const anyOrg = sql<string>`any ((select app_orgs())::bigint[])`
const theChannel = sql<string>`(select app_channel())`
const anyOf = (ids: readonly string[]) => sql<string>`any (${ids}::bigint[])`

/**
 * An end or a whole is found by an index each, put together as one set of ids: alternatives of one condition would leave PostgreSQL to walk
 * the orders. A part is looked for in the orders from the newest on.
 */
function meaning(keyword: Keyword, scope: Scope): RawBuilder<boolean> {
  const { text } = keyword
  const phone = (column: string, how: 'whole' | 'end') => phoneFound(column, text, scope, how)
  const holds = (column: string, pattern: string) => textFound(column, pattern, scope, 'like')
  switch (keyword.kind) {
    case 'exact':
      return sql<boolean>`o.order_id = any (array(
        select order_id from orders where order_no = ${text} union all select order_id from orders where ${phone('contact_phone', 'whole')}
        union all select order_id from orders where booking_id in (select booking_id from bookings where booking_no = ${text})
        union all select order_id from orders where customer_id in (select customer_id from customers where ${phone('phone', 'whole')})
        union all select order_id from orders where driver_id in (select driver_id from drivers where driver_no = ${text} or ${phone('phone', 'whole')})))`
    case 'tail':
      return sql<boolean>`o.order_id = any (array(
        select order_id from orders where contact_tail = ${keyword.last4} and ${phone('contact_phone', 'end')} union all select order_id from orders where no_tail = ${text}
        union all select order_id from orders where driver_id in (select driver_id from drivers where driver_no = ${text} or ${phone('phone', 'end')})))`
    case 'part':
      return sql<boolean>`(${holds('o.pickup_address', keyword.pattern)} or ${holds('o.dropoff_address', keyword.pattern)}
        or ${holds('o.customer_name', keyword.pattern)} or o.driver_id = any (array(select driver_id from drivers where ${holds('name', keyword.pattern)} or driver_no = ${text})))`
  }
}

/** As `awaitsPrepayment` has it, in the words of its index. */
const awaitsPrepay = sql<boolean>`(o.prepay_until is not null and o.service_status = ${sql.lit(SERVICE_STATUS.created)})`
/** What each filter of the list asks of an order. */
export const orderFilters = {
  keyword: (typed: string, { scope }: { scope: Scope }) => meaning(keywordOf(typed), scope),
  cityId: is('o.city_id'),
  serviceStatus: isOneOf('o.service_status', 'smallint'),
  payStatus: isOneOf('o.pay_status', 'smallint'),
  source: is('o.source'),
  serviceType: is('o.service_type'),
  awaitsPrepay: (waits: boolean) => (waits ? awaitsPrepay : sql<boolean>`not ${awaitsPrepay}`),
  driverId: (driverId: string, { scope }: { scope: Scope }) => (scope.channel === '*' ? is('o.driver_id')(driverId) : sql<boolean>`false`),
  customerId: is('o.customer_id'),
  channelId: is('o.channel_id'),
  enterpriseId: is('o.enterprise_id'),
  createdAtFrom: isFrom('o.created_at'),
  createdAtTo: isBefore('o.created_at'),
  totalFenFrom: isFrom('o.total_fen'),
  totalFenTo: isBefore('o.total_fen'),
} satisfies { [F in keyof OrderFilter]-?: (value: NonNullable<OrderFilter[F]>, asked: { scope: Scope }) => Condition }

function filtered<T extends Orders>(query: T, filter: OrderFilter, scope: Scope): T {
  let q = withinScope(query, scope)
  for (const [name, condition] of Object.entries(orderFilters)) {
    const value = filter[name as keyof OrderFilter]
    const asked =
      value === undefined || value === '' ? undefined : (condition as (value: unknown, asked: object) => Condition)(value, { scope })
    if (asked) q = q.where(asked)
  }
  return q as T
}

export const ORDER_ROW = [
  'o.order_id',
  'o.order_no',
  'o.booking_id',
  'o.service_status',
  'o.pay_status',
  'o.dispatch_status',
  'o.audit_status',
  'o.source',
  'o.service_type',
  'o.city_id',
  'o.channel_id',
  'o.customer_name',
  'o.contact_phone',
  'o.driver_id',
  'o.pickup_address',
  'o.dropoff_address',
  'o.total_fen',
  'o.estimate_fen',
  'o.distance_m',
  'o.estimate_distance_m',
  'o.track_quality',
  'o.gap_fills',
  'o.book_time',
  'o.created_at',
  'o.status_since',
  'o.version',
  'o.prepay_fen',
  'o.prepay_until',
] as const

/** What the ids of such a row name. */
export const ORDER_NAMES = [
  'cities.name as city_name',
  'cities.utc_offset_minutes',
  'bookings.booking_no',
  'drivers.driver_no',
  'drivers.name as driver_name',
] as const

/** The rows with what their ids name beside them; the page is cut first, so that at most a page is joined. */
const withNamed = (db: TenantDb, page: ReturnType<typeof pageQuery>) =>
  db
    .with('page', () => page)
    .selectFrom('page as o')
    .innerJoin('cities', 'cities.city_id', 'o.city_id')
    .leftJoin('bookings', 'bookings.booking_id', 'o.booking_id')
    .leftJoin('drivers', 'drivers.driver_id', 'o.driver_id')

const instant = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** A row as it is on the wire (`orderRowView`), but for what the viewer's authorities decide. */
const WIRE = {
  orderId: sql`o.order_id::text`,
  orderNo: sql`o.order_no`,
  bookingId: sql`o.booking_id::text`,
  bookingNo: sql`coalesce(bookings.booking_no, '')`,
  serviceStatus: sql`o.service_status`,
  payStatus: sql`o.pay_status`,
  dispatchStatus: sql`o.dispatch_status`,
  auditStatus: sql`o.audit_status`,
  source: sql`o.source`,
  serviceType: sql`o.service_type`,
  cityId: sql`o.city_id::text`,
  cityName: sql`cities.name`,
  utcOffsetMinutes: sql`cities.utc_offset_minutes`,
  channelId: sql`o.channel_id::text`,
  customerName: sql`o.customer_name`,
  /** Of a driver in sight: a partner, who sees none, could follow one from order to order by it. */
  driverId: sql`drivers.driver_id::text`,
  driverNo: sql`coalesce(drivers.driver_no, '')`,
  driverName: sql`coalesce(drivers.name, '')`,
  pickupAddress: sql`o.pickup_address`,
  dropoffAddress: sql`o.dropoff_address`,
  totalFen: sql`o.total_fen`,
  estimateFen: sql`o.estimate_fen`,
  distanceM: sql`coalesce(o.distance_m, o.estimate_distance_m)`,
  /** As `filledMetres` has it. */
  filledM: sql`case when o.track_quality = 'GAPS' then (select sum((gap ->> 'metres')::int) from jsonb_array_elements(o.gap_fills -> 'gaps') gap) end`,
  bookTime: instant(sql`o.book_time`),
  createdAt: instant(sql`o.created_at`),
  statusSince: instant(sql`o.status_since`),
  version: sql`o.version`,
  /** As `awaitsPrepayment` has it. */
  prepayDueFen: sql`case when o.service_status = ${sql.lit(SERVICE_STATUS.created)} and o.prepay_until is not null then o.prepay_fen end`,
  prepayUntil: instant(sql`case when o.service_status = ${sql.lit(SERVICE_STATUS.created)} then o.prepay_until end`),
} satisfies Record<Exclude<keyof OrderRow, 'customerPhone' | 'allowedActions'>, RawBuilder<unknown>>
const wire = sql`(select ${sql.join(Object.entries(WIRE).map(([name, value]) => sql`${value} as ${sql.id(name)}`))})`

/** All that the filter finds, whole rows, in no order. */
export const matchingOrders = (db: TenantDb, scope: Scope, filter: OrderFilter) =>
  filtered(db.selectFrom('orders as o'), filter, scope).selectAll('o')

/** The limit is part of the text: for one that it does not know PostgreSQL plans the statement anew each time. */
function pageQuery(db: TenantDb, scope: Scope, filter: OrderFilter, page: OrderPage) {
  const column = SORTABLE[page.sortBy as keyof typeof SORTABLE] ?? 'o.created_at'
  const order = page.sortOrder ?? 'desc'
  // An index gives an order of a column that always has a value only where nothing is said of those without.
  const alwaysThere = column === 'o.created_at' || column === 'o.status_since'
  const cut = filtered(db.selectFrom('orders as o'), filter, scope)
    .select(ORDER_ROW)
    .orderBy(column, (by) =>
      order === 'asc' ? (alwaysThere ? by.asc() : by.asc().nullsFirst()) : alwaysThere ? by.desc() : by.desc().nullsLast(),
    )
    .orderBy('o.order_id', order)
    .limit(sql.lit(page.pageSize))
  return page.pageNo > 1 ? cut.offset(offsetOf(page)) : cut
}

export interface OrderJsonRow {
  service_status: number
  pay_status: number
  contact_phone: string
  /** The fields of `WIRE`, an object. */
  json: string
}

function listQuery(db: TenantDb, scope: Scope, filter: OrderFilter, page: OrderPage) {
  const column = SORTABLE[page.sortBy as keyof typeof SORTABLE] ?? 'o.created_at'
  const order = page.sortOrder ?? 'desc'
  return withNamed(db, pageQuery(db, scope, filter, page))
    .innerJoinLateral(wire.as<'wire'>('wire'), (join) => join.onTrue())
    .select(['o.service_status', 'o.pay_status', 'o.contact_phone', sql<string>`row_to_json(wire)::text`.as('json')])
    .orderBy(column, (by) => (order === 'asc' ? by.asc().nullsFirst() : by.desc().nullsLast()))
    .orderBy('o.order_id', order)
    .compile()
}

/** Lists are asked for again and again as they are: putting their words together takes as long as reading them. */
const written = new LRUCache<string, ReturnType<typeof listQuery>>({ max: 1_000 })

export async function listOrders(db: TenantDb, scope: Scope, filter: OrderFilter, page: OrderPage): Promise<OrderJsonRow[]> {
  const key = JSON.stringify([scope.cities, scope.orgs, scope.channel, scope.phones, filter, page])
  let query = written.get(key)
  if (!query) written.set(key, (query = listQuery(db, scope, filter, page)))
  return (await db.executeQuery(query)).rows
}

/** Up to one more than the limit, so that "more than 10 000" can be said. */
export async function countOrders(db: TenantDb, scope: Scope, filter: OrderFilter): Promise<number> {
  const some = filtered(db.selectFrom('orders as o'), filter, scope)
    .select(sql<number>`1`.as('one'))
    .limit(sql.lit(COUNT_LIMIT + 1))
  const { n } = await db.selectFrom(some.as('some')).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()
  return n
}

const STATE_COUNT_LIMIT = 1_000
/** How many orders of the list are in each of the states that somebody watches, whatever state the list is narrowed to. Each is found by an index of its own. */
export async function countByState(db: TenantDb, scope: Scope, filter: OrderFilter) {
  const within = { ...filter, serviceStatus: undefined, payStatus: undefined }
  const counted = (state: Pick<OrderFilter, 'serviceStatus' | 'payStatus'>) => {
    const found = filtered(db.selectFrom('orders as o'), { ...within, ...state }, scope)
      .select(sql<number>`1`.as('one'))
      .limit(sql.lit(STATE_COUNT_LIMIT))
    return sql<number>`(select count(*)::int from ${found} found)`
  }
  return db
    .selectNoFrom([
      counted({ serviceStatus: [...seekingServiceStatuses] }).as('seeking'),
      counted({ serviceStatus: [...inHandServiceStatuses] }).as('inHand'),
      counted({ payStatus: [PAY_STATUS.unpaid] }).as('unpaid'),
    ])
    .executeTakeFirstOrThrow()
}

/** Orders of a customer or booking, newest first: for the desk's card. */
export const ordersWhere = (
  db: TenantDb,
  where: { customerId?: string; contactPhone?: string; bookingId?: string; statuses?: readonly ServiceStatus[]; unpaidOnly?: boolean },
  limit: number,
) => {
  let page = db.selectFrom('orders as o').select(ORDER_ROW).orderBy('o.created_at', 'desc').limit(limit)
  if (where.customerId) page = page.where('o.customer_id', '=', where.customerId)
  if (where.bookingId) page = page.where('o.booking_id', '=', where.bookingId)
  if (where.statuses) page = page.where('o.service_status', '=', sql<ServiceStatus>`any (${where.statuses as ServiceStatus[]}::smallint[])`)
  if (where.unpaidOnly) page = page.where('o.pay_status', 'in', openPayStatuses)
  return withNamed(db, page)
    .select([...ORDER_ROW, ...ORDER_NAMES])
    .orderBy('o.created_at', 'desc')
    .execute()
}
/** What a customer has to pay, newest first: bills and cancel fees that are open or were given up. */
export const openBills = (db: TenantDb, customerId: string, limit: number) =>
  db
    .selectFrom('orders')
    .innerJoin('cities', 'cities.city_id', 'orders.city_id')
    .select([
      'order_id',
      'order_no',
      'pay_status',
      sql<number>`coalesce(personal_fen, total_fen, 0)`.as('due_fen'),
      'status_since',
      'cities.utc_offset_minutes',
    ])
    .where('customer_id', '=', customerId)
    .where('pay_status', 'in', openPayStatuses)
    .orderBy('orders.created_at', 'desc')
    .limit(limit)
    .execute()
export type OrderListRow = Awaited<ReturnType<typeof ordersWhere>>[number]

export const findOrder = (db: TenantDb, orderId: string) =>
  db.selectFrom('orders').selectAll().where('order_id', '=', orderId).executeTakeFirst()

/** In the order in which everybody locks orders. */
export const ordersById = (db: TenantDb, ids: readonly string[]) =>
  db.selectFrom('orders').selectAll().where('order_id', '=', anyOf(ids)).orderBy('order_id').execute()

const isPartner = sql<boolean>`(current_setting('app.channel') <> '*')`
/** A fleet sees its orders but not the booking, which stays with the city company: the booking's fields are then null. */
export const findOrderWithNames = (db: TenantDb, orderId: string) =>
  db
    .selectFrom('orders as o')
    .innerJoin('cities', 'cities.city_id', 'o.city_id')
    .leftJoin('bookings as b', (join) => join.onRef('b.tenant_id', '=', 'o.tenant_id').onRef('b.booking_id', '=', 'o.booking_id'))
    .leftJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'o.tenant_id').onRef('d.driver_id', '=', 'o.driver_id'))
    .selectAll('o')
    .select([
      'cities.name as city_name',
      'cities.utc_offset_minutes',
      'b.partner_booking_id',
      'b.booking_no',
      'b.caller_phone',
      sql<string | null>`case when not ${isPartner} then b.agent_name end`.as('agent_name'),
      sql<PriceGroupWhy | null>`case when not ${isPartner} then b.price_group end`.as('price_group_why'),
      'd.driver_no',
      'd.name as driver_name',
    ])
    .where('o.order_id', '=', orderId)
    .executeTakeFirst()

const ownDeed = sql<boolean>`(actor_type = 'OPERATOR' and actor_id = (select app_user()))`
/** Who did it. A partner reads neither drivers' names nor those of the platform's operators. */
const actorName =
  sql<string>`case when ${isPartner} and actor_type in ('DRIVER', 'OPERATOR') and not ${ownDeed} then '' else actor_name end`.as(
    'actor_name',
  )
/** What operators wrote beside it is theirs, but why an order ended is the partner's to know. */
const reason =
  sql<string>`case when ${isPartner} and actor_type = 'OPERATOR' and to_status not in ${listOf(calledOffServiceStatuses)} and not ${ownDeed} then '' else reason end`.as(
    'reason',
  )
/** Holds ids of drivers. */
const payload = sql<object | null>`case when not ${isPartner} then payload end`.as('payload')
/** What happened to an order, as far as the viewer reads it: remarks stay with the platform. */
export const eventsInSight = (db: TenantDb, orderId: string) =>
  db.selectFrom('order_events').where('order_id', '=', orderId).where(sql<boolean>`(event <> 'remark' or not ${isPartner})`)
export const shownEvent = (rows: ReturnType<typeof eventsInSight>) => rows.selectAll().select([actorName, reason, payload])
export const eventsOf = (db: TenantDb, orderId: string) => shownEvent(eventsInSight(db, orderId)).orderBy('seq').limit(500).execute()
export const openReviewOf = async (db: TenantDb, orderId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('cancel_reviews')
      .select('review_id')
      .where('order_id', '=', orderId)
      .where('state', 'in', openReviewStates)
      .executeTakeFirst()
  )?.review_id ?? null
export const billOf = (db: TenantDb, orderId: string) =>
  db
    .selectFrom('bill_lines')
    .select(['type', 'label', 'amount_fen', 'rule', 'reason'])
    .where('order_id', '=', orderId)
    .orderBy('seq')
    .execute()
export const siblingsOf = (db: TenantDb, bookingId: string, exceptOrderId: string) =>
  db
    .selectFrom('orders')
    .select(['order_id', 'order_no', 'service_status', 'prepay_until'])
    .where('booking_id', '=', bookingId)
    .where('order_id', '<>', exceptOrderId)
    .orderBy('order_id')
    .execute()

export const driverOf = (db: TenantDb, driverId: string) =>
  db
    .selectFrom('drivers')
    .select(['driver_id', 'driver_no', 'name', 'phone', 'level', 'work_status'])
    .where('driver_id', '=', driverId)
    .executeTakeFirst()

export const lastEvent = (db: TenantDb, orderId: string) =>
  db
    .selectFrom('order_events')
    .select(['event', actorName, 'at'])
    .where('order_id', '=', orderId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
