import { bulletinAppCalls, bulletinCalls, bulletinRefusals } from './bulletin.ts'
import { messageLimitCalls, messageLimitRefusals } from './limits.ts'
import { messageLogCalls, messageLogRefusals } from './log.ts'
import { smsServiceCalls, smsServiceRefusals } from './service.ts'
import { messageTextCalls, messageTextRefusals } from './text.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  bulletin: { ...bulletinCalls, ...bulletinAppCalls },
  messageText: messageTextCalls,
  messageLimit: messageLimitCalls,
  messageLog: messageLogCalls,
  smsService: smsServiceCalls,
}
export const refusals = [bulletinRefusals, messageTextRefusals, messageLimitRefusals, messageLogRefusals, smsServiceRefusals]
