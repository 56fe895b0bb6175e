import { quietCities } from '#areas/message/limit'
import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import { eachDue } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { goOffline } from '../duty/index.ts'
import { driversUncovered, policiesDue, type Uncovered } from './policies.queries.ts'
import { remind, tell, type TellPlatform } from './tell.service.ts'

type PoliciesPlatform = TellPlatform & Pick<Platform, 'db' | 'wakeDispatch' | 'poke'>
const AT_ONCE = 50

/** Whose policy is over goes off duty and is told; an order in hand is finished first, since who has one is not among them. */
async function sendHome(platform: PoliciesPlatform, { tenant_id: tenantId, driver_id: driverId, city_id: cityId, phone, over }: Uncovered) {
  const isOff = await platform.db.write(wholeTenant(tenantId), async (tx) => {
    if (!(await goOffline(tx, { driverId }))) return false
    for (const { product: paper, day } of over)
      await tell(tx, platform, { tenantId, driverId, cityId, phone, paper, day }, 'DRIVER_INSURANCE_OVER', { daysBefore: 0 })
    return true
  })
  if (isOff) platform.wakeDispatch(cityId)
}

/** Sends home whom no policy covers any more where one is asked for, and reminds whose ends soon. Several processes may do so at once. */
async function tendPolicies(platform: PoliciesPlatform): Promise<void> {
  const { db } = platform
  const bare = {
    read: (except: string[], limit: number) => db.acrossTenants((tx) => driversUncovered(tx, except, limit)),
    limit: AT_ONCE,
  }
  const sent = await eachDue({ ...bare, idOf: ({ driver_id }) => driver_id }, (one) => sendHome(platform, one))
  const quiet = await quietCities(db, new Date())
  const due = {
    read: (except: string[], limit: number) => db.acrossTenants((tx) => policiesDue(tx, quiet, except, limit)),
    limit: AT_ONCE,
  }
  const told = await eachDue({ ...due, idOf: ({ driver_id, paper }) => driver_id + paper }, (one) =>
    remind(platform, one, 'DRIVER_INSURANCE_DUE'),
  )
  if (told + sent > 0) platform.poke()
}

export const policiesRound: Round = { name: 'driver.policies', everyS: 60, work: tendPolicies }
