import { sql } from 'kysely'
import type { TenantTx } from '#platform/database/db'

type State = 'USED' | 'AUDIT_FAILED'
const turn = async (tx: TenantTx, orderId: string, from: State, to: State): Promise<void> => {
  await tx.updateTable('right_uses').set({ state: to }).where('order_id', '=', orderId).where('state', '=', from).execute()
}
/** The audit found that this was no use: the partner owes nothing for it. */
export const failUse = (tx: TenantTx, orderId: string) => turn(tx, orderId, 'USED', 'AUDIT_FAILED')
/** It was one after all. */
export const passUse = (tx: TenantTx, orderId: string) => turn(tx, orderId, 'AUDIT_FAILED', 'USED')

/** The customer had no part in what was wrong: they may use the right again. The caller sees to it that this is done once. */
export async function returnUse(tx: TenantTx, orderId: string): Promise<void> {
  await sql`
    update right_grants g set used_times = g.used_times - 1, version = g.version + 1, used_m = g.used_m - u.used_m,
      used_fen = g.used_fen - case when u.reserved_fen > 0 then u.covered_fen else 0 end,
      state = case when g.state <> 'EXHAUSTED' then g.state when r.valid_to <= now() then 'EXPIRED' else 'ACTIVE' end
    from right_uses u, right_configs r
    where u.order_id = ${orderId}::bigint and u.state = 'AUDIT_FAILED' and g.tenant_id = u.tenant_id and g.right_grant_id = u.right_grant_id
      and r.tenant_id = g.tenant_id and r.right_id = g.right_id`.execute(tx)
}
