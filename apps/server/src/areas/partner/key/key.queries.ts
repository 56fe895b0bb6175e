import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

const columns = [
  'key_id as keyId',
  'secret_end as secretEnd',
  'note',
  'created_at as createdAt',
  'created_by_name as createdByName',
  'last_used_at as lastUsedAt',
  'ended_at as endedAt',
  'ended_by_name as endedByName',
] as const

/** Those that are good first, then the newest. */
export const keysOf = (db: TenantDb, channelId: string) =>
  db
    .selectFrom('channel_keys')
    .select(columns)
    .where('channel_id', '=', channelId)
    .orderBy(sql`ended_at is not null`)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
export type KeyRow = Awaited<ReturnType<typeof keysOf>>[number]

export interface NewKey {
  tenantId: string
  channelId: string
  keyId: string
  sealed: string
  secretEnd: string
  note: string
  by: { userId: string; realName: string }
}
export const insertKey = (tx: TenantTx, { tenantId, channelId, keyId, sealed, secretEnd, note, by }: NewKey): Promise<KeyRow> =>
  tx
    .insertInto('channel_keys')
    .values({
      tenant_id: tenantId,
      key_id: keyId,
      channel_id: channelId,
      secret_sealed: sealed,
      secret_end: secretEnd,
      note,
      created_by: by.userId,
      created_by_name: by.realName,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const goodKeys = async (tx: TenantTx, channelId: string): Promise<number> => {
  const { n } = await tx
    .selectFrom('channel_keys')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('channel_id', '=', channelId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Undefined where there is none that is good. */
export const endKey = (
  tx: TenantTx,
  { channelId, keyId }: { channelId: string; keyId: string },
  by: { userId: string; realName: string },
): Promise<KeyRow | undefined> =>
  tx
    .updateTable('channel_keys')
    .set({ ended_at: sql<Date>`now()`, ended_by: by.userId, ended_by_name: by.realName })
    .where('channel_id', '=', channelId)
    .where('key_id', '=', keyId)
    .where('ended_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
