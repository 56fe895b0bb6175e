import { messageLimitCalls, messageLimitRefusals } from './limits.ts'
import { messageLogCalls } from './log.ts'
import { messageTextCalls, messageTextRefusals } from './text.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = { messageText: messageTextCalls, messageLimit: messageLimitCalls, messageLog: messageLogCalls }
export const refusals = [messageTextRefusals, messageLimitRefusals]
