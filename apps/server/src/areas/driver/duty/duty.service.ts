import type { Fail, Platform } from '#platform/http/implement'
import { ProviderFailed } from '#platform/provider/request'
import { wholeTenant } from '#platform/database/scope'
import type { DriverSession } from '#platform/identity/session'
import { dutyRules } from './duty.setting.ts'
import { lastPassed, recordCheck } from './duty.queries.ts'
import { checkAnswer, type CheckKind, checksDue } from './duty.rules.ts'

/** `POST {check, tenantId, driverId, driverNo, cityId}` → `{passed, reason?}`; a check that nobody can make is not passed. */
async function makeCheck(
  { onlineCheck }: Platform['providers'],
  check: CheckKind,
  { tenantId, driverId, driverNo, cityId }: DriverSession,
): Promise<{ result: 'PASS' | 'FAIL' | 'ERROR'; reason: string; provider: string }> {
  if (!onlineCheck) return { result: 'ERROR', reason: '', provider: 'none' }
  const provider = onlineCheck.host
  try {
    const { passed, reason } = await onlineCheck.ask({ check, tenantId, driverId, driverNo, cityId }, checkAnswer)
    return { result: passed ? 'PASS' : 'FAIL', reason, provider }
  } catch (error) {
    if (error instanceof ProviderFailed) return { result: 'ERROR', reason: '', provider }
    throw error
  }
}

const REFUSAL = { FACE: 'driver.faceRequired', INSURANCE: 'driver.insuranceRequired' } as const

/**
 * Makes the checks that the driver's city asks for and that are due, each in a transaction of its own: what was found stays on record also
 * when the driver is refused, and no row is locked while a provider thinks.
 */
export async function checkBeforeDuty(
  { db, providers }: Platform,
  driver: DriverSession,
  fail: Fail<(typeof REFUSAL)[CheckKind] | 'driver.checkUnavailable'>,
): Promise<void> {
  const scope = wholeTenant(driver.tenantId)
  const reader = db.reader(scope)
  const rules = await dutyRules.contentFor(reader, driver.cityId)
  if (!rules.faceRequired && !rules.insuranceRequired) return
  for (const kind of checksDue(rules, await lastPassed(reader, driver.driverId), Date.now())) {
    const made = await makeCheck(providers, kind, driver)
    const { result, reason } = made
    await db.write(scope, (tx) => recordCheck(tx, { tenantId: driver.tenantId, driverId: driver.driverId, kind, ...made }))
    if (result === 'ERROR') fail('driver.checkUnavailable', { check: kind, reason })
    if (result === 'FAIL') fail(REFUSAL[kind], { check: kind, reason })
  }
}
