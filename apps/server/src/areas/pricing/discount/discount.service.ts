import { COUPON_STATE } from '@chauffeur/contract/pricing/coupon'
import type { UnusableReason } from '@chauffeur/contract/pricing/discount'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Fail } from '#platform/http/implement'
import {
  activeGrants,
  type CouponDb,
  couponOfOrder,
  findCoupon,
  findGrant,
  type GrantDb,
  grantedCoupons,
  holdCoupon,
  lockCoupon,
  lockGrant,
  releaseCoupon,
  releaseRight,
  reservedGrant,
  reserveRight,
  spendCoupon,
  spendRight,
  usesToday,
} from './discount.queries.ts'
import { leftOf, limitsOf, reservedOf, usedUp } from './right-unit.rules.ts'
import { byAdvantage, type Limits, termsOf, unusable, type Use } from './discount-choice.rules.ts'
import type { Words } from '../price/index.ts'
import { fencesNear } from '../rate/index.ts'
import { fencesAround } from '../rate/index.ts'
import type { Discount, PricedTrip } from '../price/index.ts'
import { reasonWords, refusalWords, whyHere } from './recommend.rules.ts'

export interface Chosen {
  couponId?: string | undefined
  rightGrantId?: string | undefined
}
/** Where and when something is to be used; which fences are around the pick-up is looked up when a coupon asks for one. */
export interface UsedOn extends Omit<Use, 'fenceIds'> {
  pickup: { lat: number; lng: number } | null
}
export interface User extends UsedOn {
  /** Null where nobody is known yet: who has no row has no coupon either. */
  customerId: string | null
}
type FailDiscount = Fail<'pricing.oneDiscount' | 'pricing.couponUnusable' | 'pricing.rightUnusable'>

async function asUsed(db: TenantDb, on: UsedOn, limits: readonly (Pick<Limits, 'fenceIds'> | undefined)[]): Promise<Use> {
  if (!limits.some((limit) => limit && limit.fenceIds.length > 0)) return { ...on, fenceIds: [] }
  const near = await fencesNear(db, on.cityId, on.departAt, on.pickup ? [on.pickup] : [])
  return { ...on, fenceIds: fencesAround(near, { ...on, departAt: on.departAt.getTime() }) }
}

/** What the chosen coupon or right is worth to this customer on this trip, or why it cannot be used. Nothing is held. */
export async function discountFor(db: TenantDb, chosen: Chosen, user: User, fail: FailDiscount): Promise<{ discount?: Discount }> {
  if (chosen.couponId && chosen.rightGrantId) return fail('pricing.oneDiscount')
  if (chosen.couponId) {
    const coupon = await findCoupon(db, chosen.couponId)
    const reason = couponReason(coupon, user.customerId, await asUsed(db, user, [coupon]))
    return reason ? couponRefused(reason, coupon, fail) : { discount: couponDiscount(coupon!) }
  }
  if (chosen.rightGrantId) {
    const grant = await findGrant(db, chosen.rightGrantId)
    const reason = grantReason(grant, user.customerId, await asUsed(db, user, []))
    return reason ? rightRefused(reason, grant, fail) : { discount: rightDiscount(grant!) }
  }
  return {}
}

/** Holds the coupon or a use of the right for an order, under their row locks. Of two orders at once one gets it. */
export async function holdDiscount(tx: TenantTx, chosen: Chosen, user: User, orderId: string, fail: FailDiscount): Promise<void> {
  if (chosen.couponId && chosen.rightGrantId) fail('pricing.oneDiscount')
  if (chosen.couponId) {
    const coupon = await lockCoupon(tx, chosen.couponId)
    const reason = couponReason(coupon, user.customerId, await asUsed(tx, user, [coupon]))
    if (reason) couponRefused(reason, coupon, fail)
    await holdCoupon(tx, chosen.couponId, orderId)
  }
  if (chosen.rightGrantId) {
    // Read again under the lock: what the customer's other grants used meanwhile is in none of the locked rows.
    const grant = (await lockGrant(tx, chosen.rightGrantId)) && (await findGrant(tx, chosen.rightGrantId))
    const reason = grantReason(grant, user.customerId, await asUsed(tx, user, []))
    if (reason) rightRefused(reason, grant, fail)
    if (grant!.dailyStock !== null && (await usesToday(tx, grant!.rightId, user.utcOffsetMinutes)) >= grant!.dailyStock)
      rightRefused('TAKEN', grant, fail)
    await reserveRight(tx, grant!, orderId, reservedOf(grant!))
  }
}

