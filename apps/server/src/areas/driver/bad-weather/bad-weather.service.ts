import { insertWeather, updateWeather, type WeatherValues, weatherWords } from '#areas/pricing/rate'
import type { BadWeather } from '@chauffeur/contract/driver/bad-weather'
import { notifyOfCity } from '#areas/operations/notice'
import type { TenantTx } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import type { Audit, Platform } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import { each } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { endProtection, extendProtection, holdProtected, insertProtection, protectionView } from '../level-white/index.ts'
import { badWeatherNow, holdWeather, isHeardOn, lapsedCities, rulesInForce } from './bad-weather.queries.ts'

interface CallerContext {
  operator: OperatorSession
  audit: (entry: Audit) => void
}
/** At most one of the two; neither: no charge. */
export interface Charge {
  flatFen: number | null
  rateBp: number | null
}
interface Wanted {
  /** When a charge begins that is not there yet. */
  from: Date
  until: Date
  reason: string
  /** Undefined: as it is. */
  charge: Charge | undefined
  protectLevels: boolean
}
const ruleOf = (city_id: string, { from, until, reason }: Wanted, { flatFen, rateBp }: Charge): WeatherValues => ({
  city_id,
  name: reason,
  flat_fen: flatFen,
  rate_bp: rateBp,
  active_from: from,
  active_to: until,
  enabled: true,
})

/** The rule of the price that is in force becomes what is wanted, or a new one is made; every other in force is switched off, as without a charge all are. */
async function price(tx: TenantTx, cityId: string, wanted: Wanted, charge: Charge, { operator, audit }: CallerContext): Promise<void> {
  const [present, ...others] = await rulesInForce(tx, cityId)
  const charged = charge.flatFen !== null || charge.rateBp !== null
  for (const rule of charged ? others : present ? [present, ...others] : []) {
    await updateWeather(tx, rule.rule_id, { enabled: false }, operator.userId)
    audit({ object: 'weatherRule', objectId: rule.rule_id, before: { enabled: true }, after: { enabled: false } })
  }
  if (!charged) return
  const values = { ...ruleOf(cityId, wanted, charge), ...(present && { active_from: present.active_from }) }
  const saved = present
    ? await updateWeather(tx, present.rule_id, values, operator.userId)
    : await insertWeather(tx, operator.tenantId, values, operator.userId)
  audit({ object: 'weatherRule', objectId: saved.rule_id, before: present ? weatherWords(present) : null, after: weatherWords(values) })
}

async function protect(
  tx: TenantTx,
  cityId: string,
  { until, reason, protectLevels }: Wanted,
  { operator, audit }: CallerContext,
): Promise<void> {
  const present = await holdProtected(tx, cityId)
  if (!protectLevels && !present) return
  const protectionId = present?.protection_id
  if (protectionId === undefined) {
    const made = await insertProtection(tx, { tenantId: operator.tenantId, cityId, until, reason }, operator)
    audit({ object: 'driverLevelProtection', objectId: made, after: await protectionView(tx, made) })
    return
  }
  const before = await protectionView(tx, protectionId)
  await (protectLevels ? extendProtection(tx, protectionId, { until, reason }) : endProtection(tx, protectionId, operator.realName))
  audit({ object: 'driverLevelProtection', objectId: protectionId, before, after: await protectionView(tx, protectionId) })
}

/** Bad weather as it is wanted in a city from now on: its charge and its protection, and everybody of the city hears when it begins or is over. */
export async function setWeather(tx: TenantTx, cityId: string, wanted: Wanted, by: CallerContext) {
  const before = await badWeatherNow(tx, cityId)
  if (wanted.charge) await price(tx, cityId, wanted, wanted.charge, by)
  await protect(tx, cityId, wanted, by)
  const after = (await badWeatherNow(tx, cityId))!
  if (before?.on !== after.on) await tell(tx, by.operator.tenantId, after)
  return after
}
const tell = (tx: TenantTx, tenantId: string, { cityId, cityName, on }: BadWeather) =>
  notifyOfCity(tx, { tenantId, cityId }, { kind: on ? 'BAD_WEATHER' : 'BAD_WEATHER_OVER', subject: cityName })

/** Tells of bad weather that came to its end by itself. */
export async function tellOfLapses({ db, poke }: Pick<Platform, 'db' | 'poke'>): Promise<void> {
  const due = await db.acrossTenants(lapsedCities)
  await each(due, ({ tenant_id: tenantId, city_id: cityId }) =>
    db.write(wholeTenant(tenantId), async (tx) => {
      await holdWeather(tx, cityId)
      const now = await badWeatherNow(tx, cityId)
      // Somebody switched it on anew, or another process told of it, in this moment.
      if (now && !now.on && (await isHeardOn(tx, { tenantId, cityId }))) await tell(tx, tenantId, now)
    }),
  )
  if (due.length) poke()
}
export const badWeatherRound: Round = { name: 'driver.badWeather', everyS: 30, work: tellOfLapses }
