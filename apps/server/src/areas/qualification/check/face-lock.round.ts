import { tellDriver } from '#areas/message/inbox'
import { wholeTenant } from '#platform/database/scope'
import { whole } from '#platform/database/whole-tenant'
import type { Platform } from '#platform/http/implement'
import { eachDue } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { endLock, locksOver } from './face-lock.queries.ts'

const AT_ONCE = 100

/** Tells drivers that their faces may be shown again, once. Several processes may do so at once. */
export async function openFaces({ db, vault }: Pick<Platform, 'db' | 'vault'>): Promise<void> {
  const due = { read: (except: string[], limit: number) => db.acrossTenants((tx) => locksOver(tx, except, limit)), limit: AT_ONCE }
  await eachDue({ ...due, idOf: ({ driver_id }) => driver_id }, (lock) =>
    db.write(wholeTenant(lock.tenant_id), async (tx) => {
      const ended = await endLock(tx, lock)
      if (ended === null || ended.late) return
      await tellDriver(whole(tx), vault, lock.tenant_id, { driverId: lock.driver_id, event: 'APP_FACE_OPEN', values: {} })
    }),
  )
}
export const faceLockRound: Round = { name: 'qualification.faceLocks', everyS: 30, work: openFaces }
