import type { DispatchParams } from '@chauffeur/contract/dispatch/settings'
import { seekingServiceStatuses } from '@chauffeur/contract/order/model'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { takesOrders } from '#areas/operations/city'
import type { OrderRowDb } from '#areas/order/model'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { DispatchSearches } from '#platform/database/tables.generated'
import { listOf } from '#platform/database/sql-text'
import { type QueueStatus, EVERYBODY, type TurnsOf } from './search.rules.ts'
import { dispatchDefaults } from '../settings/index.ts'
import { isTeamOnly } from '../team/index.ts'

const seekingList = listOf(seekingServiceStatuses)

// Who touches a search takes locks in this order and no other: the order's row, its search, the booking, offers, drivers. The engine comes
// by the search first, so it never waits for an order: it passes a booking by while somebody holds one of its orders.

export type SearchRow = Omit<Selectable<DispatchSearches>, 'params'> & { params: DispatchParams }

/** The search under way of a booking, locked. */
export async function findLiveSearch(tx: TenantTx, bookingId: string): Promise<SearchRow | undefined> {
  const look = () =>
    tx
      .selectFrom('dispatch_searches')
      .selectAll()
      .where('booking_id', '=', bookingId)
      .where('state', '=', 'OPEN')
      .forUpdate()
      .executeTakeFirst() as Promise<SearchRow | undefined>
  // Whoever widens the search for another order of the booking puts a new one in its place: a look that waited for the old one finds it
  // ended, and does not see the new one, which came after it began.
  return (await look()) ?? (await look())
}

export async function insertSearch(
  tx: TenantTx,
  search: {
    tenantId: string
    bookingId: string
    cityId: string
    params: DispatchParams
    timeoutS: number
    /** Sees the orders first; without `exclusiveS` to the end of the search. */
    team: { teamId: string; exclusiveS: number | null } | null
  },
): Promise<void> {
  // In batch mode the order waits for the next of the moments at which the city's orders are matched together.
  const { mode, batchS } = search.params
  const firstLook = mode === 'BATCH' ? sql`to_timestamp(ceil(extract(epoch from t.at) / ${batchS}::int) * ${batchS}::int)` : sql`t.at`
  // A search that is still open goes on for the new order too, for at least as long as a new one would.
  await sql`
    insert into dispatch_searches (tenant_id, booking_id, city_id, params, started_at, next_round_at, ends_at, team_id, team_until)
    select ${search.tenantId}::bigint, ${search.bookingId}::bigint, ${search.cityId}::bigint, ${JSON.stringify(search.params)}::jsonb, t.at, ${firstLook}, t.at + make_interval(secs => ${search.timeoutS}::int),
      ${search.team?.teamId ?? null}::bigint, t.at + make_interval(secs => ${search.team?.exclusiveS ?? null}::int)
    from (select clock_timestamp() as at) t
    on conflict (tenant_id, booking_id) where state = 'OPEN'
    do update set ends_at = greatest(dispatch_searches.ends_at, excluded.ends_at), next_round_at = excluded.next_round_at`.execute(tx)
}

/** The search, locked, with the database's clock and whether its city takes orders; undefined when it ended or somebody else is at it. */
export async function lockDueSearch(
  tx: TenantTx,
  searchId: string,
): Promise<(SearchRow & { now: Date; city_takes_orders: boolean }) | undefined> {
  const row = await tx
    .selectFrom('dispatch_searches')
    .selectAll()
    .select([
      sql<Date>`clock_timestamp()`.as('now'),
      sql<boolean>`(select ${takesOrders} from tenant_cities where tenant_cities.tenant_id = dispatch_searches.tenant_id and tenant_cities.city_id = dispatch_searches.city_id)`.as(
        'city_takes_orders',
      ),
    ])
    .where('search_id', '=', searchId)
    .where('state', '=', 'OPEN')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  // A search that began before a parameter existed has it by its default.
  return row && { ...row, params: { ...dispatchDefaults, ...(row.params as Partial<DispatchParams>) } }
}

/** Drivers whom the customer of a booking does not want. */
const blockedOf = (bookingId: string) => sql<
  string[]
>`array(select k.driver_id::text from customer_driver_blocks k join bookings b on b.tenant_id = k.tenant_id and b.customer_id = k.customer_id
  where b.booking_id = ${bookingId}::bigint and (k.until is null or k.until > clock_timestamp()))`

/** Orders of a booking that need a driver, locked; null when somebody else holds one of them at this moment. */
export async function lockSeekingOrders(tx: TenantTx, bookingId: string): Promise<{ orders: OrderRowDb[]; blocked: string[] } | null> {
  const { rows } = await sql<OrderRowDb & { seeking: number; blocked: string[] }>`
    with locked as (select * from orders where booking_id = ${bookingId} and service_status in ${seekingList} order by order_id for update skip locked),
      all_seeking as (select count(*)::int as seeking from orders where booking_id = ${bookingId} and service_status in ${seekingList})
    select locked.*, all_seeking.seeking, ${blockedOf(bookingId)} as blocked from all_seeking left join locked on true`.execute(tx)
  const seeking = rows[0]?.seeking ?? 0
  const orders = rows.filter((row) => row.order_id !== null)
  return orders.length === seeking ? { orders, blocked: rows[0]?.blocked ?? [] } : null
}

export const blockedBy = async (tx: TenantDb, bookingId: string): Promise<Set<string>> => {
  const { rows } = await sql<{ blocked: string[] }>`select ${blockedOf(bookingId)} as blocked`.execute(tx)
  return new Set(rows[0]?.blocked)
}

