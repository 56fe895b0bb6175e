import { keeping, type PlatformDb } from '#platform/db'
import type { Platform } from '#platform/implement'
import { writeOperationLog } from '#platform/operation-log'
import { passwordMatches } from '#platform/password'
import { openSession } from '#platform/session'
import { secondFactor } from './second-factor.service.ts'
import { type Account, countFailures, findAccount, lockSignIn, recordFailure, recordSuccess } from './session.queries.ts'

export type SignInRefusal =
  | { refusal: 'session.badCredentials' | 'session.codeRequired' | 'session.badCode' | 'session.disabled' }
  | { refusal: 'session.locked'; retryAfterS: number }
export type SignedIn = { account: Account; token: string }
export interface From {
  ip: string
  userAgent: string
  requestId: string
}
interface Given {
  username: string
  password: string
  code?: string | undefined
}

/**
 * Looks at name, password and authenticator. Failures are counted before the answer is known to be wrong for one account or one address at a
 * time, and outlive the refusal.
 */
export async function authenticate(
  tx: PlatformDb,
  platform: Platform,
  given: Given,
  from: From,
  log: (account: Account, code: number) => Promise<void>,
): Promise<SignInRefusal | { account: Account }> {
  const name = given.username.toLowerCase()
  const retryAfterS = await lockedForS(tx, platform, name, from.ip)
  if (retryAfterS > 0) return { refusal: 'session.locked', retryAfterS }
  const account = await findAccount(tx, name)
  const refuse = async (refusal: 'session.badCredentials' | 'session.badCode') => {
    await recordFailure(tx, name, from.ip)
    if (account) await log(account, refusal === 'session.badCode' ? 40013 : 40011)
    return keeping({ refusal })
  }
  if (!(await passwordMatches(account?.password_hash ?? null, given.password)) || !account) return refuse('session.badCredentials')
  if (account.status !== 'ENABLED' || account.tenant_state !== 30) return { refusal: 'session.disabled' }
  if (account.totp_secret) {
    if (!given.code) return { refusal: 'session.codeRequired' }
    if (!(await secondFactor(tx, platform.vault, account, given.code))) return refuse('session.badCode')
  }
  return { account }
}

export function signIn(platform: Platform, given: Given, from: From): Promise<SignInRefusal | SignedIn> {
  return platform.db.acrossTenants(async (tx) => {
    const log = (who: Account, code: number) => logSignIn(tx, who, code, given.username, from)
    const result = await authenticate(tx, platform, given, from, log)
    if ('refusal' in result) return result
    const { account } = result
    const token = await openSession(tx, { tenantId: account.tenant_id, userId: account.user_id, ip: from.ip, userAgent: from.userAgent })
    await recordSuccess(tx, given.username.toLowerCase(), account.tenant_id, account.user_id)
    await log(account, 0)
    return { account, token }
  })
}

/**
 * Looks at the password, and where given at the authenticator, of somebody who is signed in and does something that asks for it again.
 * Failures lock this question, not the sign-in: a session left open must not lock its owner out.
 */
export function confirmPerson(
  platform: Platform,
  operator: { userId: string; username: string },
  given: { password: string; code?: string },
  ip: string,
): Promise<'yes' | 'wrongPassword' | 'wrongCode' | 'notBound' | { retryAfterS: number }> {
  const key = `again:${operator.userId}`
  return platform.db.acrossTenants(async (tx) => {
    const retryAfterS = await lockedForS(tx, platform, key, ip)
    if (retryAfterS > 0) return { retryAfterS }
    const account = await findAccount(tx, operator.username)
    if (!account || !(await passwordMatches(account.password_hash, given.password))) {
      await recordFailure(tx, key, ip)
      return 'wrongPassword'
    }
    if (given.code === undefined) return 'yes'
    if (!account.totp_secret) return 'notBound'
    if (await secondFactor(tx, platform.vault, account, given.code)) return 'yes'
    await recordFailure(tx, key, ip)
    return 'wrongCode'
  })
}

/** Seconds until this account or this address may try again; 0 for now. Tries of one account wait here for one another. */
async function lockedForS(tx: PlatformDb, { settings }: Platform, account: string, ip: string): Promise<number> {
  await lockSignIn(tx, account, ip)
  const failures = await countFailures(tx, account, ip, settings.lockWindowS)
  if (failures.byAccount >= settings.lockAccountFailures) return Math.max(1, failures.accountFreeInS)
  return failures.byAddress >= settings.lockAddressFailures ? Math.max(1, failures.addressFreeInS) : 0
}

const logSignIn = (tx: PlatformDb, who: Account, code: number, username: string, from: From) =>
  writeOperationLog(tx, {
    tenantId: who.tenant_id,
    actor: { type: 'OPERATOR', id: who.user_id, name: who.real_name },
    ip: from.ip,
    call: 'session.signIn',
    summary: '登录',
    input: { username },
    audits: [],
    code,
    requestId: from.requestId,
    durationMs: 0,
  })
