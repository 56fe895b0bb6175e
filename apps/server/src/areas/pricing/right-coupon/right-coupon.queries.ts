import { sql } from 'kysely'
import { COUPON_TEMPLATE_STATUS } from '@chauffeur/contract/pricing/coupon'
import type { TenantDb, TenantTx } from '#platform/database/db'

const MAPPED = [
  't.coupon_template_id as couponTemplateId',
  't.name',
  't.status',
  't.funder',
  't.funder_channel_id as funderChannelId',
  't.valid_from as validFrom',
  't.valid_to as validTo',
  't.days_after_grant as daysAfterGrant',
] as const
const templates = (db: TenantDb) => db.selectFrom('coupon_templates as t').select(MAPPED)

/** What comes with a right, as it was set. */
export const couponsOfRight = (db: TenantDb, rightId: string) =>
  templates(db)
    .innerJoin('right_coupons as m', (on) =>
      on.onRef('m.tenant_id', '=', 't.tenant_id').onRef('m.coupon_template_id', '=', 't.coupon_template_id'),
    )
    .select('m.created_by_name as setByName')
    .where('m.right_id', '=', rightId)
    .orderBy('t.coupon_template_id')
    .execute()

/** Those that have one of these names, or one of these numbers. */
export const templatesCalled = (db: TenantDb, words: readonly string[]) =>
  templates(db)
    .where(sql<boolean>`(t.name = any (${words}::text[]) or t.coupon_template_id::text = any (${words}::text[]))`)
    .where('t.status', '<>', COUPON_TEMPLATE_STATUS.deleted)
    .execute()
export const rightOfNo = async (db: TenantDb, rightNo: string): Promise<string | undefined> =>
  (await db.selectFrom('right_configs').select('right_id').where('right_no', '=', rightNo).executeTakeFirst())?.right_id

/** Those of the ids that are there. */
export const templatesNamed = (db: TenantDb, ids: readonly string[]) =>
  templates(db)
    .where('t.coupon_template_id', '=', sql<string>`any (${ids}::bigint[])`)
    .where('t.status', '<>', COUPON_TEMPLATE_STATUS.deleted)
    .execute()

export async function setCoupons(
  tx: TenantTx,
  { tenantId, rightId, by }: { tenantId: string; rightId: string; by: { userId: string; realName: string } },
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('right_coupons')
    .where('right_id', '=', rightId)
    .where('coupon_template_id', '<>', sql<string>`all (${ids}::bigint[])`)
    .execute()
  if (ids.length === 0) return
  await tx
    .insertInto('right_coupons')
    .values(
      ids.map((coupon_template_id) => ({
        tenant_id: tenantId,
        right_id: rightId,
        coupon_template_id,
        created_by: by.userId,
        created_by_name: by.realName,
      })),
    )
    .onConflict((on) => on.columns(['tenant_id', 'right_id', 'coupon_template_id']).doNothing())
    .execute()
}
