import type { TeamFallback, TeamType } from '@chauffeur/contract/dispatch/team'
import type { Polygon } from '@chauffeur/contract/kernel/fields'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { holding } from '#platform/database/sql-text'
import type { TeamHours } from './team.rules.ts'

export interface TeamRow {
  team_id: string
  version: number
  city_id: string
  city_name: string
  name: string
  type: string
  waiting: number
  channels: { channelId: string; name: string }[]
  customers: { customerId: string; name: string; phone: string }[]
  customer_count: number
  groups: { groupId: string; name: string }[]
  fence: Polygon | null
  week_mask: number
  from_minute: number | null
  to_minute: number | null
  exclusive_s: number
  fallback: TeamFallback
  enabled: boolean
  members: { driverId: string; driverNo: string; name: string; priority: number }[]
  updated_at: Date
}
export interface TeamFilter {
  teamId?: string
  cityId?: string | undefined
  /** Part of the name, or a driver's whole number. */
  keyword?: string | undefined
  type?: TeamType | undefined
  enabled?: boolean | undefined
}
/** One team, those of a city or all in sight, with those of their drivers who are in sight. */
export const teamsOf = async (db: TenantDb, of: TeamFilter): Promise<TeamRow[]> =>
  (
    await sql<TeamRow>`
      select t.team_id, t.version, t.city_id, c.name as city_name, t.name, t.type,
        (select count(*)::int from team_queue_entries e where e.tenant_id = t.tenant_id and e.team_id = t.team_id and e.left_at is null) as waiting, cardinality(t.customer_ids) as customer_count, t.fence,
        (select coalesce(json_agg(json_build_object('customerId', k.customer_id::text, 'name', k.name, 'phone', k.phone) order by k.name, k.customer_id), '[]')
          from customers k where k.tenant_id = t.tenant_id and k.customer_id = any (t.customer_ids)) as customers,
        (select coalesce(json_agg(json_build_object('groupId', g.group_id::text, 'name', g.name) order by g.name), '[]')
          from customer_groups g where g.tenant_id = t.tenant_id and g.group_id = any (t.group_ids)) as groups,
        t.week_mask, t.from_minute, t.to_minute, t.exclusive_s, t.fallback, t.enabled, t.updated_at,
        (select coalesce(json_agg(json_build_object('channelId', h.channel_id::text, 'name', h.name) order by h.name), '[]')
          from channels h where h.tenant_id = t.tenant_id and h.channel_id = any (t.channel_ids)) as channels,
        (select coalesce(json_agg(json_build_object('driverId', d.driver_id::text, 'driverNo', d.driver_no, 'name', d.name, 'priority', m.priority) order by m.priority desc, d.driver_no), '[]')
          from order_team_members m join drivers d on d.tenant_id = m.tenant_id and d.driver_id = m.driver_id
          where m.tenant_id = t.tenant_id and m.team_id = t.team_id) as members
      from order_teams t join cities c on c.city_id = t.city_id
      where t.removed_at is null and (${of.type ?? null}::text is null or t.type = ${of.type ?? null}) and (${of.enabled ?? null}::boolean is null or t.enabled = ${of.enabled ?? null})
        and (${of.keyword ?? null}::text is null or t.name ilike ${holding(of.keyword ?? '')} or exists (select from order_team_members m
          join drivers d on d.tenant_id = m.tenant_id and d.driver_id = m.driver_id
          where m.tenant_id = t.tenant_id and m.team_id = t.team_id and d.driver_no = ${of.keyword ?? null}))
        and (${of.cityId ?? null}::bigint is null or t.city_id = ${of.cityId ?? null}::bigint) and (${of.teamId ?? null}::bigint is null or t.team_id = ${of.teamId ?? null}::bigint)
      order by c.pinyin, t.team_id`.execute(db)
  ).rows

