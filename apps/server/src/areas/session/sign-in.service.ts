import { verifySync } from 'otplib'
import type { Platform } from '#platform/implement'
import { writeOperationLog } from '#platform/operation-log'
import { passwordMatches } from '#platform/password'
import { openSession } from '#platform/session'
import { type Account, countFailures, findAccount, lockSignIn, recordFailure, recordSuccess } from './session.queries.ts'

export type SignInRefusal =
  | { refusal: 'session.badCredentials' | 'session.codeRequired' | 'session.badCode' | 'session.disabled' }
  | { refusal: 'session.locked'; retryAfterS: number }
export type SignedIn = { account: Account; token: string }

/**
 * Tries a sign-in. Failures are counted before the answer is known to be wrong for one account or one address at a time,
 * and outlive the refusal: they are committed, where a refused call's transaction would be rolled back.
 */
export async function signIn(
  platform: Platform,
  given: { username: string; password: string; code?: string },
  from: { ip: string; userAgent: string; requestId: string },
): Promise<SignInRefusal | SignedIn> {
  const { lockAccountFailures, lockAddressFailures, lockWindowS } = platform.settings
  const name = given.username.toLowerCase()
  return platform.db.acrossTenants(async (tx) => {
    await lockSignIn(tx, name, from.ip)
    const failures = await countFailures(tx, name, from.ip, lockWindowS)
    const accountLocked = failures.byAccount >= lockAccountFailures
    if (accountLocked || failures.byAddress >= lockAddressFailures) {
      return { refusal: 'session.locked', retryAfterS: Math.max(1, accountLocked ? failures.accountFreeInS : failures.addressFreeInS) }
    }
    const account = await findAccount(tx, name)
    const refuse = async (refusal: 'session.badCredentials' | 'session.badCode') => {
      await recordFailure(tx, name, from.ip)
      if (account) await log(account, refusal === 'session.badCode' ? 40013 : 40011)
      return { refusal }
    }
    const log = (who: Account, code: number) =>
      writeOperationLog(tx, {
        tenantId: who.tenant_id,
        actor: { type: 'OPERATOR', id: who.user_id, name: who.real_name },
        ip: from.ip,
        call: 'session.signIn',
        summary: '登录',
        input: { username: given.username },
        audits: [],
        code,
        requestId: from.requestId,
        durationMs: 0,
      })
    if (!(await passwordMatches(account?.password_hash ?? null, given.password)) || !account) return refuse('session.badCredentials')
    if (account.status !== 'ENABLED' || account.tenant_state !== 30) return { refusal: 'session.disabled' }
    if (account.totp_secret) {
      if (!given.code) return { refusal: 'session.codeRequired' }
      if (!/^\d{6}$/.test(given.code) || !verifySync({ secret: account.totp_secret, token: given.code, epochTolerance: 30 }).valid)
        return refuse('session.badCode')
    }
    const token = await openSession(tx, { tenantId: account.tenant_id, userId: account.user_id, ip: from.ip, userAgent: from.userAgent })
    await recordSuccess(tx, name, account.tenant_id, account.user_id)
    await log(account, 0)
    return { account, token }
  })
}
