import { sql } from 'kysely'
import type { PlatformDb } from '#platform/database/db'

interface UserKey {
  tenant_id: string
  user_id: string
}

/** Notes the step of a code that was accepted; false when it, or a later one, was used in the meantime. */
export async function spendStep(tx: PlatformDb, who: UserKey, step: number): Promise<boolean> {
  const spent = await tx
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('tenant_id', '=', who.tenant_id)
    .where('user_id', '=', who.user_id)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', String(step))]))
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

/** Uses a recovery code up; false when there is no such code left. */
export async function spendRecoveryCode(tx: PlatformDb, who: UserKey, hash: Buffer): Promise<boolean> {
  const spent = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('tenant_id', '=', who.tenant_id)
    .where('user_id', '=', who.user_id)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}