export const lockTeam = (tx: TenantTx, teamId: string) =>
  tx
    .selectFrom('order_teams')
    .select(['team_id', 'version', 'city_id', 'type', 'enabled', 'customer_ids', 'group_ids'])
    .where('team_id', '=', teamId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export interface QueueRow extends TeamHours {
  teamId: string
  cityId: string
  name: string
  utcOffsetMinutes: number
  fence: Polygon
  enabled: boolean
}
/** A team in sight, for what is done with its queue. */
export const findTeam = async (
  db: TenantDb,
  teamId: string,
): Promise<(Omit<QueueRow, 'fence'> & { type: string; fence: Polygon | null }) | undefined> =>
  (
    await sql<Omit<QueueRow, 'fence'> & { type: string; fence: Polygon | null }>`
      select t.team_id as "teamId", t.city_id as "cityId", t.name, t.type, c.utc_offset_minutes as "utcOffsetMinutes", t.fence, t.enabled, t.week_mask as "weekMask",
        t.from_minute as "from", t.to_minute as "to"
      from order_teams t join cities c on c.city_id = t.city_id where t.team_id = ${teamId}::bigint and t.removed_at is null`.execute(db)
  ).rows[0]

/** Ids of a city's drivers by their numbers. */
export const driversByNo = (db: TenantDb, cityId: string, numbers: readonly string[]) =>
  db
    .selectFrom('drivers')
    .select(['driver_id', 'driver_no'])
    .where('city_id', '=', cityId)
    .where('driver_no', '=', sql<string>`any (${numbers}::text[])`)
    .execute()

/** Customers in sight by their telephones. */
export const customersByPhone = (db: TenantDb, phones: readonly string[]) =>
  db.selectFrom('customers').select(['customer_id', 'phone']).where('phone', '=', sql<string>`any (${phones}::text[])`).execute()

/** Of these customers, those whom nobody with this sight can take out of a team. */
export async function customersOutOfSight(db: TenantDb, customerIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from unnest(${customerIds}::bigint[]) as id where not exists (select from customers k where k.customer_id = id)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export interface SavedTeam {
  tenantId: string
  cityId: string
  name: string
  /** Never changes. */
  type: TeamType
  channelIds: readonly string[]
  customerIds: readonly string[]
  groupIds: readonly string[]
  fence: Polygon | null
  weekMask: number
  /** Minutes of the local day. */
  from: number | null
  to: number | null
  exclusiveS: number
  fallback: TeamFallback
  enabled: boolean
  by: string
}
/** A new team, or the next version of one; gives its id and version. */
export async function putTeam(tx: TenantTx, team: SavedTeam, teamId: string | null): Promise<{ teamId: string; version: number }> {
  const set = {
    name: team.name,
    channel_ids: [...team.channelIds],
    customer_ids: [...team.customerIds],
    group_ids: [...team.groupIds],
    fence: team.fence && JSON.stringify(team.fence),
    week_mask: team.weekMask,
    from_minute: team.from,
    to_minute: team.to,
    exclusive_s: team.exclusiveS,
    fallback: team.fallback,
    enabled: team.enabled,
    updated_by: team.by,
  }
  const saved = teamId
    ? await tx
        .updateTable('order_teams')
        .set((eb) => ({ ...set, version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
        .where('team_id', '=', teamId)
        .returning(['team_id', 'version'])
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('order_teams')
        .values({ ...set, tenant_id: team.tenantId, city_id: team.cityId, type: team.type, created_by: team.by })
        .returning(['team_id', 'version'])
        .executeTakeFirstOrThrow()
  return { teamId: saved.team_id, version: saved.version }
}

/** The next version of a team: in use or not, or gone for good; its queue is closed by whoever watches over it, as the switch does it. */
export const switchTeam = (tx: TenantTx, teamId: string, by: string, to: { enabled: boolean; removed?: true }) =>
  tx
    .updateTable('order_teams')
    .set((eb) => ({
      enabled: to.enabled,
      ...(to.removed && { removed_at: sql<Date>`now()` }),
      version: eb('version', '+', 1),
      updated_at: sql<Date>`now()`,
      updated_by: by,
    }))
    .where('team_id', '=', teamId)
    .execute()

export interface Member {
  driverId: string
  /** The highest is asked first. */
  priority: number
}
/** These drivers and no others in sight; a member who was there before keeps the day they joined. */
export async function setMembers(tx: TenantTx, tenantId: string, teamId: string, members: readonly Member[]): Promise<void> {
  const driverIds = members.map(({ driverId }) => driverId)
  await sql`delete from order_team_members where team_id = ${teamId} and driver_id <> all (${driverIds}::bigint[])
    and driver_id in (select driver_id from drivers)`.execute(tx)
  await sql`insert into order_team_members (tenant_id, team_id, driver_id, priority)
    select ${tenantId}::bigint, ${teamId}::bigint, m.driver_id, m.priority
    from unnest(${driverIds}::bigint[], ${members.map(({ priority }) => priority)}::smallint[]) as m(driver_id, priority)
    on conflict (tenant_id, team_id, driver_id) do update set priority = excluded.priority`.execute(tx)
}
