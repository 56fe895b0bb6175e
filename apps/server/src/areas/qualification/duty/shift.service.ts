import type { InsuranceProduct } from '@chauffeur/contract/qualification/insurance'
import type { WorkStatus } from '@chauffeur/contract/order/model'
import type { OrderRowDb } from '#areas/order/model'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import type { Fail, Platform } from '#platform/http/implement'
import type { DriverSession } from '#platform/identity/session'
import { whole } from '#platform/database/whole-tenant'
import { QUALIFIED } from '@chauffeur/contract/driver/file'
import { beginTry, findDriver, lockDriver, orderInHand, setOffline, setOnline, undoTry } from '#areas/driver/state'
import { coversOf } from './cover.queries.ts'
import { policiesMissing } from './cover.rules.ts'
import { dutyRules } from './duty.setting.ts'
import { papersOver } from './papers.rules.ts'
import { declineOpenOffer } from '#areas/dispatch/offer'
import { leaveQueue } from '#areas/dispatch/team'

/** Goes online; who already is, or has an order in hand, stays as they are. */
export async function goOnline(
  tx: TenantTx,
  driver: DriverSession,
  fail: Fail<'driver.notQualified' | 'driver.papersOver' | 'driver.policyMissing'>,
): Promise<WorkStatus> {
  const row = await lockDriver(tx, driver.driverId)
  if (!row || row.disabled_reason !== '') return fail('driver.notQualified')
  const papers = papersOver(row)
  if (papers.length > 0) return fail('driver.papersOver', { papers })
  if (row.qualification !== QUALIFIED) return fail('driver.notQualified')
  if (row.work_status !== 'OFFLINE' && row.work_status !== 'PAUSED') return row.work_status
  const products = await missingPolicies(tx, driver)
  if (products.length > 0) return fail('driver.policyMissing', { products })
  await setOnline(tx, driver.driverId)
  return 'ONLINE_IDLE'
}

/** Products that the driver's city asks a policy of, and that do not cover them for the next hour. */
async function missingPolicies(own: TenantTx, { driverId, cityId }: DriverSession): Promise<InsuranceProduct[]> {
  const tx = whole(own)
  const { policies } = await dutyRules.contentFor(tx, cityId)
  if (policies.length === 0) return []
  const { covers, now } = await coversOf(tx, driverId)
  return policiesMissing(policies, covers, now)
}

/** Goes offline, declining what the driver is asked at this moment, whoever's order that is. False with an order in hand. */
export async function goOffline(own: TenantTx, driver: Pick<DriverSession, 'driverId'>): Promise<boolean> {
  const tx = whole(own)
  // Offers are locked before drivers, so the driver's row cannot be held meanwhile: asked once more in between, the driver declines again.
  for (let tries = 0; tries < 5; tries++) {
    await beginTry(tx)
    await declineOpenOffer(tx, driver)
    if (await setOffline(tx, driver.driverId)) {
      await leaveQueue(tx, driver.driverId, 'OFFLINE')
      return true
    }
    // An offer that was taken back meanwhile leaves the driver's row locked; whoever decides on the next one's order waits for it.
    await undoTry(tx)
  }
  return false
}

/** The driver of a session and the order they have in hand. */
export async function driverState(
  db: TenantDb,
  driver: DriverSession,
): Promise<{ driver: NonNullable<Awaited<ReturnType<typeof findDriver>>>; order: OrderRowDb | null }> {
  const [row, order] = await Promise.all([findDriver(db, driver.driverId), orderInHand(db, driver.driverId)])
  if (!row) throw new Error(`Driver ${driver.driverId} of a session is not there.`)
  return { driver: row, order: order ?? null }
}

/** Whether a driver whose app may not be used any more has an order in hand, which is finished first; without one they go off duty. */
export async function finishesTrip({ db, wakeDispatch }: Pick<Platform, 'db' | 'wakeDispatch'>, driver: DriverSession): Promise<boolean> {
  const scope = wholeTenant(driver.tenantId)
  const { driver: row, order } = await driverState(db.reader(scope), driver)
  if (order) return true
  if (row.work_status === 'OFFLINE') return false
  const isOff = await db.write(scope, (tx) => goOffline(tx, driver))
  if (isOff) wakeDispatch(driver.cityId)
  return !isOff
}
