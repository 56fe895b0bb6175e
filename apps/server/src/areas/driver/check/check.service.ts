import type { FaceTrigger } from '@chauffeur/contract/driver/face'
import { wholeTenant } from '#platform/database/scope'
import type { Fail, Platform } from '#platform/http/implement'
import type { DriverSession } from '#platform/identity/session'
import { ProviderFailed } from '#platform/provider/request'
import { type DutyRules, dutyRules, goOffline } from '../duty/index.ts'
import { type CheckFacts, checkFacts, recordCheck } from './check.queries.ts'
import { checkAnswer, isDrawn, isFaceDue, isInsuranceDue, lockOf } from './check.rules.ts'

type CheckContext = Pick<Platform, 'db' | 'providers' | 'wakeDispatch' | 'vault'>
type FaceRefusal = 'driver.faceRequired' | 'driver.faceLocked' | 'driver.checkUnavailable'

/**
 * `POST {check, trigger, tenantId, driverId, driverNo, cityId}` → `{passed, reason?}`; a check that nobody can make is not passed. What was found
 * is kept in a transaction of its own: it stays on record also when the driver is refused, and no row is locked while a provider thinks.
 */
async function makeCheck(
  { db, providers: { onlineCheck } }: CheckContext,
  kind: 'FACE' | 'INSURANCE',
  trigger: FaceTrigger,
  { tenantId, driverId, driverNo, cityId }: DriverSession,
): Promise<{ result: 'PASS' | 'FAIL' | 'ERROR'; reason: string }> {
  const made = await (async () => {
    if (!onlineCheck) return { result: 'ERROR', reason: '' } as const
    try {
      const { passed, reason } = await onlineCheck.ask({ check: kind, trigger, tenantId, driverId, driverNo, cityId }, checkAnswer)
      return { result: passed ? 'PASS' : 'FAIL', reason } as const
    } catch (error) {
      if (error instanceof ProviderFailed) return { result: 'ERROR', reason: '' } as const
      throw error
    }
  })()
  const provider = onlineCheck?.host ?? 'none'
  await db.write(wholeTenant(tenantId), (tx) => recordCheck(tx, { tenantId, driverId, kind, trigger, provider, ...made }))
  return made
}

/** Asks the driver's face of whoever judges it, where it is due for one of these; who is on the whitelist is not asked, and it is noted once a day. */
async function askFace(
  platform: CheckContext,
  driver: DriverSession,
  triggers: readonly FaceTrigger[],
  { rules, facts }: { rules: DutyRules; facts: CheckFacts },
  fail: Fail<FaceRefusal>,
): Promise<void> {
  const { tenantId, driverId } = driver
  const scope = wholeTenant(tenantId)
  const days = { now: facts.now, dayStart: facts.day_start }
  const trigger = triggers.find((one) => isFaceDue(rules, one, facts.face_at, days))
  if (!trigger) return
  if (facts.listed) {
    if (facts.skipped_at && facts.skipped_at >= facts.day_start) return
    const skipped = { kind: 'FACE', trigger, result: 'SKIPPED', reason: '', provider: '' } as const
    await platform.db.write(scope, (tx) => recordCheck(tx, { tenantId, driverId, ...skipped }))
    return
  }
  const shut = lockOf(rules, facts.failed_at, facts.now)
  if (shut.until) return fail('driver.faceLocked', { check: 'FACE', until: shut.until.toISOString() })
  const { result, reason } = await makeCheck(platform, 'FACE', trigger, driver)
  if (result === 'ERROR') return fail('driver.checkUnavailable', { check: 'FACE', reason })
  if (result === 'PASS') return
  const after = await checkFacts(platform.db.reader(scope), driverId)
  const { until, triesLeft } = lockOf(rules, after.failed_at, after.now)
  if (!until) return fail('driver.faceRequired', { check: 'FACE', reason, triesLeft })
  // Nobody is offered orders that they may not take; who has one in hand finishes it.
  if (await platform.db.write(scope, (tx) => goOffline(tx, driver))) platform.wakeDispatch(driver.cityId)
  return fail('driver.faceLocked', { check: 'FACE', until: until.toISOString() })
}

const known = async ({ db }: CheckContext, driver: DriverSession) => {
  const reader = db.reader(wholeTenant(driver.tenantId))
  return { rules: await dutyRules.contentFor(reader, driver.cityId), factsNow: () => checkFacts(reader, driver.driverId) }
}

/** Makes the checks that the driver's city asks for before duty and that are due: the face first. */
export async function checkBeforeDuty(
  platform: CheckContext,
  driver: DriverSession,
  fail: Fail<FaceRefusal | 'driver.insuranceRequired'>,
): Promise<void> {
  const { rules, factsNow } = await known(platform, driver)
  if (!rules.faceRequired && !rules.insuranceRequired) return
  const facts = await factsNow()
  await askFace(platform, driver, ['ONLINE'], { rules, facts }, fail)
  if (!isInsuranceDue(rules, facts.insured_at, facts.now)) return
  const { result, reason } = await makeCheck(platform, 'INSURANCE', 'ONLINE', driver)
  if (result === 'ERROR') fail('driver.checkUnavailable', { check: 'INSURANCE', reason })
  if (result === 'FAIL') fail('driver.insuranceRequired', { check: 'INSURANCE', reason })
}

/** Before a driver takes an order: the first of their day, or one that was drawn. */
export async function checkBeforeOrder(
  platform: CheckContext,
  driver: DriverSession,
  offerId: string,
  fail: Fail<FaceRefusal>,
): Promise<void> {
  const { rules, factsNow } = await known(platform, driver)
  const drawn = isDrawn(platform.vault.fingerprint(offerId, 'face-check'), rules.faceRandomPercent)
  if (!rules.faceFirstOrder && !drawn) return
  await askFace(platform, driver, drawn ? ['FIRST_ORDER_DAY', 'RANDOM'] : ['FIRST_ORDER_DAY'], { rules, facts: await factsNow() }, fail)
}

/** Before money leaves a driver's wallet. */
export async function checkBeforePayout(platform: CheckContext, driver: DriverSession, fail: Fail<FaceRefusal>): Promise<void> {
  const { rules, factsNow } = await known(platform, driver)
  if (rules.facePayout) await askFace(platform, driver, ['BEFORE_PAYOUT'], { rules, facts: await factsNow() }, fail)
}
