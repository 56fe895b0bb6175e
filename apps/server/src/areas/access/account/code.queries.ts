import { sql } from 'kysely'
import type { PlatformDb } from '#platform/database/db'

export interface UserKey {
  tenantId: string
  userId: string
}
export type Purpose = 'CHANGE_PASSWORD' | 'BIND'

const of = (tx: PlatformDb, who: UserKey, purpose: Purpose) =>
  tx.updateTable('account_codes').where('tenant_id', '=', who.tenantId).where('user_id', '=', who.userId).where('purpose', '=', purpose)

export const lockAccountCode = (tx: PlatformDb, who: UserKey, purpose: Purpose) =>
  tx
    .selectFrom('account_codes')
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('tenant_id', '=', who.tenantId)
    .where('user_id', '=', who.userId)
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst()

/** Puts a new code in the place of the last; false when another request sent one in this moment. */
export async function saveCode(tx: PlatformDb, who: UserKey, purpose: Purpose, code: { hash: Buffer; validS: number; resendS: number }) {
  const saved = await tx
    .insertInto('account_codes')
    .values({
      tenant_id: who.tenantId,
      user_id: who.userId,
      purpose,
      code_hash: code.hash,
      sent_at: sql<Date>`clock_timestamp()`,
      expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${code.validS})`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id', 'purpose'])
        .doUpdateSet({
          code_hash: code.hash,
          sent_at: sql<Date>`clock_timestamp()`,
          expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${code.validS})`,
          wrong: 0,
          sent_today: sql<number>`case when account_codes.day_from > now() - interval '1 day' then account_codes.sent_today + 1 else 1 end`,
          day_from: sql<Date>`case when account_codes.day_from > now() - interval '1 day' then account_codes.day_from else now() end`,
        })
        .where(sql<boolean>`account_codes.sent_at <= clock_timestamp() - make_interval(secs => ${code.resendS})`),
    )
    .executeTakeFirst()
  return (saved.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const countWrong = (tx: PlatformDb, who: UserKey, purpose: Purpose) =>
  of(tx, who, purpose)
    .set((eb) => ({ wrong: eb('wrong', '+', 1) }))
    .execute()
export const spendCode = (tx: PlatformDb, who: UserKey, purpose: Purpose) => of(tx, who, purpose).set({ code_hash: null }).execute()
