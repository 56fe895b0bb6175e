import * as z from 'zod'
import { membersAfter } from '#areas/customer/standing'
import { Refused } from '#platform/http/implement'
import { defineJob } from '#platform/jobs/kind'
import { findTemplate, type IssueProblem, issueCoupons, mayKeep } from '../coupon/index.ts'
import { lockGrant, noteGrant } from './grant.queries.ts'

/** In one transaction: others who issue coupons of the template wait for it. */
const STEP = 500

/** Gives everybody of a group a coupon. Where it came to is written with what it gave: cut off and begun again, nobody gets two. */
export const groupGrant = defineJob({
  name: 'pricing.groupGrant',
  authority: 'coupon.grant',
  input: z.object({ grantId: z.string() }),
  atOnce: { process: 1, tenant: 2 },
  retries: { times: 3, afterS: 10 },
  keepDays: 90,
  run: async (run) => {
    const { grantId } = run.input
    const why = new Map<IssueProblem | 'couponGrant.customerGone', number>()
    for (let over = false; !over; ) {
      run.signal.throwIfAborted()
      const operator = await run.asker()
      const step = await run.write(async (tx) => {
        const grant = await lockGrant(tx, grantId)
        if (!grant || grant.ended_at) return { over: true, asked: grant?.asked ?? 0, refused: [] }
        const template = await findTemplate(tx, grant.coupon_template_id)
        if (!template || !mayKeep(template, operator.scope)) throw new Refused('couponTemplate.beyondCities')
        const customerIds = await membersAfter(tx, grant.group_id, grant.after_customer_id, STEP)
        const { granted, refused } = await issueCoupons(tx, grant.coupon_template_id, customerIds, {
          way: 'GROUP',
          occasion: `GRANT:${grantId}`,
          grantId,
          by: { userId: grant.created_by, realName: grant.created_by_name },
        })
        await noteGrant(tx, grantId, { asked: customerIds.length, granted: granted.size, after: customerIds.at(-1) ?? null })
        return { over: customerIds.length === 0, asked: grant.asked + customerIds.length, refused: [...refused.values()] }
      })
      for (const problem of step.refused) why.set(problem, (why.get(problem) ?? 0) + 1)
      run.progress(step.asked)
      over = step.over
    }
    const grant = await (await run.read())
      .selectFrom('coupon_grants')
      .select(['asked', 'granted'])
      .where('coupon_grant_id', '=', grantId)
      .executeTakeFirst()
    return { data: { grantId, asked: grant?.asked ?? 0, granted: grant?.granted ?? 0, refused: Object.fromEntries(why) } }
  },
})
