import { sql } from 'kysely'
import type { Database, TenantTx } from '#platform/database/db'

/** Ends sessions; returns how many were open. */
export async function endSessions(
  tx: Parameters<Parameters<Database['acrossTenants']>[0]>[0],
  which: { tenantId: string; userId?: string; driverId?: string; sessionId?: string; exceptSessionId?: string },
  reason: 'SIGN_OUT' | 'REVOKED' | 'IDLE' | 'PASSWORD' | 'DISABLED',
): Promise<number> {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('tenant_id', '=', which.tenantId)
    .where('ended_at', 'is', null)
    .$if(which.userId !== undefined, (q) => q.where('user_id', '=', which.userId!))
    .$if(which.driverId !== undefined, (q) => q.where('driver_id', '=', which.driverId!))
    .$if(which.sessionId !== undefined, (q) => q.where('session_id', '=', which.sessionId!))
    .$if(which.exceptSessionId !== undefined, (q) => q.where('session_id', '<>', which.exceptSessionId!))
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

/** Ends one open session, of this user where one is named; its token's hash, or undefined where there is none. */
export const endSession = (tx: TenantTx, { sessionId, userId }: { sessionId: string; userId?: string }, reason: 'SIGN_OUT' | 'REVOKED') =>
  tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, end_reason: reason })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .$if(userId !== undefined, (q) => q.where('user_id', '=', userId!))
    .returning('token_hash')
    .executeTakeFirst()
