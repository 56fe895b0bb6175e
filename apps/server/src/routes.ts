import { accountRoutes } from '#areas/account'
import { activityLogRoutes } from '#areas/activity-log'
import { appsRoutes } from '#areas/apps'
import { authorityRoutes, functionRoutes, menuRoutes, roleRoutes } from '#areas/authority'
import { callCentreRoutes, couponRoutes, deskCustomerRoutes, deskTripRoutes, queueRoutes } from '#areas/call-centre'
import { cityRoutes } from '#areas/city'
import { enterpriseRoutes } from '#areas/enterprise'
import {
  dispatchBlocksRoutes,
  dispatchDeskRoutes,
  dispatchRoutes,
  dispatchSettingsRoutes,
  dispatchTeamsRoutes,
  driverDutyRoutes,
  orderFileRoutes,
  orderTrackRoutes,
} from '#areas/dispatch'
import { driverRoutes } from '#areas/driver'
import { monitoringRoutes } from '#areas/monitoring'
import { jobRoutes } from '#areas/operations/job'
import { noticeRoutes } from '#areas/notice'
import { cancelRulesRoutes, orderRoutes } from '#areas/order'
import { orderBillRoutes, orderCancelRoutes, orderEditRoutes, orderProgressRoutes } from '#areas/order-action'
import { orderBulkRoutes } from '#areas/order-bulk'
import { orderReviewRoutes } from '#areas/order-review'
import { orderSoundRoutes, phoneRoutes } from '#areas/phone'
import { fenceRoutes, rateRoutes, templateRoutes } from '#areas/pricing'
import { departmentRoutes, userRoutes } from '#areas/people'
import { reportRoutes } from '#areas/report'
import { sessionRoutes } from '#areas/session'
import { tenancyRoutes } from '#areas/tenancy'
import { withdrawalRoutes, withdrawalTermsRoutes } from '#areas/withdrawal'
import type { BoundRoute } from '#platform/implement'

export const routes: BoundRoute[] = [
  ...sessionRoutes,
  ...accountRoutes,
  ...authorityRoutes,
  ...functionRoutes,
  ...menuRoutes,
  ...roleRoutes,
  ...userRoutes,
  ...departmentRoutes,
  ...cityRoutes,
  ...callCentreRoutes,
  ...couponRoutes,
  ...deskCustomerRoutes,
  ...queueRoutes,
  ...deskTripRoutes,
  ...enterpriseRoutes,
  ...orderRoutes,
  ...orderProgressRoutes,
  ...orderEditRoutes,
  ...orderCancelRoutes,
  ...orderBillRoutes,
  ...orderReviewRoutes,
  ...orderBulkRoutes,
  ...cancelRulesRoutes,
  ...dispatchRoutes,
  ...orderTrackRoutes,
  ...orderFileRoutes,
  ...driverDutyRoutes,
  ...dispatchDeskRoutes,
  ...dispatchSettingsRoutes,
  ...dispatchBlocksRoutes,
  ...dispatchTeamsRoutes,
  ...driverRoutes,
  ...noticeRoutes,
  ...templateRoutes,
  ...fenceRoutes,
  ...rateRoutes,
  ...reportRoutes,
  ...tenancyRoutes,
  ...appsRoutes,
  ...activityLogRoutes,
  ...monitoringRoutes,
  ...jobRoutes,
  ...withdrawalRoutes,
  ...withdrawalTermsRoutes,
  ...phoneRoutes,
  ...orderSoundRoutes,
]
