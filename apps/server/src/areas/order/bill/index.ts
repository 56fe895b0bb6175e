export { orderBillRoutes } from './bill.routes.ts'
export { fileBill } from './bill.service.ts'
export { fileOverdue, sealTracks, orderRounds } from './chores.service.ts'
export {
  postAuditFailed,
  postAuditPassed,
  postCancelPenalty,
  postFiled,
  postPaidOnline,
  postPenaltyChanged,
  postReclaimed,
} from './order-posting.service.ts'
export { paymentProblem } from './payment.rules.ts'
export { terminateOrder } from './terminate-order.service.ts'
export { remindUnpaid, unpaidRounds, writeOffOverdue } from './unpaid.service.ts'
