import { broadcastRefusals } from './broadcast-refusals.ts'
import { broadcastCalls } from './broadcast.ts'
import { bulletinAppCalls, bulletinCalls, bulletinRefusals } from './bulletin.ts'
import { driverMessageCalls, driverMessageRefusals, driverPushCalls } from './inbox.ts'
import { messageLimitCalls, messageLimitRefusals } from './limits.ts'
import { messageLogCalls, messageLogRefusals } from './log.ts'
import { optOutCalls, optOutRefusals, replyCalls } from './opt-out.ts'
import { smsServiceCalls, smsServiceRefusals } from './service.ts'
import { messageTextCalls, messageTextRefusals } from './text.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  bulletin: { ...bulletinCalls, ...bulletinAppCalls },
  driverMessage: { ...driverMessageCalls, ...driverPushCalls },
  messageText: messageTextCalls,
  messageLimit: messageLimitCalls,
  messageLog: messageLogCalls,
  smsService: smsServiceCalls,
  broadcast: broadcastCalls,
  optOut: { ...optOutCalls, ...replyCalls },
}
export const refusals = [
  bulletinRefusals,
  driverMessageRefusals,
  messageTextRefusals,
  messageLimitRefusals,
  messageLogRefusals,
  smsServiceRefusals,
  broadcastRefusals,
  optOutRefusals,
]
