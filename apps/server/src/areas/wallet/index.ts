export { checkLedger } from './check.service.ts'
export { postFiled, postPaidInCash, postPaidOnline } from './order-posting.service.ts'
