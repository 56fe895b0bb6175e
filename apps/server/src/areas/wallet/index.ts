export { checkLedger } from './check.service.ts'
export { postFiled, postPaidInCash, postPaidOnline, postReclaimed } from './order-posting.service.ts'
