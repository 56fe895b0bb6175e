export { checkLedger } from './check.service.ts'
export { post } from './ledger.service.ts'
export { postCancelPenalty, postFiled, postPaidInCash, postPaidOnline, postReclaimed } from './order-posting.service.ts'
