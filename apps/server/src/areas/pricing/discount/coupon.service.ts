import type { CouponState } from '@chauffeur/contract/pricing/coupon'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Round } from '#platform/jobs/rounds'
import {
  couponOfPhone,
  couponScope,
  couponsOfPhone,
  expireDue,
  grantForCode,
  lockRedeemCode,
  type OwnedCoupon,
  ownsOf,
  redeemedBy,
} from './coupon.queries.ts'
import { type CodeProblem, codeProblem, validityOf } from './redeem.rules.ts'

const couponView = (row: OwnedCoupon) => ({
  couponId: row.coupon_id,
  name: row.name,
  type: row.type,
  faceFen: row.face_fen,
  rateBp: row.rate_bp,
  maxFen: row.max_fen,
  minSubtotalFen: row.min_subtotal_fen,
  state: row.state,
  validFrom: row.valid_from.toISOString(),
  expiresAt: row.valid_to.toISOString(),
  grantedAt: row.granted_at.toISOString(),
  orderId: row.order_id,
  orderNo: row.order_no ?? '',
  usedAt: row.used_at?.toISOString() ?? null,
  discountFen: row.discount_fen,
})

/** Every coupon of a telephone's owner; usable ones first. */
export const couponList = async (db: TenantDb, phone: string, state?: number) => (await couponsOfPhone(db, phone, state)).map(couponView)

/** One coupon of a telephone's owner with where it may be used; null where it is not theirs. */
export async function couponDetails(db: TenantDb, phone: string, couponId: string) {
  const row = await couponOfPhone(db, phone, couponId)
  if (!row) return null
  const scope = await couponScope(db, couponId)
  return {
    ...couponView(row),
    cityNames: scope.city_names,
    channelNames: scope.channel_names,
    serviceTypes: scope.service_types,
    bands: scope.bands,
    fenceNames: scope.fence_names,
    newCustomerOnly: scope.new_customer_only,
    funder: scope.funder,
    redeemCode: scope.code ? maskCode(scope.code) : '',
  }
}

const maskCode = (code: string) => `${'*'.repeat(Math.max(0, code.length - 4))}${code.slice(-4)}`

/** Codes a telephone's owner has redeemed, newest first. */
export const redeemedCodes = async (db: TenantDb, phone: string) =>
  (await redeemedBy(db, phone)).map((row) => ({
    code: maskCode(row.code),
    couponId: row.coupon_id,
    name: row.name,
    redeemedAt: row.used_at!.toISOString(),
    redeemedBy: row.redeemed_name,
    couponState: row.state as CouponState,
    expiresAt: row.valid_to.toISOString(),
  }))

/** Makes a coupon of a code (as `normalCode` writes it), once; or says why not. */
export async function redeemCode(
  tx: TenantTx,
  code: string,
  customer: { customerId: string; phone: string },
  by: { userId: string; realName: string },
  now: Date,
): Promise<{ coupon: ReturnType<typeof couponView> } | { problem: 'coupon.codeUnknown' | CodeProblem }> {
  const found = await lockRedeemCode(tx, code)
  if (!found) return { problem: 'coupon.codeUnknown' }
  const template = {
    status: found.status,
    from: found.template_from,
    to: found.template_to,
    daysAfterGrant: found.days_after_grant,
    totalIssue: found.total_issue,
    issued: found.issued_count,
    perUserLimit: found.per_user_limit,
  }
  const owns = await ownsOf(tx, customer.customerId, found.coupon_template_id)
  const problem = codeProblem(
    { customerId: found.customer_id, validFrom: found.valid_from, validTo: found.valid_to, used: found.used_at !== null },
    template,
    customer.customerId,
    owns,
    now,
  )
  if (problem) return { problem }
  const couponId = await grantForCode(tx, found, { customerId: customer.customerId, ...validityOf(template, now), by })
  return { coupon: couponView((await couponOfPhone(tx, customer.phone, couponId))!) }
}

/** Marks coupons and rights whose time has passed; held ones stay with their order. */
export const expiry: Round = { name: 'pricing.expiry', everyS: 60, work: ({ db }) => expireDue(db) }
