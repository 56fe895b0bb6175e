import { TENANT_STATE } from '@chauffeur/contract/access/tenant'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#platform/database/tables.generated'

/** Within a tenant (an administrator's reset) or across them (nobody has signed in yet). */
type AnyTx = Kysely<DB>

/** An older link that was not used yet is worth nothing from now on. */
export async function replaceLink(
  tx: AnyTx,
  link: { tenantId: string; userId: string; tokenHash: Buffer; by: string | null; lifeS: number },
): Promise<Date> {
  await tx
    .updateTable('password_links')
    .set({ used_at: sql<Date>`now()` })
    .where('tenant_id', '=', link.tenantId)
    .where('user_id', '=', link.userId)
    .where('used_at', 'is', null)
    .execute()
  const made = await tx
    .insertInto('password_links')
    .values({
      tenant_id: link.tenantId,
      user_id: link.userId,
      token_hash: link.tokenHash,
      created_by: link.by,
      expires_at: sql<Date>`now() + make_interval(secs => ${link.lifeS})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return made.expires_at
}

const open = (tx: AnyTx, tokenHash: Buffer) =>
  tx
    .selectFrom('password_links')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'password_links.tenant_id').onRef('users.user_id', '=', 'password_links.user_id'),
    )
    .innerJoin('tenants', 'tenants.tenant_id', 'users.tenant_id')
    .select(['users.tenant_id', 'users.user_id', 'users.username', 'users.real_name', 'password_links.expires_at'])
    .where('password_links.token_hash', '=', tokenHash)
    .where('password_links.used_at', 'is', null)
    .where('password_links.expires_at', '>', sql<Date>`now()`)
    .where('users.status', '=', 'ENABLED')
    .where('tenants.state', '=', TENANT_STATE.enabled)

export const openLink = (tx: AnyTx, tokenHash: Buffer) => open(tx, tokenHash).executeTakeFirst()

/** Of several who come with the same token at once, one gets the row. */
export const takeLink = async (tx: AnyTx, tokenHash: Buffer) => {
  const link = await open(tx, tokenHash).forUpdate('password_links').executeTakeFirst()
  if (!link) return undefined
  await tx.updateTable('password_links').set({ used_at: sql<Date>`now()` }).where('token_hash', '=', tokenHash).execute()
  return link
}
