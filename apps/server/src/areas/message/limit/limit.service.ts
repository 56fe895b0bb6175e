import { findCity, tenantCities } from '#areas/operations/city'
import type { Database, WholeDb, WholeTx } from '#platform/database/db'
import type { Vault } from '#platform/identity/vault'
import { phonePrint } from '#platform/provider/sms'
import { CHINA_MINUTES } from '#platform/values/local-clock'
import { citiesWithHours, remindersSince } from './limit.queries.ts'
import { dayAt, marketingOpenForS, marketingQuietForS, quietForS } from './limit.rules.ts'
import { messageLimits } from './limit.setting.ts'

interface Reminded {
  tenantId: string
  cityId: string
  phone: string
}
/** Why nobody may be reminded now, and for how long. */
export interface Held {
  why: 'QUIET' | 'CAPPED'
  forS: number
}

/** Null where a telephone may be reminded in a city; until the transaction ends nobody else reminds it where reminders are counted. */
export async function reminderHeld(tx: WholeTx, { tenantId, cityId, phone }: Reminded, vault: Vault, now: Date): Promise<Held | null> {
  const [limits, city] = await Promise.all([messageLimits.contentFor(tx, cityId), findCity(tx, cityId)])
  if (!city) return null
  const quietS = quietForS(limits, now, city.utc_offset_minutes)
  if (quietS !== null) return { why: 'QUIET', forS: quietS }
  if (limits.remindersPerDay === null) return null
  const { began, forS } = dayAt(now, city.utc_offset_minutes)
  const sent = await remindersSince(tx, tenantId, phonePrint(vault, tenantId, phone), began)
  return sent >= limits.remindersPerDay ? { why: 'CAPPED', forS } : null
}

/** Cities in which nobody is reminded now: the clock does not look at their bills. */
export async function quietCities(db: Pick<Database, 'platform'>, now: Date): Promise<{ tenantIds: string[]; cityIds: string[] }> {
  const quiet = (await citiesWithHours(db)).filter(({ content, offset }) => quietForS(content, now, offset) !== null)
  return { tenantIds: quiet.map(({ tenantId }) => tenantId), cityIds: quiet.map(({ cityId }) => cityId) }
}

export interface MarketingLimits {
  /** Cities of the tenant, and of these where nobody is sent marketing now. */
  cities: string[]
  quiet: string[]
  /** Seconds until it may be sent there again; null where it may now. `null` is who has no city. */
  quietForS(cityId: string | null): number | null
  /** Seconds until it may not be; 0 where it may not now. */
  openForS(cityId: string | null): number
  /** So many in 30 days to one telephone; null: any number. */
  most(cityId: string | null): number | null
}
/** When marketing may be sent in each city of a tenant, and how much of it. */
export async function marketingLimits(db: WholeDb, now: Date): Promise<MarketingLimits> {
  const [rows, cities] = await Promise.all([messageLimits.present(db), tenantCities(db)])
  const own = new Map(rows.map((row) => [row.cityId, messageLimits.view(row)]))
  const offsets = new Map(cities.map((city) => [city.city_id, city.utc_offset_minutes]))
  const of = (cityId: string | null) => own.get(cityId) ?? own.get(null) ?? messageLimits.standard
  const offset = (cityId: string | null) => offsets.get(cityId ?? '') ?? CHINA_MINUTES
  const forS = (cityId: string | null) => marketingQuietForS(of(cityId), now, offset(cityId))
  return {
    cities: [...offsets.keys()],
    quiet: [...offsets.keys()].filter((cityId) => forS(cityId) !== null),
    quietForS: forS,
    openForS: (cityId) => marketingOpenForS(of(cityId), now, offset(cityId)) ?? 0,
    most: (cityId) => of(cityId).marketingPer30Days,
  }
}
