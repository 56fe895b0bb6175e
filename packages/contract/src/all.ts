import type { Area } from './kernel/call.ts'
import type { Refusal } from './kernel/envelope.ts'
import { accountCalls, accountRefusals } from './areas/access/account.ts'
import { activityLogCalls, activityLogRefusals } from './areas/operations/activity-log.ts'
import { appsCalls, appsRefusals } from './areas/access/app.ts'
import { authorityCalls, authorityRefusals } from './areas/access/authority.ts'
import { functionCalls } from './areas/access/function.ts'
import { menuCalls } from './areas/access/menu.ts'
import { roleCalls } from './areas/access/role.ts'
import { callCentreCalls, callCentreRefusals } from './areas/call-centre/desk.ts'
import { couponCalls, couponRefusals } from './areas/pricing/coupon.ts'
import { customerRefusals, deskCustomerCalls } from './areas/customer/card.ts'
import { queueCalls, queueRefusals } from './areas/call-centre/booking-queue.ts'
import { deskTripCalls, tripRefusals } from './areas/call-centre/trip.ts'
import { cancelRulesCalls, cancelRulesRefusals } from './areas/order/cancel-rules.ts'
import { cityCalls } from './areas/operations/city.ts'
import { enterpriseCalls, enterpriseRefusals } from './areas/customer/enterprise.ts'
import { dispatchCalls, dispatchRefusals } from './areas/driver/app.ts'
import { dispatchBlocksCalls, dispatchBlocksRefusals } from './areas/dispatch/block.ts'
import { dispatchTeamsCalls, dispatchTeamsRefusals } from './areas/dispatch/team.ts'
import { dispatchDeskCalls, dispatchDeskRefusals } from './areas/dispatch/desk.ts'
import { dispatchSettingsCalls, dispatchSettingsRefusals } from './areas/dispatch/settings.ts'
import { driverCalls } from './areas/driver/list.ts'
import { driverDutyCalls, driverDutyRefusals } from './areas/driver/duty.ts'
import { driverFileCalls, driverFileRefusals } from './areas/driver/file.ts'
import { monitoringCalls, monitoringRefusals } from './areas/operations/monitoring.ts'
import { noticeCalls } from './areas/operations/notice.ts'
import { exportCalls, exportRefusals } from './areas/operations/export.ts'
import { importCalls, importRefusals } from './areas/operations/import.ts'
import { jobCalls, jobRefusals } from './areas/operations/job.ts'
import { orderCalls, orderRefusals } from './areas/order/list.ts'
import { orderBillCalls, orderBillRefusals } from './areas/order/bill.ts'
import { orderCancelCalls } from './areas/order/cancel.ts'
import { orderEditCalls, orderEditRefusals } from './areas/order/edit.ts'
import { orderChangeRefusals, orderProgressCalls } from './areas/order/progress.ts'
import { orderBulkCalls, orderBulkRefusals } from './areas/order/bulk.ts'
import { orderReviewCalls, orderReviewRefusals } from './areas/order/cancel-review.ts'
import { orderFileCalls, orderFileRefusals } from './areas/order/file.ts'
import { orderTrackCalls } from './areas/order/track.ts'
import { orderSoundCalls, orderSoundRefusals } from './areas/order/sound.ts'
import { phoneCalls, phoneRefusals } from './areas/call-centre/phone.ts'
import { pricingCalls, pricingRefusals } from './areas/pricing/all.ts'
import { peopleCalls, peopleRefusals } from './areas/access/user.ts'
import { departmentCalls } from './areas/access/department.ts'
import { reportCalls } from './areas/operations/report.ts'
import { sessionCalls, sessionRefusals } from './areas/access/session.ts'
import { tenancyCalls, tenancyRefusals } from './areas/access/tenant.ts'
import { withdrawalCalls, withdrawalRefusals } from './areas/finance/withdrawal.ts'
import { withdrawalTermsCalls, withdrawalTermsRefusals } from './areas/finance/withdrawal-terms.ts'

/** Every area by name: for the server's route list, tools and tests, never for screens. */
export const areas = {
  session: sessionCalls,
  authority: { ...authorityCalls, ...functionCalls, ...menuCalls, ...roleCalls },
  people: { ...peopleCalls, ...departmentCalls },
  city: cityCalls,
  'call-centre': { ...callCentreCalls, ...couponCalls, ...deskCustomerCalls, ...deskTripCalls, ...queueCalls },
  customer: enterpriseCalls,
  order: orderCalls,
  'order-action': { ...orderProgressCalls, ...orderEditCalls, ...orderCancelCalls, ...orderBillCalls },
  'order-bulk': orderBulkCalls,
  'order-review': orderReviewCalls,
  'order-track': orderTrackCalls,
  'order-file': orderFileCalls,
  'driver-duty': driverDutyCalls,
  'cancel-rules': cancelRulesCalls,
  dispatch: dispatchCalls,
  'dispatch-desk': dispatchDeskCalls,
  'dispatch-settings': dispatchSettingsCalls,
  'dispatch-blocks': dispatchBlocksCalls,
  'dispatch-teams': dispatchTeamsCalls,
  driver: { ...driverCalls, ...driverFileCalls },
  notice: noticeCalls,
  report: reportCalls,
  pricing: pricingCalls,
  account: accountCalls,
  tenancy: tenancyCalls,
  apps: appsCalls,
  'activity-log': activityLogCalls,
  monitoring: monitoringCalls,
  job: jobCalls,
  export: exportCalls,
  import: importCalls,
  withdrawal: withdrawalCalls,
  'withdrawal-terms': withdrawalTermsCalls,
  phone: phoneCalls,
  'order-sound': orderSoundCalls,
} satisfies Record<string, Area>

/** Each area's refusals. A name is declared once, and a code says one thing. */
export const refusalTables: readonly Record<string, Refusal>[] = [
  sessionRefusals,
  authorityRefusals,
  peopleRefusals,
  callCentreRefusals,
  tripRefusals,
  queueRefusals,
  couponRefusals,
  customerRefusals,
  enterpriseRefusals,
  orderRefusals,
  orderChangeRefusals,
  orderEditRefusals,
  orderBillRefusals,
  orderReviewRefusals,
  orderBulkRefusals,
  cancelRulesRefusals,
  dispatchRefusals,
  driverFileRefusals,
  pricingRefusals,
  dispatchDeskRefusals,
  dispatchSettingsRefusals,
  dispatchBlocksRefusals,
  dispatchTeamsRefusals,
  accountRefusals,
  tenancyRefusals,
  appsRefusals,
  activityLogRefusals,
  withdrawalRefusals,
  withdrawalTermsRefusals,
  orderFileRefusals,
  driverDutyRefusals,
  monitoringRefusals,
  jobRefusals,
  exportRefusals,
  importRefusals,
  phoneRefusals,
  orderSoundRefusals,
]
/** The one table of refusals: name → code and sentences. */
export const allRefusals: Record<string, Refusal> = Object.assign({}, ...refusalTables)
