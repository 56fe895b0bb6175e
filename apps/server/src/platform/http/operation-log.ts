import type { InsertQueryBuilder, InsertResult, Kysely, UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { Audit } from './implement.ts'
import { masked } from '../identity/mask.ts'
import type { DB } from '../database/tables.generated.ts'

export interface Logged {
  tenantId: string
  actor: { type: 'OPERATOR' | 'DRIVER' | 'CUSTOMER' | 'PARTNER' | 'ANONYMOUS'; id: string | null; name: string }
  ip: string
  call: string
  summary: string
  input: unknown
  audits: readonly Audit[]
  code: number
  requestId: string
  durationMs: number
}

/**
 * The statement that writes one row per object touched, or one for the call where it named none. Phones and secrets are masked here, once.
 * `besides` is written in the same statement.
 */
export function operationLog(
  tx: Kysely<DB>,
  entry: Logged,
  besides?: UpdateQueryBuilder<DB, 'idempotency_keys', 'idempotency_keys', UpdateResult>,
): InsertQueryBuilder<DB, 'operation_logs', InsertResult> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(masked(value)))
  const rows = (entry.audits.length ? entry.audits : [undefined]).map((audit) => ({
    tenant_id: entry.tenantId,
    actor_type: entry.actor.type,
    actor_id: entry.actor.id,
    actor_name: entry.actor.name,
    ip: entry.ip,
    call: entry.call,
    summary: entry.summary,
    object: audit?.object ?? '',
    object_id: audit?.objectId ?? '',
    input: json(entry.input),
    before: json(audit?.before),
    after: json(audit?.after),
    code: entry.code,
    request_id: entry.requestId,
    duration_ms: Math.round(entry.durationMs),
  }))
  return (besides ? tx.with('besides', () => besides) : tx).insertInto('operation_logs').values(rows)
}

export const writeOperationLog = async (tx: Kysely<DB>, entry: Logged): Promise<void> => void (await operationLog(tx, entry).execute())