/** What an order holds. */
export async function heldDiscount(db: TenantDb, order: { order_id: string } & OrderChoice): Promise<Discount | undefined> {
  const coupon = order.coupon_id ? await couponOfOrder(db, order.order_id) : undefined
  if (coupon) return couponDiscount(coupon)
  const grant = order.right_grant_id ? await reservedGrant(db, order.order_id) : undefined
  return grant && { kind: 'right', cover: grant.cover, excess: grant.excess, ...limitsOf(grant.unit, grant) }
}
interface OrderChoice {
  coupon_id: string | null
  right_grant_id: string | null
}

/** The order ended without a bill: what it held is the customer's again. */
export async function releaseDiscount(tx: TenantTx, order: { order_id: string } & OrderChoice): Promise<void> {
  if (order.coupon_id) await releaseCoupon(tx, order.order_id)
  if (order.right_grant_id) await releaseRight(tx, order.order_id)
}

/** The next order of a booking takes over what the one before it gave back in this transaction. */
export async function carryDiscount(tx: TenantTx, next: { order_id: string } & OrderChoice): Promise<void> {
  if (next.coupon_id) await holdCoupon(tx, next.coupon_id, next.order_id)
  const grant = next.right_grant_id ? await lockGrant(tx, next.right_grant_id) : undefined
  if (grant && leftOf(grant) > 0) await reserveRight(tx, grant, next.order_id, reservedOf(grant))
}

/** The bill is final: what took something off is used up, also when nothing is left to pay; what did not is given back. */
export async function settleDiscount(tx: TenantTx, order: { order_id: string } & OrderChoice, priced: PricedTrip): Promise<void> {
  const takes = (type: 'COUPON' | 'RIGHTS') => priced.lines.some((line) => line.type === type)
  const coupon = order.coupon_id && takes('COUPON') ? await couponOfOrder(tx, order.order_id) : undefined
  if (coupon) await spendCoupon(tx, coupon, priced.discountFen)
  else if (order.right_grant_id && takes('RIGHTS'))
    await spendRight(tx, order.order_id, { fen: priced.discountFen, m: drivenOnRight(priced) })
  else await releaseDiscount(tx, order)
}

const drivenOnRight = ({ lines }: PricedTrip): number => {
  const rule = lines.find(({ type }) => type === 'RIGHTS')?.rule
  return rule?.kind === 'RIGHT' ? (rule.usedM ?? 0) : 0
}

export interface Quoted {
  use: UsedOn
  priced: (discount: Discount) => PricedTrip
}

/** What a customer may use, best first; with a quote by what it takes off it, and only what may be used on that trip. */
export async function usableDiscounts(db: TenantDb, customerId: string, quoted: Quoted | null) {
  const [coupons, grants] = await Promise.all([grantedCoupons(db, customerId), activeGrants(db, customerId)])
  const use = quoted && (await asUsed(db, quoted.use, coupons))
  return {
    coupons: coupons
      .filter((coupon) => !use || couponReason(coupon, customerId, use) === null)
      .map((coupon) => couponView(coupon, quoted ? quoted.priced(couponDiscount(coupon)).discountFen : null))
      .sort(byAdvantage),
    rights: grants
      .filter((grant) => (use ? grantReason(grant, customerId, use) === null : leftOf(grant) > 0 && !usedUp(grant)))
      .map((grant) => rightView(grant, quoted ? quoted.priced(rightDiscount(grant)).discountFen : null))
      .sort(byAdvantage),
  }
}

