import type { CouponState } from '@chauffeur/contract/pricing/coupon'
import type { TenantDb } from '#platform/database/db'
import type { Round } from '#platform/jobs/rounds'
import { couponOfPhone, couponScope, couponsOfPhone, expireDue, type OwnedCoupon, redeemedBy } from './coupon.queries.ts'

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

/** One coupon of a telephone's owner, as it stands on their list. */
export async function couponShown(db: TenantDb, phone: string, couponId: string) {
  const row = await couponOfPhone(db, phone, couponId)
  return row ? couponView(row) : null
}

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

/** Marks coupons and rights whose time has passed; held ones stay with their order. */
export const expiry: Round = { name: 'pricing.expiry', everyS: 60, work: ({ db }) => expireDue(db) }
