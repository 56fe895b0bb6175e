import { notifyOfCity } from '../notice/index.ts'
import type { TenantTx } from '#platform/database/db'
import { emitEvent } from '#platform/database/events'
import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import { each } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { dueCities, noteTold } from './city-opening.queries.ts'

/** Consoles fetch the cities again, and everybody of the city has it among their notices. */
async function tell(tx: TenantTx, tenantId: string, cityId: string): Promise<void> {
  const city = await noteTold(tx, cityId)
  if (!city) return
  await emitEvent(tx, { tenantId, topic: 'session', payload: { what: 'cities' } })
  await notifyOfCity(tx, { tenantId, cityId }, { kind: city.open ? 'CITY_STARTED' : 'CITY_STOPPED', subject: city.name })
}

/** Tells of closings whose beginning or end has come. */
export async function tellOfClosings({ db, poke }: Pick<Platform, 'db' | 'poke'>): Promise<void> {
  const due = await db.acrossTenants(dueCities)
  await each(due, ({ tenant_id, city_id }) => db.write(wholeTenant(tenant_id), (tx) => tell(tx, tenant_id, city_id)))
  if (due.length) poke()
}

export const cityMoments: Round = { name: 'city.moments', everyS: 5, work: tellOfClosings }
