import type { TenantDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { ageSOf, freshnessOf } from '#platform/live/positions'
import { dutyIds } from './driver.queries.ts'

/** Drivers on duty whose place is not known, or is older than two minutes. */
export async function silentDrivers(
  db: TenantDb,
  cityId: string | undefined,
  { positions }: Pick<Platform, 'positions'>,
  nowMs: number,
): Promise<string[]> {
  return (await dutyIds(db, cityId)).filter((driverId) => {
    const fix = positions.get(driverId)
    return !fix || freshnessOf(ageSOf(fix.receivedAt, nowMs)) === 'SILENT'
  })
}
