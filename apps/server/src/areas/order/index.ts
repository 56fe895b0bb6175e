import { orderBillRoutes } from './bill/index.ts'
import { orderBulkRoutes } from './bulk/index.ts'
import { orderReviewRoutes } from './cancel-review/index.ts'
import { cancelRulesRoutes, orderCancelRoutes } from './cancel/index.ts'
import { orderEditRoutes } from './edit/index.ts'
import { orderFileRoutes, orderTrackRoutes } from './evidence/index.ts'
import { orderListRoutes, orderProgressRoutes } from './list/index.ts'
import { prepayRoutes } from './prepay/index.ts'
import { rightAuditRoutes } from './right-audit-review/index.ts'
import { rightAuditRulesRoutes } from './right-audit/index.ts'
import { orderUploadRoutes } from './upload/index.ts'

export { bulkWork } from './bulk/index.ts'
export { orderRounds, unpaidRounds } from './bill/index.ts'
export { detourRound } from './evidence/index.ts'
export { scheduledOrders } from './booking/index.ts'
export { prepayRounds } from './prepay/index.ts'
export { lapsingReviews } from './cancel-review/index.ts'
export { screening } from './right-audit/index.ts'
export { uploadRound } from './upload/index.ts'
export { rightAuditRounds } from './right-audit-review/index.ts'

export const orderRoutes = [
  ...orderBillRoutes,
  ...prepayRoutes,
  ...orderBulkRoutes,
  ...orderReviewRoutes,
  ...cancelRulesRoutes,
  ...orderCancelRoutes,
  ...orderEditRoutes,
  ...orderFileRoutes,
  ...orderTrackRoutes,
  ...orderListRoutes,
  ...orderProgressRoutes,
  ...rightAuditRoutes,
  ...rightAuditRulesRoutes,
  ...orderUploadRoutes,
]
