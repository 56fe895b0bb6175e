import { orderBillCalls, orderBillRefusals } from './bill.ts'
import { orderBulkCalls, orderBulkRefusals } from './bulk.ts'
import { orderReviewCalls, orderReviewRefusals } from './cancel-review.ts'
import { cancelRulesCalls, cancelRulesRefusals } from './cancel-rules.ts'
import { orderCancelCalls } from './cancel-rules.ts'
import { orderEditCalls, orderEditRefusals } from './edit.ts'
import { orderFileCalls, orderFileRefusals } from './file.ts'
import { orderCalls, orderRefusals } from './list.ts'
import { orderChangeRefusals, orderProgressCalls } from './progress.ts'
import { rightAuditCalls, rightAuditRefusals } from './right-audit.ts'
import { rightAuditRuleRefusals, rightAuditRulesCalls } from './right-audit-rules.ts'
import { orderSoundCalls, orderSoundRefusals } from './sound.ts'
import { orderTrackCalls } from './track.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  order: orderCalls,
  'order-action': { ...orderProgressCalls, ...orderEditCalls, ...orderCancelCalls, ...orderBillCalls },
  'order-bulk': orderBulkCalls,
  'order-review': orderReviewCalls,
  'order-track': orderTrackCalls,
  'order-file': orderFileCalls,
  'cancel-rules': cancelRulesCalls,
  'order-sound': orderSoundCalls,
  'right-audit': rightAuditCalls,
  'right-audit-rules': rightAuditRulesCalls,
}
export const refusals = [
  orderRefusals,
  orderChangeRefusals,
  orderEditRefusals,
  orderBillRefusals,
  orderReviewRefusals,
  orderBulkRefusals,
  cancelRulesRefusals,
  orderFileRefusals,
  orderSoundRefusals,
  rightAuditRefusals,
  rightAuditRuleRefusals,
]
