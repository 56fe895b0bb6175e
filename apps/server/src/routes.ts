import { accessRoutes } from '#areas/access'
import { callCentreRoutes } from '#areas/call-centre'
import { customerRoutes } from '#areas/customer'
import { dispatchRoutes } from '#areas/dispatch'
import { driverRoutes } from '#areas/driver'
import { financeRoutes } from '#areas/finance'
import { messageRoutes } from '#areas/message'
import { operationsRoutes } from '#areas/operations'
import { orderRoutes } from '#areas/order'
import { partnerRoutes } from '#areas/partner'
import { pricingRoutes } from '#areas/pricing'
import { privacyRoutes } from '#areas/privacy'
import { qualificationRoutes } from '#areas/qualification'
import { qualityRoutes } from '#areas/quality'
import type { BoundRoute } from '#platform/http/implement'

export const routes: BoundRoute[] = [
  ...accessRoutes,
  ...callCentreRoutes,
  ...customerRoutes,
  ...dispatchRoutes,
  ...driverRoutes,
  ...financeRoutes,
  ...messageRoutes,
  ...operationsRoutes,
  ...orderRoutes,
  ...partnerRoutes,
  ...pricingRoutes,
  ...privacyRoutes,
  ...qualificationRoutes,
  ...qualityRoutes,
]