/** The drivers of a team with their turns, as JSON: by priority those on its list, those who stand in its queue by their place. */
export const turnsJson = (tenantId: RawBuilder<unknown>, teamId: RawBuilder<unknown>) => sql<TurnsRow | null>`
  (select json_build_object('inQueue', t.type = 'POI_QUEUE', 'turns', case when t.type = 'POI_QUEUE'
      then (select coalesce(json_object_agg(e.driver_id, e.place), '{}') from team_queue_entries e where e.tenant_id = t.tenant_id and e.team_id = t.team_id and e.left_at is null)
      else (select coalesce(json_object_agg(m.driver_id, -m.priority), '{}') from order_team_members m where m.tenant_id = t.tenant_id and m.team_id = t.team_id) end)
    from order_teams t where t.tenant_id = ${tenantId} and t.team_id = ${teamId})`
export interface TurnsRow {
  inQueue: boolean
  turns: Record<string, number>
}

/** Whose turn the orders of a search are now: a team's while they are its alone, else everybody's. */
export async function turnsOf(db: TenantDb, search: Pick<SearchRow, 'tenant_id' | 'team_id' | 'team_until'>, now: Date): Promise<TurnsOf> {
  if (!isTeamOnly(search, now)) return EVERYBODY
  const turns = turnsJson(sql`${search.tenant_id}::bigint`, sql`${search.team_id}::bigint`)
  const { rows } = await sql<{ turns: TurnsRow | null }>`select ${turns} as turns`.execute(db)
  return turnsFrom(rows[0]?.turns ?? null, search.team_until !== null)
}
/** `opens`: after a while the others see the order too. Where nobody stands in the queue they are not kept waiting for it. */
export function turnsFrom(row: TurnsRow | null, opens: boolean): TurnsOf {
  const team = new Map(Object.entries(row?.turns ?? {}))
  const inQueue = row?.inQueue ?? false
  return inQueue && opens && team.size === 0 ? EVERYBODY : { team, inQueue }
}

/** The newest search of a booking, live or not. */
export const newestSearch = (db: TenantDb, bookingId: string): Promise<SearchRow | undefined> =>
  db
    .selectFrom('dispatch_searches')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('search_id', 'desc')
    .executeTakeFirst() as Promise<SearchRow | undefined>

/** Ends a search in favour of another; its rounds stay. */
export const endSearch = (tx: TenantTx, searchId: string) =>
  tx
    .updateTable('dispatch_searches')
    .set({ state: 'CANCELLED', ended_at: sql<Date>`clock_timestamp()` })
    .where('search_id', '=', searchId)
    .where('state', '=', 'OPEN')
    .execute()

/**
 * Holds a booking until the end of the transaction: what its orders are read as afterwards is what committed before. Rows that refer to
 * it may still be written: their writers hold its key, and would wait for each other.
 */
export const holdBooking = (tx: TenantTx, bookingId: string) =>
  tx.selectFrom('bookings').select('booking_id').where('booking_id', '=', bookingId).forNoKeyUpdate().execute()

export const statusesOf = async (tx: TenantTx, bookingId: string): Promise<number[]> =>
  (await tx.selectFrom('orders').select('service_status').where('booking_id', '=', bookingId).execute()).map((row) => row.service_status)

/** Writes where a booking stands and, given an end, ends its live search. */
export async function settleRows(
  tx: TenantTx,
  bookingId: string,
  queue: QueueStatus,
  end: 'FOUND' | 'FAILED' | 'CANCELLED' | null,
): Promise<void> {
  await sql`
    with ended as (update dispatch_searches set state = ${end}, ended_at = clock_timestamp() where booking_id = ${bookingId} and state = 'OPEN' and ${end}::text is not null)
    update bookings set queue_status = ${queue}, version = version + 1, updated_at = now() where booking_id = ${bookingId} and queue_status <> ${queue}`.execute(
    tx,
  )
}

export interface Round {
  round: number
  radiusM: number
  candidates: number
  filteredOut: object
  offers: number
  nextLookAt: Date
}
/** The round as of the latest look within it; offers add up. */
export async function recordRound(tx: TenantTx, search: SearchRow, round: Round): Promise<void> {
  await sql`
    with round as (
      insert into dispatch_rounds (tenant_id, search_id, booking_id, round, radius_m, candidates, filtered_out, offers)
      values (${search.tenant_id}::bigint, ${search.search_id}::bigint, ${search.booking_id}::bigint, ${round.round}::int, ${round.radiusM}::int, ${round.candidates}::int, ${JSON.stringify(round.filteredOut)}::jsonb, ${round.offers}::int)
      on conflict (tenant_id, search_id, round) do update set offers = dispatch_rounds.offers + excluded.offers, candidates = excluded.candidates, filtered_out = excluded.filtered_out)
    update dispatch_searches set round = ${round.round}::int, radius_m = ${round.radiusM}::int, candidates = ${round.candidates}::int, next_round_at = ${round.nextLookAt}::timestamptz
    where search_id = ${search.search_id}::bigint`.execute(tx)
}

export const lookAgainAt = (tx: TenantTx, searchId: string, at: Date) =>
  tx.updateTable('dispatch_searches').set({ next_round_at: at }).where('search_id', '=', searchId).where('state', '=', 'OPEN').execute()
export const lookAgainNow = (tx: TenantTx, searchId: string) =>
  tx
    .updateTable('dispatch_searches')
    .set({ next_round_at: sql<Date>`clock_timestamp()` })
    .where('search_id', '=', searchId)
    .where('state', '=', 'OPEN')
    .execute()
