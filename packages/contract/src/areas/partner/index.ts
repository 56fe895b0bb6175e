import { partnerCalls, partnerRefusals } from './api.ts'
import { callbackCalls, callbackRefusals } from './callback.ts'
import { channelCalls, channelRefusals } from './channel.ts'
import { partnerGrantCalls, partnerGrantRefusals } from './grants.ts'
import { keyCalls, keyRefusals } from './key.ts'
import { partnerPaymentCalls, partnerPaymentRefusals } from './payment.ts'
import { partnerStatementCalls, partnerStatementRefusals } from './statement.ts'
import { webhookCalls, webhookRefusals } from './webhook.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  channel: channelCalls,
  channelKey: keyCalls,
  channelCallback: callbackCalls,
  webhook: webhookCalls,
  partner: partnerCalls,
  partnerGrant: partnerGrantCalls,
  partnerStatement: partnerStatementCalls,
  partnerPayment: partnerPaymentCalls,
}
export const refusals = [
  channelRefusals,
  keyRefusals,
  callbackRefusals,
  webhookRefusals,
  partnerRefusals,
  partnerGrantRefusals,
  partnerStatementRefusals,
  partnerPaymentRefusals,
]
