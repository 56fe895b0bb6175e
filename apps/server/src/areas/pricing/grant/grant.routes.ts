import { couponGrantCalls } from '@chauffeur/contract/pricing/coupon-grant'
import { implement } from '#platform/http/implement'
import { grantedList } from './grant.list.ts'
import { give, giveGroup, revoke } from './grant.service.ts'

export const couponGrantRoutes = implement(
  'couponGrant',
  couponGrantCalls,
)({
  coupons: grantedList.page,
  give: ({ input, db, ...context }) => give(input, { tx: db, ...context }),
  giveGroup: ({ input, db, ...context }) => giveGroup(input, { tx: db, ...context }),
  revoke: ({ input, db, ...context }) => revoke(input, { tx: db, ...context }),
})
