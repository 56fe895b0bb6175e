import type { couponGrantCalls } from '@chauffeur/contract/pricing/coupon-grant'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { listedGroup } from '#areas/customer/group'
import { givePointsBack, lockPoints } from './points-back.service.ts'
import { whole } from '#platform/database/whole-tenant'
import type { WriteContext } from '#platform/http/implement'
import { type CouponTemplateDb, findTemplate, issueCoupons, mayKeep, templateProblem } from '../coupon/index.ts'
import { grantedView } from './grant.list.ts'
import { groupGrant } from './grant.job.ts'
import { findCoupon, insertGrant, revokeCoupon } from './grant.queries.ts'

type Calls = typeof couponGrantCalls
type WriteContextOf<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]>

/** A template that somebody may give out now. */
async function toGive({ tx, scope, fail }: WriteContextOf<'give'>, couponTemplateId: string): Promise<CouponTemplateDb> {
  const template = (await findTemplate(tx, couponTemplateId)) ?? fail('couponTemplate.notFound')
  if (!mayKeep(template, scope)) return fail('couponTemplate.beyondCities')
  const problem = templateProblem({ status: template.status, to: template.valid_to }, new Date())
  return problem ? fail(problem) : template
}

export async function give(input: ParsedInputOf<Calls['give']>, context: WriteContextOf<'give'>) {
  const { tx, operator, audit } = context
  const template = await toGive(context, input.couponTemplateId)
  const { granted, refused } = await issueCoupons(tx, input.couponTemplateId, input.customerIds, { way: 'HAND', by: operator })
  const problems = [...refused].map(([customerId, problem]) => ({ customerId, problem }))
  audit({
    object: 'couponTemplate',
    objectId: input.couponTemplateId,
    after: { name: template.name, granted: Object.fromEntries(granted), refused: problems },
  })
  return { granted: granted.size, refused: problems }
}

export async function giveGroup(input: ParsedInputOf<Calls['giveGroup']>, context: WriteContextOf<'giveGroup'>) {
  const { tx, operator, platform, audit, fail } = context
  const { couponTemplateId, groupId, reason } = input
  const template = await toGive(context as WriteContextOf<'give'>, couponTemplateId)
  const group = (await listedGroup(tx, groupId)) ?? fail('customerGroup.notFound')
  const { tenantId } = operator
  const grantId = await insertGrant(tx, { tenantId, couponTemplateId, groupId, groupName: group.name, reason, by: operator })
  const jobId = await platform.jobs.ask(tx, groupGrant, {
    operator,
    tenantId,
    title: { zh: `向「${group.name}」发放优惠券 ${template.name}`, en: `Coupon ${template.name} for ${group.name}` },
    reason,
    input: { grantId },
    total: group.members,
  })
  audit({
    object: 'couponTemplate',
    objectId: couponTemplateId,
    after: { name: template.name, groupId, groupName: group.name, reason, grantId },
  })
  return { grantId, jobId }
}

export async function revoke({ couponId, reason }: ParsedInputOf<Calls['revoke']>, context: WriteContextOf<'revoke'>) {
  const { tx, operator, scope, audit, fail } = context
  const coupon = (await findCoupon(tx, couponId)) ?? fail('coupon.notFound')
  if (!mayKeep(coupon, scope)) return fail('couponTemplate.beyondCities')
  // Points are locked before coupons, as by whoever redeems or merges.
  const paid = coupon.way === 'POINTS' ? await lockPoints(whole(tx), { couponId, customerId: coupon.customer_id }) : undefined
  if (!(await revokeCoupon(tx, couponId, { by: operator, reason }))) return fail('couponGrant.inHand')
  if (paid) await givePointsBack(whole(tx), paid, { couponId, name: coupon.template_name, reason, by: operator })
  const revoked = (await findCoupon(tx, couponId))!
  audit({ object: 'coupon', objectId: couponId, before: { state: coupon.state }, after: { state: revoked.state, reason } })
  return grantedView(revoked, context)
}
