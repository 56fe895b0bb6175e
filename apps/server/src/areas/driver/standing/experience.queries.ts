import type { ExpEvent } from '@chauffeur/contract/driver/level-model'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'

/**
 * Notes what a driver's experience is counted by, in the transaction that decides it; what it comes to is worked out soon after. The same
 * event about the same thing is noted once. An operator of another fleet or city may not see the driver: it is the platform's to note.
 */
export const noteExperience = (
  tx: TenantTx,
  { driverId, event, ref, about, at }: { driverId: string; event: ExpEvent; ref: string; about: string; at?: Date | undefined },
) =>
  sql`
    insert into driver_experience (tenant_id, driver_id, city_id, event, ref, about, at)
    select d.tenant_id, d.driver_id, d.city_id, ${event}, ${ref}, ${about}, coalesce(${at ?? null}::timestamptz, now())
    from drivers d where d.driver_id = ${driverId}::bigint
    on conflict (tenant_id, driver_id, event, ref) do nothing`.execute(whole(tx))

/** Something besides experience that a driver's level is judged by changed: it is judged anew in the next round. */
export const judgeAnew = (tx: TenantTx, driverId: string) =>
  whole(tx).updateTable('driver_level_states').set({ judged_at: sql<Date>`'-infinity'` }).where('driver_id', '=', driverId).execute()
