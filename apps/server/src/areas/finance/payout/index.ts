export { type AttemptRow, attemptsOf, factsOf, findAttempt, receivedToday } from './attempt.queries.ts'
export { bankFileJob } from './bank-file.job.ts'
export { bankResultImport } from './bank-result.import.ts'
export { channelOf } from './channels.ts'
export { askNow, hear, payoutRound, queryNow } from './payout.job.ts'
export type { PayoutChannel, PayoutOrder, PayoutOutcome, SendOutcome } from './payout.ts'
export { payoutRoutes } from './payout.routes.ts'
export { mayBePaidAgain } from './payout.rules.ts'
export {
  adoptPaid,
  applyOutcome,
  bankReturn,
  type BeginRefusal,
  beginPayout,
  giveBack,
  payAgain,
  type PayAgainRefusal,
  type PayActor,
  timer,
} from './payout.service.ts'
export { hadItPaid } from './voucher.service.ts'
export { vouchersOf } from './voucher.queries.ts'
export { payoutWays } from './payout.setting.ts'
export { wechatNoticeDesk } from './wechat-notices.ts'
