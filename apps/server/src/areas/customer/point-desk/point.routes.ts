import { customerAppPointCalls, pointCalls } from '@chauffeur/contract/customer/points'
import { implement } from '#platform/http/implement'
import { findCustomerByPhone } from '../card/index.ts'
import { listedCustomer } from '../profile/index.ts'
import { adjustmentList } from './adjust.list.ts'
import { adjustPoints, decideAdjustment, takeBackAdjustment } from './adjust.service.ts'
import { pointRecordList } from './record.list.ts'
import { pointsOf, redeemPoints } from './redeem.service.ts'
import { hasPoints, recordsOf } from './standing.queries.ts'

/** What customers do with their points by themselves. */
export const customerAppPointRoutes = implement(
  'customerAppPoints',
  customerAppPointCalls,
)({
  points: async ({ db, customer: { customerId } }) => {
    const [points, records] = await Promise.all([pointsOf(db, customerId, new Date()), recordsOf(db, customerId)])
    return { ...points, records }
  },
  redeem: ({ input, db, customer: { customerId }, audit, fail }) =>
    redeemPoints(customerId, input, { tx: db, audit, fail, operator: { userId: null, realName: '' } }),
})

export const pointRoutes = implement(
  'points',
  pointCalls,
)({
  records: pointRecordList.page,
  customer: async ({ input, db, fail }) =>
    (await listedCustomer(db, input.customerId)) ? pointsOf(db, input.customerId, new Date()) : fail('customer.notFound'),
  offers: async ({ input, forCaller }) => {
    const db = await forCaller(input.phone)
    const customer = (await hasPoints(db)) ? await findCustomerByPhone(db, input.phone) : undefined
    return { points: customer ? await pointsOf(db, customer.customer_id, new Date()) : null }
  },
  deskRedeem: async ({ input, db, forCaller, fail, ...context }) => {
    await forCaller(input.phone)
    const customer = (await findCustomerByPhone(db, input.phone)) ?? fail('coupon.customerUnknown')
    return redeemPoints(customer.customer_id, input, { tx: db, fail, ...context })
  },
  redeem: async ({ input, db, fail, ...context }) =>
    (await listedCustomer(db, input.customerId))
      ? redeemPoints(input.customerId, input, { tx: db, fail, ...context })
      : fail('customer.notFound'),
  adjust: ({ input, db, ...context }) => adjustPoints(input, { tx: db, ...context }),
  adjustments: adjustmentList.page,
  decide: ({ input, db, ...context }) => decideAdjustment(input, { tx: db, ...context }),
  takeBack: ({ input, db, ...context }) => takeBackAdjustment(input, { tx: db, ...context }),
})