/** Everything a customer has, with what it does to a quote: best first, and of the rest why it cannot be used there. */
export async function recommendDiscounts(db: TenantDb, customerId: string, quoted: Quoted, language: keyof Words) {
  const [coupons, grants] = await Promise.all([grantedCoupons(db, customerId), activeGrants(db, customerId)])
  const use = await asUsed(db, quoted.use, coupons)
  const tried = [
    ...coupons.map((coupon) => {
      const priced = quoted.priced(couponDiscount(coupon))
      const row = { kind: 'COUPON' as const, ...couponView(coupon, priced.discountFen) }
      return { row, id: coupon.couponId, refused: refusalWords(couponReason(coupon, customerId, use), priced, coupon) }
    }),
    ...grants.map((grant) => {
      const priced = quoted.priced(rightDiscount(grant))
      const row = { kind: 'RIGHT' as const, ...rightView(grant, priced.discountFen) }
      return {
        row,
        id: grant.rightGrantId,
        refused: refusalWords(grantReason(grant, customerId, use), priced, { ...grant, minSubtotalFen: 0 }),
      }
    }),
  ]
  const usable = tried
    .filter(({ refused }) => refused === null)
    .map(({ row }) => row)
    .sort(byAdvantage)
  const rows = usable.map((row, index) => ({ ...row, why: whyHere(row, usable[0]!, index, use.at)[language] }))
  return {
    best: rows[0] ?? null,
    rows,
    unusable: tried.flatMap(({ row, id, refused }) => (refused ? [{ kind: row.kind, id, name: row.name, why: refused[language] }] : [])),
  }
}

const couponView = (coupon: CouponDb, discountFen: number | null) => ({
  couponId: coupon.couponId,
  name: coupon.name,
  type: couponDiscount(coupon).coupon.type,
  faceFen: coupon.faceFen,
  rateBp: coupon.rateBp,
  minSubtotalFen: coupon.minSubtotalFen,
  expiresAt: coupon.validTo.toISOString(),
  discountFen,
})
const rightView = (grant: GrantDb, discountFen: number | null) => ({
  rightGrantId: grant.rightGrantId,
  name: grant.name,
  unit: grant.unit,
  timesLeft: timesLeft(grant),
  amountLeftFen: grant.unit === 'AMOUNT' ? leftOf(grant) : null,
  distanceLeftM: grant.unit === 'KM' ? leftOf(grant) : null,
  expiresAt: grant.validTo.toISOString(),
  discountFen,
  faceFen: null,
})

/** Of this grant, as far as the right lets one customer use it at all. */
function timesLeft({ times, usedTimes, perUserTimes, userTimes }: GrantDb): number | null {
  const left = Math.min(times === null ? Infinity : times - usedTimes, perUserTimes === 0 ? Infinity : perUserTimes - userTimes)
  return left === Infinity ? null : Math.max(0, left)
}

function couponReason(coupon: CouponDb | undefined, customerId: string | null, use: Use): UnusableReason | null {
  if (!coupon || coupon.customerId !== customerId) return 'NOT_FOUND'
  return coupon.state === COUPON_STATE.granted ? unusable(coupon, use) : 'TAKEN'
}
function grantReason(grant: GrantDb | undefined, customerId: string | null, use: Use): UnusableReason | null {
  if (!grant || grant.customerId !== customerId || grant.rightState !== 'ON') return 'NOT_FOUND'
  if (grant.state !== 'ACTIVE' || leftOf(grant) <= 0) return 'TAKEN'
  if (usedUp(grant)) return 'USER_LIMIT'
  return unusable({ ...grant, channelIds: [], serviceTypes: [], fenceIds: [], newCustomerOnly: false }, use)
}
const couponDiscount = (coupon: CouponDb) => ({ kind: 'coupon' as const, coupon: termsOf(coupon) })
const rightDiscount = (grant: GrantDb) => ({
  kind: 'right' as const,
  cover: grant.cover,
  excess: grant.excess,
  ...limitsOf(grant.unit, reservedOf(grant)),
})
type Refused = Pick<Limits, 'bands'> | undefined
const detailOf = (reason: UnusableReason, of: Refused) => ({ reason, why: reasonWords(reason, of?.bands ?? []) })
const couponRefused = (reason: UnusableReason, of: Refused, fail: FailDiscount): never =>
  fail('pricing.couponUnusable', detailOf(reason, of))
const rightRefused = (reason: UnusableReason, of: Refused, fail: FailDiscount): never => fail('pricing.rightUnusable', detailOf(reason, of))
