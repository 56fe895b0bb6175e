import type { PasswordProblem } from '@chauffeur/contract/account'
import type { PlatformDb } from '#platform/db'
import { hashPassword, passwordMatches } from '#platform/password'
import { endSessions } from '#platform/session'
import { earlierHashes, lockPasswordOwner, savePassword } from './password.queries.ts'
import { passwordProblems, REMEMBERED } from './password.rules.ts'

export type NewPassword =
  | { refusal: 'account.weakPassword'; problems: PasswordProblem[] }
  | { refusal: 'account.passwordUsedBefore' }
  | { endedSessions: number }

/** Sets a person's password by the rules and ends their sessions but the one that asked for it. */
export async function changePassword(
  tx: PlatformDb,
  who: { tenantId: string; userId: string; exceptSessionId?: string },
  password: string,
): Promise<NewPassword> {
  const owner = await lockPasswordOwner(tx, who.tenantId, who.userId)
  const problems = passwordProblems(password, owner.username)
  if (problems.length) return { refusal: 'account.weakPassword', problems }
  const earlier = await earlierHashes(tx, owner, REMEMBERED)
  const used = await Promise.all(
    [owner.passwordHash, ...earlier.map((row) => row.password_hash)].map((hash) => passwordMatches(hash, password)),
  )
  if (used.includes(true)) return { refusal: 'account.passwordUsedBefore' }
  await savePassword(tx, owner, await hashPassword(password), REMEMBERED)
  // Named one by one: a caller hands over a whole session, whose own id would narrow this to that session.
  const { tenantId, userId, exceptSessionId } = who
  return { endedSessions: await endSessions(tx, { tenantId, userId, ...(exceptSessionId && { exceptSessionId }) }, 'PASSWORD') }
}
