import type { Fitness } from '@chauffeur/contract/qualification/fitness'
import type { TenantDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { dutyChecks } from '../check/index.ts'
import { coversOf, dutyRules } from '../duty/index.ts'
import { isDutyOpen } from '#areas/driver/state'
import { fitnessOf, toldWords } from './fitness.rules.ts'
import { papersNow, toldOf } from './papers.queries.ts'

/** Null where the driver is not in sight. */
export async function driverFitness(
  db: TenantDb,
  driverId: string,
  { providers }: Pick<Platform, 'providers'>,
  english: boolean,
): Promise<Fitness | null> {
  const row = await papersNow(db, driverId)
  if (!row) return null
  const [dutyOpen, checks, rules, { covers, now }, told] = await Promise.all([
    isDutyOpen(db),
    dutyChecks(db, { driverId, cityId: row.city_id }),
    dutyRules.contentFor(db, row.city_id),
    coversOf(db, driverId),
    toldOf(db, driverId),
  ])
  const papers = { ...row, onOrder: row.on_order }
  const policies = { asked: rules.policies, covers, now }
  const checker = providers.onlineCheck !== null
  const facts = { papers, dutyOpen, checks, policies, checker, utcOffsetMinutes: row.utc_offset_minutes }
  return {
    ...fitnessOf(facts, english),
    suspension: row.disabled_reason === '' ? null : { since: row.disabled_at?.toISOString() ?? null, reason: row.disabled_reason },
    told: told.map((one) => ({ words: toldWords(one, english), at: one.at.toISOString() })),
  }
}
