import type { pointCalls, PointOffer } from '@chauffeur/contract/customer/points'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { findTemplate, issueCoupons, receivers, shareOut, templatesForPoints } from '#areas/pricing/coupon'
import type { TenantDb } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import type { WriteContext } from '#platform/http/implement'
import { dayInChina } from '#platform/values/local-clock'
import { debit, endOver, lockAccounts } from '../points/index.ts'
import { couponEnds, standingOf } from './standing.queries.ts'

type Failure = Exclude<(typeof pointCalls.redeem.failures)[number], 'customer.notFound'>
type Bought = Pick<ParsedInputOf<typeof pointCalls.redeem>, 'couponTemplateId' | 'pricePoints'>

/** `operator`: on whose behalf nobody has to be asked; of a customer who redeems by themselves without a name. */
type Redeeming = Pick<WriteContext<Failure>, 'tx' | 'audit' | 'fail'> & { operator: { userId: string | null; realName: string } }

/** What a customer has, what of it ends next, and what they could have for it. */
export async function pointsOf(db: TenantDb, customerId: string, now: Date) {
  const [points, templates] = await Promise.all([standingOf(db, customerId, now), templatesForPoints(db)])
  const offers = await Promise.all(
    templates.map(async (row): Promise<PointOffer> => {
      const issuing = {
        status: row.status,
        from: row.valid_from,
        to: row.valid_to,
        daysAfterGrant: row.days_after_grant,
        totalIssue: row.total_issue,
        issued: row.issued_count,
        perUserLimit: row.per_user_limit,
        groupIds: row.group_ids,
      }
      const found = await receivers(db, row.coupon_template_id, { customerIds: [customerId], groupIds: row.group_ids, occasion: null })
      const refused = found.length === 0 ? 'couponGrant.customerGone' : shareOut(issuing, found, now).refused.get(customerId)
      const pricePoints = row.price_points!
      return {
        couponTemplateId: row.coupon_template_id,
        name: row.name,
        type: row.type,
        faceFen: row.face_fen,
        rateBp: row.rate_bp,
        maxFen: row.max_fen,
        minSubtotalFen: row.min_subtotal_fen,
        validFrom: row.valid_from?.toISOString() ?? null,
        validTo: row.valid_to?.toISOString() ?? null,
        daysAfterGrant: row.days_after_grant,
        pricePoints,
        problem: refused ?? (points.balance < pricePoints ? 'points.tooFew' : null),
      }
    }),
  )
  return { customerId, ...points, offers }
}

/** A coupon for points: both in one transaction, under the lock of the account, so that nobody spends what another window spends meanwhile. */
export async function redeemPoints(customerId: string, { couponTemplateId, pricePoints: seen }: Bought, context: Redeeming) {
  const { tx, operator, audit, fail } = context
  const all = whole(tx)
  const now = new Date()
  const account = (await lockAccounts(all, [customerId])).get(customerId) ?? fail('couponGrant.customerGone')
  await endOver(all, account, now)
  const shown = (await findTemplate(tx, couponTemplateId)) ?? fail('couponTemplate.notFound')
  // Whoever has too few keeps nobody else waiting at the template.
  if (shown.price_points !== null && shown.price_points === seen && account.balance < seen)
    return fail('points.tooFew', { balance: account.balance, needed: seen })
  // The template is locked from here on, and its price with it.
  const { granted, refused } = await issueCoupons(all, couponTemplateId, [customerId], { way: 'POINTS', by: operator })
  const { price_points: price, name } = (await findTemplate(tx, couponTemplateId))!
  if (price === null) return fail('points.notForPoints')
  if (price !== seen) return fail('points.otherPrice', { pricePoints: price })
  const couponId = granted.get(customerId) ?? fail(refused.get(customerId)!)
  if (account.balance < price) return fail('points.tooFew', { balance: account.balance, needed: price })
  await debit(all, account, price, { event: 'REDEEMED', ref: couponId, day: dayInChina(now), about: name, by: operator })
  audit({ object: 'coupon', objectId: couponId, after: { name, customerId, points: price, balance: account.balance } })
  const expiresAt = (await couponEnds(all, couponId)).toISOString()
  return { couponId, name, expiresAt, spent: price, balance: account.balance }
}
