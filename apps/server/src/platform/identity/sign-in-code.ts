import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Database, PlatformDb } from '#platform/database/db'
import type { AddressLimiter } from '#platform/process/call-limits'
import { type CodeDb, type CodeTable, countWrong, isTenant, lockCode, saveCode, spendCode } from './sign-in-code.queries.ts'
import type { Vault } from './vault.ts'
import { CODE_RESEND_S, CODE_VALID_S, judgeCode, lockedUntil, type SentCode, sendWaitS } from './sign-in-code.rules.ts'

/** Who signs in by a telephone and a code that is sent to it. */
const TABLE = { DRIVER: 'driver_codes', CUSTOMER: 'customer_codes' } as const satisfies Record<string, CodeTable>
type CodeKind = keyof typeof TABLE

/** With a key that the database does not hold: six digits are soon tried. A code of one kind, business or telephone is none of another. */
const printOf = (vault: Vault, kind: CodeKind, { tenantId, phone }: Whose, code: string): Buffer =>
  vault.fingerprint(code, `sign-in-code:${kind}:${tenantId}:${phone}`)
const sentOf = (row: CodeDb | undefined): SentCode | null =>
  row
    ? {
        sentAt: row.sent_at.getTime(),
        expiresAt: row.expires_at.getTime(),
        wrong: row.wrong,
        sentToday: row.sent_today,
        wrongToday: row.wrong_today,
        dayFrom: row.day_from.getTime(),
      }
    : null

interface Means {
  db: Database
  vault: Vault
}
interface SendMeans extends Means {
  /** How soon an address may ask for one more, whichever telephones it asks for. */
  codeAsks: Pick<AddressLimiter, 'waitS'>
}
interface SignInMeans extends Means {
  /** How soon an address may try one more, whichever telephones it tries: of what was right nothing is counted. */
  codeTries: AddressLimiter
}
type Answer<Refusal extends string, SignedIn extends object> =
  | { refusal: 'badCode' }
  | { refusal: 'locked'; retryAfterS: number }
  | { refusal: Refusal }
  | SignedIn
interface Whose {
  tenantId: string
  phone: string
}

/**
 * Makes a code for a telephone and has it sent by `send`, which sends nothing where the telephone is of nobody: the answer is the same, so that
 * nobody learns whose it is.
 */
export async function sendSignInCode(
  { db, vault, codeAsks }: SendMeans,
  kind: CodeKind,
  { tenantId, phone, ip }: Whose & { ip: string },
  send: (tx: PlatformDb, code: { code: string; minutes: string; validS: number }) => Promise<void>,
): Promise<{ retryAfterS: number } | { expiresInS: number }> {
  const table = TABLE[kind]
  const addressWaitS = await codeAsks.waitS(ip)
  if (addressWaitS > 0) return { retryAfterS: addressWaitS }
  return db.signingIn(async (tx) => {
    if (!(await isTenant(tx, tenantId))) return { expiresInS: CODE_VALID_S }
    const last = await lockCode(tx, table, tenantId, phone)
    const retryAfterS = last ? sendWaitS(sentOf(last), last.now.getTime()) : 0
    if (retryAfterS > 0) return { retryAfterS }
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const kept = { tenantId, phone, hash: printOf(vault, kind, { tenantId, phone }, code), validS: CODE_VALID_S, resendS: CODE_RESEND_S }
    if (!(await saveCode(tx, table, kept))) return { retryAfterS: CODE_RESEND_S }
    await send(tx, { code, minutes: String(CODE_VALID_S / 60), validS: CODE_VALID_S })
    return { expiresInS: CODE_VALID_S }
  })
}

/**
 * Signs in by a code, in one transaction: wrong tries are counted for good, so what is refused is answered, not thrown. `open` finds the person
 * and opens the session; what it refuses leaves the code good. `known`: the code needs not be one that was sent.
 *
 * A try is counted for its address before the code is looked at, so that of many at once none is looked at too many, and given back unless
 * the code was wrong: people who share an address and sign in rightly do not use up what it has.
 */
export async function signInByCode<Refusal extends string, SignedIn extends object>(
  { db, vault, codeTries }: SignInMeans,
  kind: CodeKind,
  { tenantId, phone, code, ip, known = false }: Whose & { code: string; ip: string; known?: boolean },
  open: (tx: PlatformDb) => Promise<{ refusal: Refusal } | SignedIn>,
): Promise<Answer<Refusal, SignedIn>> {
  const table = TABLE[kind]
  const addressWaitS = await codeTries.waitS(ip)
  if (addressWaitS > 0) return { refusal: 'locked', retryAfterS: addressWaitS }
  let wrong = false
  const judged = db.signingIn(async (tx): Promise<Answer<Refusal, SignedIn>> => {
    const last = await lockCode(tx, table, tenantId, phone)
    const now = last?.now.getTime() ?? 0
    const sent = sentOf(last)
    const verdict = judgeCode(
      sent,
      last !== undefined && timingSafeEqual(last.code_hash, printOf(vault, kind, { tenantId, phone }, code)),
      now,
    )
    if (verdict === 'locked') return { refusal: 'locked', retryAfterS: Math.max(1, Math.ceil((lockedUntil(sent!, now) - now) / 1000)) }
    if (verdict === 'wrong' && !known) {
      if (last) await countWrong(tx, table, tenantId, phone)
      return { refusal: 'badCode' }
    }
    const opened = await open(tx)
    if (last && !('refusal' in opened)) await spendCode(tx, table, tenantId, phone)
    return opened
  })
  try {
    const done = await judged
    wrong = 'refusal' in done && done.refusal === 'badCode'
    return done
  } finally {
    if (!wrong) await codeTries.giveBack(ip)
  }
}
