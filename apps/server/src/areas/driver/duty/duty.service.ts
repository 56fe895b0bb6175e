import type { Platform } from '#platform/http/implement'
import { wholeTenant } from '#platform/database/scope'
import type { DriverSession } from '#platform/identity/session'
import { dutyRulesOf, lastPassed, recordCheck } from './duty.queries.ts'
import { answerOf, type CheckKind, checksDue } from './duty.rules.ts'

/** Whoever can say of a driver that the face is theirs, or that they are insured. */
interface DutyCheckProvider {
  name: string
  /** Null where no answer came. */
  check(kind: CheckKind, driver: DriverSession): Promise<{ result: 'PASS' | 'FAIL'; reason: string } | null>
}
const ANSWER_MS = 5_000

/** `POST {check, tenantId, driverId, driverNo, cityId}` → `{passed, reason?}`. */
const httpProvider = ({ url, token }: NonNullable<Platform['settings']['onlineCheck']>): DutyCheckProvider => ({
  name: new URL(url).host,
  check: async (kind, { tenantId, driverId, driverNo, cityId }) => {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify({ check: kind, tenantId, driverId, driverNo, cityId }),
        signal: AbortSignal.timeout(ANSWER_MS),
        redirect: 'error',
      })
      return answer.ok ? answerOf(await answer.json()) : null
    } catch {
      return null
    }
  },
})
/** A check that is asked for while nobody can make it is not passed. */
const nobody: DutyCheckProvider = { name: 'none', check: async () => null }

const REFUSAL = { FACE: 'driver.faceRequired', INSURANCE: 'driver.insuranceRequired' } as const
export type DutyRefusal = (typeof REFUSAL)[CheckKind] | 'driver.checkUnavailable'

/**
 * Makes the checks that the driver's city asks for and that are due, each in a transaction of its own: what was found stays on record also
 * when the driver is refused, and no row is locked while a provider thinks.
 */
export async function checkBeforeDuty(
  { db, settings }: Platform,
  driver: DriverSession,
): Promise<{ refusal: DutyRefusal; detail: { check: CheckKind; reason: string } } | null> {
  const scope = wholeTenant(driver.tenantId)
  const reader = db.reader(scope)
  const rules = await dutyRulesOf(reader, driver.tenantId, driver.cityId)
  if (!rules.faceRequired && !rules.insuranceRequired) return null
  const provider = settings.onlineCheck ? httpProvider(settings.onlineCheck) : nobody
  for (const kind of checksDue(rules, await lastPassed(reader, driver.driverId), Date.now())) {
    const { result, reason } = (await provider.check(kind, driver)) ?? { result: 'ERROR' as const, reason: '' }
    await db.write(scope, (tx) => recordCheck(tx, { ...driver, kind, result, reason, provider: provider.name }))
    if (result === 'ERROR') return { refusal: 'driver.checkUnavailable', detail: { check: kind, reason } }
    if (result === 'FAIL') return { refusal: REFUSAL[kind], detail: { check: kind, reason } }
  }
  return null
}
