import { couponCalls } from '@chauffeur/contract/call-centre-coupon'
import { findCustomerByPhone } from '#areas/customer'
import {
  couponDetails,
  couponList,
  guessesOf,
  guessLock,
  insertGuess,
  normalCode,
  recommendDiscounts,
  redeemCode,
  redeemedCodes,
  tripOfQuote,
} from '#areas/pricing'
import { implement } from '#platform/implement'
import { wholeTenant } from '#platform/scope'
import { userOf } from './discount.view.ts'

export const couponRoutes = implement(
  'callCentre',
  couponCalls,
)({
  couponList: async ({ input, forCaller }) => ({
    rows: await couponList(await forCaller(input.phone), input.phone, input.state === undefined ? undefined : Number(input.state)),
  }),
  couponDetail: async ({ input, forCaller, fail }) =>
    (await couponDetails(await forCaller(input.phone), input.phone, input.couponId)) ?? fail('coupon.notFound'),
  couponRedeem: async ({ input, db, forCaller, operator, platform, fail, audit }) => {
    await forCaller(input.phone)
    const customer = await findCustomerByPhone(db, input.phone)
    if (!customer) return fail('coupon.customerUnknown')
    const now = new Date()
    const retryAfterS = guessLock(await guessesOf(db, input.phone, operator.userId), now)
    if (retryAfterS !== null) return fail('coupon.tooManyGuesses', { retryAfterS })
    const { tenantId, userId } = operator
    const redeemed = await redeemCode(
      db,
      normalCode(input.code),
      { customerId: customer.customer_id, phone: input.phone },
      { userId, realName: operator.realName },
      now,
    )
    if ('refusal' in redeemed) {
      // In a transaction of its own: the refusal takes this one back.
      if (redeemed.refusal === 'coupon.codeUnknown')
        await platform.db.write(wholeTenant(tenantId), (tx) => insertGuess(tx, { tenantId, phone: input.phone, userId }))
      return fail(redeemed.refusal)
    }
    audit({ object: 'coupon', objectId: redeemed.coupon.couponId, after: redeemed.coupon })
    return redeemed.coupon
  },
  couponRedeemList: async ({ input, forCaller }) => ({ rows: await redeemedCodes(await forCaller(input.phone), input.phone) }),
  recommendCoupons: async ({ input, forCaller, request, fail }) => {
    const db = await forCaller(input.phone)
    const [customer, quote] = await Promise.all([findCustomerByPhone(db, input.phone), tripOfQuote(db, input.quoteId)])
    if (!quote) return fail('coupon.quoteUnknown')
    if (!customer) return { best: null, rows: [], unusable: [] }
    const use = userOf(quote.trip, customer, new Date())
    return recommendDiscounts(db, customer.customer_id, { use, priced: quote.priced }, request.english ? 'en' : 'zh')
  },
})
