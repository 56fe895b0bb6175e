import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

const ofState = (state: 'WAITING' | 'GIVEN_UP') =>
  sql<number>`(select count(*)::int from webhook_deliveries d where d.tenant_id = c.tenant_id and d.channel_id = c.channel_id
    and d.callback_id = c.callback_id and d.state = ${sql.lit(state)})`
const callbacks = (db: TenantDb) =>
  db
    .selectFrom('channel_callbacks as c')
    .select(['c.callback_id', 'c.url', 'c.note', 'c.enabled', 'c.failing_since', 'c.version', 'c.updated_at', 'c.updated_by_name'])
    .select([ofState('WAITING').as('waiting'), ofState('GIVEN_UP').as('given_up')])

export const callbacksOf = (db: TenantDb, channelId: string) =>
  callbacks(db).where('c.channel_id', '=', channelId).orderBy('c.callback_id').execute()
export const callbackOf = (db: TenantDb, channelId: string, callbackId: string) =>
  callbacks(db).where('c.channel_id', '=', channelId).where('c.callback_id', '=', callbackId).executeTakeFirst()
export type CallbackRow = NonNullable<Awaited<ReturnType<typeof callbackOf>>>

export interface CallbackSet {
  url?: string
  note?: string
  enabled?: boolean
}
/** Undefined where the channel has the address already. */
export const insertCallback = async (
  tx: TenantTx,
  { channelId, url, note }: { channelId: string; url: string; note: string },
  by: { tenantId: string; realName: string },
): Promise<string | undefined> =>
  (
    await tx
      .insertInto('channel_callbacks')
      .values({ tenant_id: by.tenantId, channel_id: channelId, url, note, updated_by_name: by.realName })
      .onConflict((on) => on.columns(['tenant_id', 'channel_id', 'url']).doNothing())
      .returning('callback_id')
      .executeTakeFirst()
  )?.callback_id

export const updateCallback = (tx: TenantTx, callbackId: string, set: CallbackSet, by: { realName: string }) =>
  tx
    .updateTable('channel_callbacks')
    .set((eb) => ({ ...set, version: eb('version', '+', 1), updated_at: sql<Date>`now()`, updated_by_name: by.realName }))
    .where('callback_id', '=', callbackId)
    .execute()
