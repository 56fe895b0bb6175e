import { sql } from 'kysely'
import type { TenantDb, TenantTx, WholeTx } from '#platform/database/db'

/** Of two who redeem a code at once one gets it. */
export const lockRedeemCode = (tx: TenantTx, code: string) =>
  tx
    .selectFrom('redeem_codes as r')
    .leftJoin('redeem_batches as b', (on) =>
      on.onRef('b.tenant_id', '=', 'r.tenant_id').onRef('b.redeem_batch_id', '=', 'r.redeem_batch_id'),
    )
    .select([
      'r.redeem_code_id as redeemCodeId',
      'r.redeem_batch_id as redeemBatchId',
      'r.coupon_template_id as couponTemplateId',
      'r.customer_id as customerId',
      'r.valid_from as validFrom',
      'r.valid_to as validTo',
      sql<boolean>`r.used_at is not null`.as('used'),
      sql<boolean>`coalesce(b.locked, false)`.as('locked'),
    ])
    .where('r.code', '=', code)
    .forUpdate('r')
    .executeTakeFirst()
type CodeDb = NonNullable<Awaited<ReturnType<typeof lockRedeemCode>>>

/** A code became a coupon: with the code, its batch counts it. */
export async function spendCode(
  tx: TenantTx,
  code: Pick<CodeDb, 'redeemCodeId' | 'redeemBatchId'>,
  of: { couponId: string; customerId: string; by: { userId: string; realName: string } },
): Promise<void> {
  await tx
    .updateTable('redeem_codes')
    .set({
      coupon_id: of.couponId,
      used_by: of.customerId,
      used_at: sql<Date>`now()`,
      redeemed_by: of.by.userId,
      redeemed_name: of.by.realName,
    })
    .where('redeem_code_id', '=', code.redeemCodeId)
    .execute()
  if (code.redeemBatchId !== null)
    await tx.updateTable('redeem_batches').set({ used: sql<number>`used + 1` }).where('redeem_batch_id', '=', code.redeemBatchId).execute()
}

/** Wrong codes of the last hour beside this one: for this telephone, and by this operator for whomever. */
export async function guessesOf(
  db: TenantDb,
  { phone, userId, guessId }: { phone: string; userId: string; guessId: string },
): Promise<{ phone: number; operator: number; oldest: Date | null }> {
  return db
    .selectFrom('redeem_guesses')
    .select([
      sql<number>`(count(*) filter (where phone = ${phone}))::int`.as('phone'),
      sql<number>`(count(*) filter (where user_id = ${userId}))::int`.as('operator'),
      sql<Date | null>`min(at)`.as('oldest'),
    ])
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .where((eb) => eb.or([eb('phone', '=', phone), eb('user_id', '=', userId)]))
    .where('guess_id', '<>', guessId)
    .executeTakeFirstOrThrow()
}
export const insertGuess = async (tx: TenantTx, guess: { tenantId: string; phone: string; userId: string }): Promise<string> =>
  (
    await tx
      .insertInto('redeem_guesses')
      .values({ tenant_id: guess.tenantId, phone: guess.phone, user_id: guess.userId })
      .returning('guess_id')
      .executeTakeFirstOrThrow()
  ).guess_id
export const forgetGuess = (tx: WholeTx, guessId: string) => tx.deleteFrom('redeem_guesses').where('guess_id', '=', guessId).execute()
