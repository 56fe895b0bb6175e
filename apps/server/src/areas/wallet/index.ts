export { checkLedger } from './check.service.ts'
export { entryOf } from './ledger.queries.ts'
export { mustBePosted, post } from './ledger.service.ts'
export {
  postCancelPenalty,
  postFiled,
  postPaidInCash,
  postPaidOnline,
  postPenaltyChanged,
  postReclaimed,
  postWrittenOff,
} from './order-posting.service.ts'
export { sealEntries, startSealing } from './seal.service.ts'
export type { Line } from './posting.rules.ts'
