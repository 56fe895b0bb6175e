import { TENANT_STATE } from '@chauffeur/contract/access/tenant'
import type { PlatformDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { writeOperationLog } from '#platform/http/operation-log'
import { passwordMatches } from '#platform/identity/password'
import { openSession } from '#platform/identity/session'
import { networkOf } from '#platform/process/call-limits'
import type { Settings } from '#platform/process/settings'
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
 * Looks at name, password and authenticator, and does `then` in the transaction that found them right. The password is compared before that
 * and on no connection. What came of it is told only once nobody else of the account or the address is being told: of guesses sent at once
 * no more are answered than of those sent one by one. Failures outlive the refusal.
 */
export function authenticate<T>(
  platform: Platform,
  given: Given,
  from: From,
  log: (tx: PlatformDb, account: Account, code: number) => Promise<void>,
  then: (tx: PlatformDb, account: Account) => Promise<T>,
): Promise<SignInRefusal | T> {
  const name = given.username.toLowerCase()
  return proved(platform, { account: name, username: name, password: given.password, ip: from.ip }, async (tx, proof) => {
    if ('retryAfterS' in proof) return { refusal: 'session.locked', retryAfterS: proof.retryAfterS }
    const { account, matches } = proof
    const refuse = async (refusal: 'session.badCredentials' | 'session.badCode') => {
      await recordFailure(tx, name, networkOf(from.ip))
      if (account) await log(tx, account, refusal === 'session.badCode' ? 40013 : 40011)
      return { refusal }
    }
    if (!matches) return refuse('session.badCredentials')
    if (account.status !== 'ENABLED' || account.tenant_state !== TENANT_STATE.enabled) return { refusal: 'session.disabled' }
    if (account.totp_secret) {
      if (!given.code) return { refusal: 'session.codeRequired' }
      if (!(await secondFactor(tx, platform.vault, account, given.code))) return refuse('session.badCode')
    }
    return then(tx, account)
  })
}

export function signIn(platform: Platform, given: Given, from: From): Promise<SignInRefusal | SignedIn> {
  const log = (tx: PlatformDb, who: Account, code: number) => logSignIn(tx, who, code, given.username, from)
  return authenticate(platform, given, from, log, async (tx, account) => {
    const token = await openSession(tx, { tenantId: account.tenant_id, userId: account.user_id, ip: from.ip, userAgent: from.userAgent })
    await recordSuccess(tx, given.username.toLowerCase(), account.tenant_id, account.user_id)
    await log(tx, account, 0)
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
  const network = networkOf(ip)
  return proved(platform, { account: key, username: operator.username, password: given.password, ip }, async (tx, proof) => {
    if ('retryAfterS' in proof) return { retryAfterS: proof.retryAfterS }
    if (!proof.matches) {
      await recordFailure(tx, key, network)
      return 'wrongPassword'
    }
    const { account } = proof
    if (given.code === undefined) return 'yes'
    if (!account.totp_secret) return 'notBound'
    if (await secondFactor(tx, platform.vault, account, given.code)) return 'yes'
    await recordFailure(tx, key, network)
    return 'wrongCode'
  })
}

interface Claim {
  /** What failures are counted for. */
  account: string
  username: string
  password: string
  ip: string
}
type Proof = { retryAfterS: number } | { matches: true; account: Account } | { matches: false; account: Account | undefined }

/** Compares a password in its turn, and hands what came of it to `judge` while no other of the account or the address is judged. */
function proved<T>(platform: Platform, claim: Claim, judge: (tx: PlatformDb, proof: Proof) => Promise<T>): Promise<T> {
  const { db, settings } = platform
  const { account, username, password } = claim
  const ip = networkOf(claim.ip)
  return platform.passwords(async () => {
    const before = await db.signingIn(async (tx) => {
      const [retryAfterS, found] = await Promise.all([lockedForS(tx, settings, account, ip), findAccount(tx, username)])
      return { retryAfterS, hash: found?.password_hash ?? null }
    })
    const matches = before.retryAfterS === 0 && (await passwordMatches(before.hash, password))
    return db.signingIn(async (tx) => {
      await lockSignIn(tx, account, ip)
      const [retryAfterS, found] = await Promise.all([lockedForS(tx, settings, account, ip), findAccount(tx, username)])
      if (before.retryAfterS > 0 || retryAfterS > 0) return judge(tx, { retryAfterS: Math.max(1, retryAfterS) })
      // The password may have been changed meanwhile.
      return judge(
        tx,
        found && matches && found.password_hash === before.hash ? { matches, account: found } : { matches: false, account: found },
      )
    })
  })
}

/** Seconds until this account or this address may try again; 0 for now. */
async function lockedForS(tx: PlatformDb, settings: Settings, account: string, ip: string): Promise<number> {
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
