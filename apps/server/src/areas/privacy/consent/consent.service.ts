import type { OwnAgreement } from '@chauffeur/contract/privacy/consent'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Fail } from '#platform/http/implement'
import { askedNumber, findNumber, presentVersions, textView } from '../agreement/index.ts'
import { insertSaid, lastWord, type Person, type Said } from './consent.queries.ts'

/** What is in force for a person and what they said of it. `db` sees the whole business: who sees little of it has to agree too. */
export async function ownAgreementOf(db: TenantDb, who: Person): Promise<OwnAgreement> {
  const [present, asked, said] = await Promise.all([presentVersions(db, who.kind), askedNumber(db, who.kind), lastWord(db, who)])
  const inForce = present.find(({ state }) => state === 'IN_FORCE')
  const agreed = said?.given ? (said.number ?? 0) : 0
  const earlier = agreed > 0 && agreed !== inForce?.number ? await findNumber(db, who.kind, agreed) : undefined
  return {
    agreement: inForce ? textView(inForce) : null,
    due: asked > agreed,
    said: said ? { number: said.number, given: said.given, at: said.at.toISOString() } : null,
    agreed: earlier ? textView(earlier) : null,
  }
}

type From = Pick<Said, 'ip' | 'device' | 'channel' | 'source' | 'by'>

/**
 * Keeps what a person says of the version that they read; of one that is not in force any more nothing is taken. The same word again is one.
 * Gives how they stand then. `tx` sees the whole business.
 */
export async function sayOf(
  tx: TenantTx,
  said: { tenantId: string; who: Person; number: number; given: boolean },
  from: From,
  fail: Fail<'privacy.replaced'>,
): Promise<OwnAgreement> {
  const before = await ownAgreementOf(tx, said.who)
  if (before.agreement?.number !== said.number) return fail('privacy.replaced', { current: before.agreement })
  const isSame = before.said?.given === said.given && before.said.number === said.number
  if (!isSame) await insertSaid(tx, { ...said, ...from })
  return ownAgreementOf(tx, said.who)
}
