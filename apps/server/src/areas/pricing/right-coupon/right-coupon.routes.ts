import { rightCouponCalls } from '@chauffeur/contract/pricing/right-coupon'
import { implement } from '#platform/http/implement'
import { findRight } from '../right/index.ts'
import { couponsOfRight, templatesNamed } from './right-coupon.queries.ts'
import { mapProblem } from './right-coupon.rules.ts'
import { mappedOf, said, setMaps } from './right-coupon.service.ts'

export const rightCouponRoutes = implement(
  'rightCoupon',
  rightCouponCalls,
)({
  view: async ({ input, db, request, fail }) => {
    const right = (await findRight(db, input.rightId)) ?? fail('right.notFound')
    return {
      rows: (await couponsOfRight(db, input.rightId)).map((coupon) => ({
        couponTemplateId: coupon.couponTemplateId,
        name: coupon.name,
        ...said(mapProblem(mappedOf(right), coupon), request.english),
        setByName: coupon.setByName,
      })),
    }
  },
  check: async ({ input, db, request, fail }) => {
    const right = (await findRight(db, input.rightId)) ?? fail('right.notFound')
    const [coupon] = await templatesNamed(db, [input.couponTemplateId])
    const problem = mapProblem(mappedOf(right), coupon)
    return { fits: problem === null, ...said(problem, request.english) }
  },
  batchSet: ({ input, db, fail, ...context }) => setMaps(input, { tx: db, fail: fail as never, ...context }),
})
