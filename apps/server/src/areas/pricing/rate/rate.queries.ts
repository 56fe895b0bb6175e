import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { type Surcharges, surchargesAt } from './rate.rules.ts'

/** What a departure pays on top in a city: the rules switched on, at that instant, of the sorts that the city charges by its switches `on`. */
export async function surchargesIn(
  tx: TenantTx,
  cityId: string,
  at: { departAt: Date; utcOffsetMinutes: number },
  on: Record<'weatherPrice' | 'peakPrice', boolean>,
): Promise<Surcharges> {
  const [rates, weather] = await Promise.all([dynamicIn(tx, cityId), weatherIn(tx, cityId, at.departAt)])
  return surchargesAt(
    (on.peakPrice ? rates : []).map((row) => ({
      weekMask: row.week_mask,
      fromS: row.from_s,
      toS: row.to_s,
      rateBp: row.rate_bp,
      maxFen: row.max_fen,
    })),
    on.weatherPrice ? weather : [],
    { departAt: at.departAt.getTime(), utcOffsetMinutes: at.utcOffsetMinutes },
  )
}

const dynamicIn = (db: TenantDb, cityId: string) =>
  db
    .selectFrom('dynamic_rates')
    .select(['week_mask', 'from_s', 'to_s', 'rate_bp', 'max_fen'])
    .where('city_id', '=', cityId)
    .where('enabled', '=', true)
    .execute()

const weatherIn = (db: TenantDb, cityId: string, at: Date) =>
  db
    .selectFrom('weather_rules')
    .select(['flat_fen as flatFen', 'rate_bp as rateBp'])
    .where('city_id', '=', cityId)
    .where('enabled', '=', true)
    .where('active_from', '<=', at)
    .where('active_to', '>', at)
    .execute()

export interface WeatherValues {
  city_id: string
  name: string
  flat_fen: number | null
  rate_bp: number | null
  active_from: Date
  active_to: Date
  enabled: boolean
}
export interface DynamicValues {
  city_id: string
  name: string
  week_mask: number
  from_s: number
  to_s: number
  rate_bp: number
  max_fen: number | null
  enabled: boolean
}
/** What a change of a rule may change, as the log of operations names it. */
export const weatherWords = (rule: WeatherValues) => ({
  cityId: rule.city_id,
  name: rule.name,
  flatFen: rule.flat_fen,
  rateBp: rule.rate_bp,
  activeFrom: rule.active_from.toISOString(),
  activeTo: rule.active_to.toISOString(),
  enabled: rule.enabled,
})
/** Who switched a rule off, and when, as long as it is off: a change of something else does not make it somebody else's. */
const closed = (enabled: boolean, userId: string) => ({
  closed_by: enabled ? null : sql<string>`coalesce(closed_by, ${userId}::bigint)`,
  closed_at: enabled ? null : sql<Date>`coalesce(closed_at, now())`,
})
const changed = (userId: string) => ({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: userId })

export const lockWeather = (tx: TenantTx, ruleId: string) =>
  tx.selectFrom('weather_rules').selectAll().where('rule_id', '=', ruleId).forUpdate().executeTakeFirst()
export const insertWeather = (tx: TenantTx, tenantId: string, values: WeatherValues, userId: string) =>
  tx
    .insertInto('weather_rules')
    .values({
      tenant_id: tenantId,
      ...values,
      ...(!values.enabled && { closed_by: userId, closed_at: sql<Date>`now()` }),
      created_by: userId,
      updated_by: userId,
    })
    .returning(['rule_id', 'version'])
    .executeTakeFirstOrThrow()
export const updateWeather = (tx: TenantTx, ruleId: string, values: WeatherValues | Pick<WeatherValues, 'enabled'>, userId: string) =>
  tx
    .updateTable('weather_rules')
    .set({ ...values, ...closed(values.enabled, userId), ...changed(userId) })
    .where('rule_id', '=', ruleId)
    .returning(['rule_id', 'version'])
    .executeTakeFirstOrThrow()

export const lockDynamic = (tx: TenantTx, rateId: string) =>
  tx.selectFrom('dynamic_rates').selectAll().where('rate_id', '=', rateId).forUpdate().executeTakeFirst()
export const insertDynamic = (tx: TenantTx, tenantId: string, values: DynamicValues, userId: string) =>
  tx
    .insertInto('dynamic_rates')
    .values({ tenant_id: tenantId, ...values, created_by: userId, updated_by: userId })
    .returning(['rate_id', 'version'])
    .executeTakeFirstOrThrow()
export const updateDynamic = (tx: TenantTx, rateId: string, values: DynamicValues, userId: string) =>
  tx
    .updateTable('dynamic_rates')
    .set({ ...values, ...changed(userId) })
    .where('rate_id', '=', rateId)
    .returning(['rate_id', 'version'])
    .executeTakeFirstOrThrow()
