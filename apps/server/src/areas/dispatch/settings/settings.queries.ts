import type { DispatchParams } from '@chauffeur/contract/dispatch/settings'
import { sql } from 'kysely'
import type { TenantDb, TenantTx, WholeTx } from '#platform/database/db'
import type { Team, TeamTraits } from '../team/index.ts'

export interface SettingRow {
  setting_id: string
  version: number
  city_id: string
  city_name: string
  channel_id: string | null
  channel_name: string | null
  service_type: string | null
  from_minute: number | null
  to_minute: number | null
  params: Partial<DispatchParams>
  enabled: boolean
  remark: string
  created_at: Date
  created_by_name: string
}

const columns = sql`s.setting_id, s.version, s.city_id, c.name as city_name, s.channel_id, h.name as channel_name, s.service_type, s.from_minute, s.to_minute, s.params,
  s.enabled, s.remark, s.created_at, s.created_by_name`
const names = sql`join cities c on c.city_id = s.city_id left join channels h on h.tenant_id = s.tenant_id and h.channel_id = s.channel_id`

/** The newest version of each setting, of one city or of all in sight. */
export const newestSettings = async (db: TenantDb, cityId: string | null): Promise<SettingRow[]> =>
  (
    await sql<SettingRow>`
      select ${columns} from (
        select distinct on (setting_id) * from dispatch_settings where ${cityId}::bigint is null or city_id = ${cityId}::bigint order by setting_id, version desc) s
      ${names} order by c.pinyin, s.channel_id nulls first, s.service_type nulls first, s.from_minute nulls first, s.setting_id`.execute(db)
  ).rows

export const versionsOf = async (db: TenantDb, settingId: string): Promise<SettingRow[]> =>
  (
    await sql<SettingRow>`select ${columns} from dispatch_settings s ${names} where s.setting_id = ${settingId} order by s.version desc`.execute(
      db,
    )
  ).rows

/** Changes of a city's settings come one after the other, so that two of them cannot overlap by arriving together. */
export const lockSettings = (tx: TenantTx, tenantId: string, cityId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('dispatch_settings/' || ${tenantId}::text || '/' || ${cityId}::text, 0))`.execute(tx)

export interface NewVersion {
  tenantId: string
  /** Null for a setting's first version. */
  settingId: string | null
  version: number
  cityId: string
  channelId: string | null
  serviceType: string | null
  from: number | null
  to: number | null
  params: DispatchParams
  enabled: boolean
  remark: string
  by: { userId: string; realName: string }
}
export const insertVersion = async (tx: TenantTx, row: NewVersion): Promise<{ settingId: string; version: number }> => {
  const made = await tx
    .insertInto('dispatch_settings')
    .values({
      tenant_id: row.tenantId,
      ...(row.settingId && { setting_id: row.settingId }),
      version: row.version,
      city_id: row.cityId,
      channel_id: row.channelId,
      service_type: row.serviceType,
      from_minute: row.from,
      to_minute: row.to,
      params: JSON.stringify(row.params),
      enabled: row.enabled,
      remark: row.remark,
      created_by: row.by.userId,
      created_by_name: row.by.realName,
    })
    .returning(['setting_id', 'version'])
    .executeTakeFirstOrThrow()
  return { settingId: made.setting_id, version: made.version }
}

export const channelExists = async (db: TenantDb, channelId: string): Promise<boolean> =>
  (await db.selectFrom('channels').select('channel_id').where('channel_id', '=', channelId).executeTakeFirst()) !== undefined

export interface BookingTraits extends Omit<TeamTraits, 'at'> {
  serviceType: string
  /** Of the city, oldest first. */
  teams: Team[]
}

/** What the choice of a setting and of a team goes by, for a booking whose search is about to begin. */
export async function traitsOf(tx: WholeTx, bookingId: string, cityId: string): Promise<BookingTraits> {
  const { rows } = await sql<BookingTraits>`
    select o.channel_id as "channelId", o.customer_id as "customerId", o.pickup_lat as lat, o.pickup_lng as lng, o.service_type as "serviceType", c.utc_offset_minutes as "utcOffsetMinutes",
      (select coalesce(json_agg(json_build_object('teamId', t.team_id::text, 'channelIds', t.channel_ids::text[], 'customerIds', t.customer_ids::text[], 'fence', t.fence,
          'weekMask', t.week_mask, 'from', t.from_minute, 'to', t.to_minute, 'exclusiveS', t.exclusive_s, 'fallback', t.fallback) order by t.team_id), '[]') from order_teams t where t.tenant_id = o.tenant_id and t.city_id = c.city_id and t.enabled) as teams
    from orders o cross join cities c where o.booking_id = ${bookingId} and c.city_id = ${cityId} limit 1`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error(`Booking ${bookingId} has no order to look for a driver for.`)
  return row
}

/** The enabled settings of a city, for the choice of one. */
export const settingsInForce = async (db: TenantDb, cityId: string): Promise<SettingRow[]> =>
  (await newestSettings(db, cityId)).filter(({ enabled }) => enabled)
