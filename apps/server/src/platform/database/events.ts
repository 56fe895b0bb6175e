import type { LiveTopic } from '@chauffeur/contract/operations/live'
import type { InsertQueryBuilder, InsertResult } from 'kysely'
import type { PlatformDb, TenantTx } from './db.ts'
import type { DB } from './tables.generated.ts'

export interface EventInput {
  tenantId: string
  topic: LiveTopic
  cityId?: string | null
  orgId?: string | null
  channelId?: string | null
  /** For this user alone. */
  userId?: string | null
  payload: object
}

/** What is written in the same statement as something else. */
export type Besides = InsertQueryBuilder<DB, keyof DB, InsertResult>

const rowOf = (event: EventInput) => ({
  tenant_id: event.tenantId,
  topic: event.topic,
  city_id: event.cityId ?? null,
  org_id: event.orgId ?? null,
  channel_id: event.channelId ?? null,
  user_id: event.userId ?? null,
  payload: JSON.stringify(event.payload),
})

/**
 * Writes an event for live streams in the transaction that makes it true: nobody hears of what was rolled back. `besides` is written in the
 * same statement.
 */
export async function emitEvent(tx: TenantTx, event: EventInput, ...besides: Besides[]): Promise<void> {
  await besides
    .reduce((writing, one, at) => writing.with(`besides${at}`, () => one) as unknown as TenantTx, tx)
    .insertInto('live_events')
    .values(rowOf(event))
    .execute()
}

/** Several in one statement, at least one. */
export const emitEvents = (tx: TenantTx | PlatformDb, events: readonly EventInput[]) =>
  (tx as TenantTx).insertInto('live_events').values(events.map(rowOf)).execute()
