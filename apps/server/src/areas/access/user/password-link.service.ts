import { PASSWORD_LINK_PATH } from '@chauffeur/contract/access/user'
import type { PlatformDb, TenantTx } from '#platform/database/db'
import { hashToken, newToken } from '#platform/identity/session'
import { openLink, replaceLink, takeLink } from './password-link.queries.ts'

const LIFE_S = 24 * 3600

export interface PasswordLink {
  /** Of this console; to be put behind its address. Holds the token, which is nowhere else. */
  path: string
  expiresAt: string
}
export interface LinkOwner {
  tenantId: string
  userId: string
  username: string
  realName: string
}

/** Makes the one link with which a person sets the password: good once, for 24 hours, in place of any earlier one. */
export async function issuePasswordLink(
  tx: PlatformDb | TenantTx,
  who: { tenantId: string; userId: string; by: string | null },
): Promise<PasswordLink> {
  const token = newToken()
  const expiresAt = await replaceLink(tx, { ...who, tokenHash: hashToken(token), lifeS: LIFE_S })
  return { path: `${PASSWORD_LINK_PATH}${token}`, expiresAt: expiresAt.toISOString() }
}

type Found = { tenant_id: string; user_id: string; username: string; real_name: string } | undefined
const owner = (row: Found): LinkOwner | null =>
  row ? { tenantId: row.tenant_id, userId: row.user_id, username: row.username, realName: row.real_name } : null

/** Whose link a token is, or null when it is unknown, used, too old, or its person or tenant is disabled. */
export const findPasswordLink = async (tx: PlatformDb, token: string): Promise<LinkOwner | null> =>
  owner(await openLink(tx, hashToken(token)))

/** The same, and the link is used up; commit it together with the new password. */
export const consumePasswordLink = async (tx: PlatformDb, token: string): Promise<LinkOwner | null> =>
  owner(await takeLink(tx, hashToken(token)))
