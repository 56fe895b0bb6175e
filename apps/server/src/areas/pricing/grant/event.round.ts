import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import { each } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { issueCoupons } from '../coupon/index.ts'
import { campaigns, dueOf } from './event.queries.ts'

const AT_ONCE = 500

/** Coupons that come by themselves, once to a customer for what brought them. */
export async function grantByEvent({ db }: Pick<Platform, 'db'>): Promise<void> {
  await each(await db.acrossTenants(campaigns), async ({ tenantId, ...campaign }) => {
    const due = await dueOf(db.reader(wholeTenant(tenantId)), campaign, AT_ONCE)
    for (const [occasion, of] of Map.groupBy(due, (one) => one.occasion))
      await db.write(wholeTenant(tenantId), (tx) =>
        issueCoupons(
          tx,
          campaign.couponTemplateId,
          of.map(({ customerId }) => customerId),
          { way: 'EVENT', occasion, by: { userId: null, realName: '' } },
        ),
      )
  })
}

export const couponEvents: Round = { name: 'pricing.couponEvents', everyS: 60, work: grantByEvent }
