import type { QueueLeave } from '@chauffeur/contract/dispatch/team'
import type { Polygon } from '@chauffeur/contract/kernel/fields'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { TeamHours } from './team.rules.ts'

// Who changes the order of a queue locks its team first. Drivers are let go from their queue by whoever holds their row, without the team's.

export interface QueueTeam extends TeamHours {
  tenantId: string
  teamId: string
  cityId: string
  utcOffsetMinutes: number
  fence: Polygon
  enabled: boolean
  /** Somebody stands in it. */
  occupied: boolean
}

export interface KeptDriver {
  driverId: string
  workStatus: string
  qualification: number
  idleSince: Date | null
  member: boolean
  /** The queue they stand in. */
  teamId: string | null
  entryId: string | null
  awaited: boolean | null
  /** Where they may not come in by themselves. */
  barredEntryId: string | null
}
/** Who stands in a queue or is kept out of it, and these drivers, as its keeping wants to know them. */
export async function keptDrivers(db: TenantDb, teamId: string, driverIds: readonly string[]): Promise<KeptDriver[]> {
  const { rows } = await sql<KeptDriver>`
    select d.driver_id as "driverId", d.work_status as "workStatus", case when d.disabled_reason = '' then d.qualification else 0 end as qualification,
      greatest(d.last_order_at, d.online_since) as "idleSince", e.team_id as "teamId", e.entry_id as "entryId", e.awaited, b.entry_id as "barredEntryId",
      (m.driver_id is not null or not exists (select from order_team_members a where a.tenant_id = d.tenant_id and a.team_id = ${teamId}::bigint)) as member
    from (select unnest(${driverIds}::bigint[]) union select q.driver_id from team_queue_entries q where q.team_id = ${teamId}::bigint and (q.left_at is null or q.barred)) as k(driver_id)
      join drivers d on d.driver_id = k.driver_id
      left join team_queue_entries e on e.tenant_id = d.tenant_id and e.driver_id = d.driver_id and e.left_at is null
      left join team_queue_entries b on b.tenant_id = d.tenant_id and b.driver_id = d.driver_id and b.team_id = ${teamId}::bigint and b.barred
      left join order_team_members m on m.tenant_id = d.tenant_id and m.team_id = ${teamId}::bigint and m.driver_id = d.driver_id`.execute(
    db,
  )
  return rows
}

export const lockQueue = (tx: TenantTx, teamId: string) =>
  tx.selectFrom('order_teams').select('team_id').where('team_id', '=', teamId).forNoKeyUpdate().execute()

/** With the team locked: puts drivers at the end, those left out who stand in a queue already or are not free any more. Gives who came in. */
export async function enterQueue(
  tx: TenantTx,
  { tenantId, teamId, driverIds }: { tenantId: string; teamId: string; driverIds: readonly string[] },
  put?: { userId: string; name: string; note: string; awaited: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ driver_id: string }>`
    insert into team_queue_entries (tenant_id, team_id, driver_id, place, put_by, put_by_name, moved_at, note, awaited)
    select ${tenantId}::bigint, ${teamId}::bigint, d.driver_id,
      (select coalesce(max(place), 0) from team_queue_entries where team_id = ${teamId}::bigint and left_at is null) + c.n,
      ${put?.userId ?? null}::bigint, ${put?.name ?? ''}, case when ${put !== undefined}::boolean then clock_timestamp() end, ${put?.note ?? ''}, ${put?.awaited ?? false}::boolean
    from unnest(${driverIds}::bigint[]) with ordinality as c(driver_id, n) join drivers d on d.driver_id = c.driver_id and d.work_status = 'ONLINE_IDLE'
    order by c.n on conflict (tenant_id, driver_id) where left_at is null do nothing returning driver_id`.execute(tx)
  if (put) await liftBars(tx, sql`team_id = ${teamId}::bigint and driver_id = any (${driverIds}::bigint[])`)
  return rows.map((row) => row.driver_id)
}

const liftBars = (tx: TenantTx, which: RawBuilder<unknown>) =>
  sql`update team_queue_entries set barred = false where barred and ${which}`.execute(tx)

export interface QueueChanges {
  leave: readonly { entryId: string; reason: QueueLeave }[]
  /** Entries of drivers who were awaited and have come. */
  arrived: readonly string[]
  /** Entries whose drivers may come in again. */
  free: readonly string[]
}
/** With the team locked. */
export async function changeQueue(tx: TenantTx, { leave, arrived, free }: QueueChanges): Promise<void> {
  if (leave.length)
    await sql`
      update team_queue_entries e set left_at = clock_timestamp(), leave_reason = l.reason
      from unnest(${leave.map(({ entryId }) => entryId)}::bigint[], ${leave.map(({ reason }) => reason)}::text[]) as l(entry_id, reason)
      where e.entry_id = l.entry_id and e.left_at is null`.execute(tx)
  if (arrived.length) await sql`update team_queue_entries set awaited = false where entry_id = any (${arrived}::bigint[])`.execute(tx)
  if (free.length) await liftBars(tx, sql`entry_id = any (${free}::bigint[])`)
}

/** Everybody goes: the queue is switched off, or its hours are over. */
export async function closeQueue(tx: TenantTx, teamId: string): Promise<void> {
  await lockQueue(tx, teamId)
  await sql`update team_queue_entries set left_at = clock_timestamp(), leave_reason = 'CLOSED' where team_id = ${teamId}::bigint and left_at is null`.execute(
    tx,
  )
}

