import { chooseOrders, endPhotoClaims, followComplaints, retakesOver, screenPhotos } from '../photo/index.ts'
import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import { eachDue } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { missRetake } from './verdict.service.ts'

/** What was to be taken again and was not counts as what it was. */
export const endRetakes = (platform: Platform): Promise<number> =>
  eachDue(
    {
      read: (except: string[], limit) => platform.db.acrossTenants((tx) => retakesOver(tx, except, limit)),
      idOf: ({ file_id }) => file_id,
      limit: 100,
    },
    ({ tenant_id, file_id }) => platform.db.write(wholeTenant(tenant_id), (tx) => missRetake(tx, file_id)),
  )

/** What goes on with pictures without anybody. */
export const photoRounds: readonly Round[] = [
  { name: 'photos.screen', everyS: 5, work: screenPhotos },
  { name: 'photos.choose', everyS: 15, work: chooseOrders },
  { name: 'photos.complaints', everyS: 60, work: followComplaints },
  { name: 'photos.claims', everyS: 15, work: endPhotoClaims },
  { name: 'photos.retakes', everyS: 60, work: endRetakes },
]
