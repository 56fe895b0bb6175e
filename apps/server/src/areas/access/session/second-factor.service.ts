import { verifySync } from 'otplib'
import type { PlatformDb } from '#platform/database/db'
import type { Vault } from '#platform/identity/vault'
import { spendRecoveryCode, spendStep } from './second-factor.queries.ts'

/** Clocks may differ by so much. */
const TOLERANCE_S = 30

interface Holder {
  tenant_id: string
  user_id: string
  totp_secret: string | null
  totp_last_step: string | null
}

/** What an authenticator's secret is sealed for: it opens in nobody else's row. */
export const secretContext = (userId: string) => `users.totp:${userId}`
export const recoveryHash = (vault: Vault, userId: string, code: string) =>
  vault.fingerprint(code.toUpperCase().replace(/[^A-Z0-9]/g, ''), `recovery:${userId}`)

/** The time step of a code that the secret makes now, or null. `after`: a step up to which codes were used. */
export function stepOf(secret: string, code: string, after: string | null): number | null {
  const result = verifySync({ secret, token: code, epochTolerance: TOLERANCE_S })
  if (!result.valid || !('timeStep' in result)) return null
  return after !== null && result.timeStep <= Number(after) ? null : result.timeStep
}

/** True for a code that the authenticator shows, or for a recovery code; either works once. */
export async function secondFactor(tx: PlatformDb, vault: Vault, who: Holder, code: string): Promise<boolean> {
  if (!who.totp_secret) return false
  if (!/^\d{6}$/.test(code)) return spendRecoveryCode(tx, who, recoveryHash(vault, who.user_id, code))
  const step = stepOf(vault.open(who.totp_secret, secretContext(who.user_id)), code, who.totp_last_step)
  return step !== null && spendStep(tx, who, step)
}
