import { findCity } from '#areas/operations/city'
import type { Database, WholeTx } from '#platform/database/db'
import type { Vault } from '#platform/identity/vault'
import { phonePrint } from '#platform/provider/sms'
import { citiesWithHours, remindersSince } from './limit.queries.ts'
import { dayAt, quietForS } from './limit.rules.ts'
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
