import { couponCalls } from '@chauffeur/contract/pricing/coupon'
import { findCustomerByPhone } from '#areas/customer/card'
import { couponDetails, couponList, couponShown, recommendDiscounts, redeemedCodes } from '#areas/pricing/discount'
import { tripOfQuote } from '#areas/pricing/quote'
import { forgetGuess, guessesOf, guessLock, insertGuess, normalCode, redeemCode } from '#areas/pricing/redeem'
import type { WholeTx } from '#platform/database/db'
import { implement } from '#platform/http/implement'
import { wholeTenant } from '#platform/database/scope'
import { whole } from '#platform/database/whole-tenant'
import { userOf } from '#areas/customer/card'

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
    const { tenantId, userId } = operator
    const now = new Date()
    const guesser = { tenantId, userId, phone: input.phone }
    // In transactions of their own: a refusal takes the call's back, and codes that are tried at once have to count each other.
    const apart = <T>(work: (tx: WholeTx) => Promise<T>) => platform.db.apart(wholeTenant(tenantId), work)
    const guessId = await apart((tx) => insertGuess(tx, guesser))
    const retryAfterS = guessLock(await apart((tx) => guessesOf(tx, { ...guesser, guessId })), now)
    if (retryAfterS !== null) {
      await apart((tx) => forgetGuess(tx, guessId))
      return fail('coupon.tooManyGuesses', { retryAfterS })
    }
    const redeemed = await redeemCode(db, normalCode(input.code), customer.customer_id, { userId, realName: operator.realName }, now)
    if ('problem' in redeemed) {
      if (redeemed.problem !== 'coupon.codeUnknown') await apart((tx) => forgetGuess(tx, guessId))
      return fail(redeemed.problem)
    }
    await forgetGuess(whole(db), guessId)
    const coupon = (await couponShown(db, input.phone, redeemed.couponId))!
    audit({ object: 'coupon', objectId: coupon.couponId, after: coupon })
    return coupon
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