/** A driver has an order, or goes off duty: whoever holds their row says so. */
export const leaveQueue = (tx: TenantTx, driverId: string, reason: 'ORDER' | 'OFFLINE') =>
  sql`update team_queue_entries set left_at = clock_timestamp(), leave_reason = ${reason} where driver_id = ${driverId}::bigint and left_at is null`.execute(
    tx,
  )

/** Drivers who stand in a queue, in their order; with its team locked it stays so. */
export async function lockStanding(tx: TenantTx, teamId: string): Promise<string[]> {
  await lockQueue(tx, teamId)
  const { rows } = await sql<{ driver_id: string }>`
    select driver_id from team_queue_entries where team_id = ${teamId}::bigint and left_at is null order by place, entry_id`.execute(tx)
  return rows.map((row) => row.driver_id)
}

/** Writes the order of a queue, and who of it was moved by an operator. */
export async function orderQueue(
  tx: TenantTx,
  teamId: string,
  drivers: readonly string[],
  moved: { driverId: string; note: string },
): Promise<void> {
  await sql`
    update team_queue_entries e set place = o.n, moved_at = case when e.driver_id = ${moved.driverId}::bigint then clock_timestamp() else e.moved_at end,
      note = case when e.driver_id = ${moved.driverId}::bigint then ${moved.note} else e.note end
    from unnest(${drivers}::bigint[]) with ordinality as o(driver_id, n)
    where e.team_id = ${teamId}::bigint and e.driver_id = o.driver_id and e.left_at is null and (e.place <> o.n or e.driver_id = ${moved.driverId}::bigint)`.execute(
    tx,
  )
}

/** False where the driver does not stand in the queue. */
export async function removeFromQueue(
  tx: TenantTx,
  teamId: string,
  driverId: string,
  by: { name: string; reason: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update team_queue_entries set left_at = clock_timestamp(), leave_reason = 'REMOVED', left_by_name = ${by.name}, note = ${by.reason}, barred = true
    where team_id = ${teamId}::bigint and driver_id = ${driverId}::bigint and left_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** The queue that a driver stands in. */
export const queueOfDriver = async (db: TenantDb, driverId: string): Promise<{ teamId: string; name: string } | undefined> =>
  (
    await sql<{ teamId: string; name: string }>`
      select t.team_id as "teamId", t.name from team_queue_entries e join order_teams t on t.tenant_id = e.tenant_id and t.team_id = e.team_id
      where e.driver_id = ${driverId}::bigint and e.left_at is null`.execute(db)
  ).rows[0]

export interface StandingRow {
  driverId: string
  driverNo: string
  name: string
  place: number
  enteredAt: Date
  putByName: string
  movedAt: Date | null
  note: string
  workStatus: string
}
const places = (teamId: string) => sql`
  select e.*, row_number() over (order by e.place, e.entry_id)::int as nth, count(*) over ()::int as waiting from team_queue_entries e
  where e.team_id = ${teamId}::bigint and e.left_at is null`

/** Those in sight who stand in a queue, with their places among all, and how many these are. */
export async function standingIn(db: TenantDb, teamId: string): Promise<{ waiting: number; rows: StandingRow[] }> {
  const { rows } = await sql<StandingRow & { waiting: number }>`
    select q.driver_id as "driverId", d.driver_no as "driverNo", d.name, q.nth as place, q.entered_at as "enteredAt", q.put_by_name as "putByName",
      q.moved_at as "movedAt", q.note, d.work_status as "workStatus", q.waiting
    from (${places(teamId)}) q left join drivers d on d.tenant_id = q.tenant_id and d.driver_id = q.driver_id order by q.nth`.execute(db)
  return { waiting: rows[0]?.waiting ?? 0, rows: rows.filter(({ workStatus }) => workStatus !== null) }
}

export interface OwnPlace {
  name: string
  place: number
  waiting: number
  enteredAt: Date
  movedAt: Date | null
  note: string
}
/** Where a driver stands, or how they last came out of a queue within so many minutes. */
export async function ownPlace(
  db: TenantDb,
  driverId: string,
  minutes: number,
): Promise<{ queue: OwnPlace | null; left: { name: string; at: Date; reason: string; note: string } | null }> {
  const own = await queueOfDriver(db, driverId)
  if (own) {
    const { rows } = await sql<OwnPlace>`
      select ${own.name} as name, q.nth as place, q.waiting, q.entered_at as "enteredAt", q.moved_at as "movedAt", q.note
      from (${places(own.teamId)}) q where q.driver_id = ${driverId}::bigint`.execute(db)
    if (rows[0]) return { queue: rows[0], left: null }
  }
  const { rows } = await sql<{ name: string; at: Date; reason: string; note: string }>`
    select t.name, e.left_at as at, e.leave_reason as reason, case when e.leave_reason = 'REMOVED' then e.note else '' end as note
    from team_queue_entries e join order_teams t on t.tenant_id = e.tenant_id and t.team_id = e.team_id
    where e.driver_id = ${driverId}::bigint and e.left_at > now() - make_interval(mins => ${minutes}::int) order by e.left_at desc limit 1`.execute(
    db,
  )
  return { queue: null, left: rows[0] ?? null }
}
