import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { CheckKind } from './duty.rules.ts'

/** When each kind of check was last passed. */
export async function lastPassed(db: TenantDb, driverId: string): Promise<Partial<Record<CheckKind, Date>>> {
  const { rows } = await sql<{ kind: CheckKind; at: Date }>`
    select kind, max(at) as at from driver_checks where driver_id = ${driverId}::bigint and result = 'PASS' group by kind`.execute(db)
  return Object.fromEntries(rows.map(({ kind, at }) => [kind, at]))
}

export const recordCheck = (
  tx: TenantTx,
  check: { tenantId: string; driverId: string; kind: CheckKind; result: 'PASS' | 'FAIL' | 'ERROR'; reason: string; provider: string },
) =>
  tx
    .insertInto('driver_checks')
    .values({
      tenant_id: check.tenantId,
      driver_id: check.driverId,
      kind: check.kind,
      result: check.result,
      reason: check.reason,
      provider: check.provider,
    })
    .execute()
