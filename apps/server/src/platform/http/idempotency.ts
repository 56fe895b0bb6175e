import { createHash } from 'node:crypto'
import type { PlatformDb, TenantTx } from '../database/db.ts'

/** The first answer of a request that came before, or null for one to be run now; `other` when the key came with another body. */
export type Earlier = { answer: unknown } | 'other' | null

/** Whose key it is. */
interface Claim {
  tenantId: string
  actor: string
  key: string
}

/**
 * Claims a key in the caller's transaction. A request with the same key that runs at the same moment waits here until
 * the first one ends; when that one is refused its claim is rolled back and this one runs.
 */
export async function claimKey(tx: TenantTx | PlatformDb, claim: Claim & { call: string; body: unknown }): Promise<Earlier> {
  const hash = createHash('sha256').update(stable(claim.body)).digest()
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ tenant_id: claim.tenantId, actor: claim.actor, key: claim.key, call: claim.call, body_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows) return null
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['call', 'body_hash', 'answer'])
    .where('tenant_id', '=', claim.tenantId)
    .where('actor', '=', claim.actor)
    .where('key', '=', claim.key)
    .executeTakeFirstOrThrow()
  return row.call === claim.call && row.body_hash.equals(hash) ? { answer: row.answer } : 'other'
}

/** The statement that keeps the answer, to be run by the caller. */
export const keepAnswer = (tx: TenantTx | PlatformDb, { tenantId, actor, key }: Claim, answer: unknown) =>
  tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('tenant_id', '=', tenantId)
    .where('actor', '=', actor)
    .where('key', '=', key)

/** A file by its digest: written out byte by byte it would hold everybody up. */
const digested = (item: unknown) => (item instanceof Uint8Array ? createHash('sha256').update(item).digest('base64') : item)

const stable = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(
          Object.entries(item)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, of]) => [key, digested(of)]),
        )
      : item,
  )
