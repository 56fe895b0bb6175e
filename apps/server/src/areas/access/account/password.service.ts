import type { PasswordProblem } from '@chauffeur/contract/access/account'
import type { PlatformDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { Busy } from '#platform/values/turns'
import { hashPassword, passwordMatches } from '#platform/identity/password'
import { endSessions } from '#platform/identity/session-end'
import { earlierHashes, findPasswordOwner, lockPasswordOwner, savePassword } from './password.queries.ts'
import { passwordProblems, REMEMBERED } from './password.rules.ts'

type PasswordRefusal = { refusal: 'account.weakPassword'; problems: PasswordProblem[] } | { refusal: 'account.passwordUsedBefore' }
export type NewPassword = PasswordRefusal | { endedSessions: number }
/** A person's new password that breaks no rule, with what it was compared with. */
interface Acceptable {
  hash: string
  insteadOf: string
}

/** Judges a new password by the rules, in its turn and on no connection. Nothing is changed yet, and nobody may be told before they are known. */
export function judgeNewPassword(
  platform: Platform,
  who: { tenantId: string; userId: string },
  password: string,
): Promise<PasswordRefusal | Acceptable> {
  return platform.passwords(async () => {
    const { owner, earlier } = await platform.db.signingIn(async (tx) => {
      const found = await findPasswordOwner(tx, who.tenantId, who.userId)
      return { owner: found, earlier: await earlierHashes(tx, found, REMEMBERED) }
    })
    const problems = passwordProblems(password, owner.username)
    if (problems.length) return { refusal: 'account.weakPassword', problems }
    for (const hash of [owner.passwordHash, ...earlier.map((row) => row.password_hash)])
      if (await passwordMatches(hash, password)) return { refusal: 'account.passwordUsedBefore' }
    return { hash: await hashPassword(password), insteadOf: owner.passwordHash }
  })
}

/** Sets a person's password as it was judged and ends their sessions but the one that asked for it. */
export async function changePassword(
  tx: PlatformDb,
  who: { tenantId: string; userId: string; exceptSessionId?: string },
  judged: PasswordRefusal | Acceptable,
): Promise<NewPassword> {
  if ('refusal' in judged) return judged
  const owner = await lockPasswordOwner(tx, who.tenantId, who.userId)
  if (owner.passwordHash !== judged.insteadOf)
    throw new Busy('The password was changed meanwhile: the new one has not been compared with that.')
  await savePassword(tx, owner, judged.hash, REMEMBERED)
  // Named one by one: a caller hands over a whole session, whose own id would narrow this to that session.
  const { tenantId, userId, exceptSessionId } = who
  return { endedSessions: await endSessions(tx, { tenantId, userId, ...(exceptSessionId && { exceptSessionId }) }, 'PASSWORD') }
}
