import { messageLogCalls } from './log.ts'
import { messageTextCalls, messageTextRefusals } from './text.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = { messageText: messageTextCalls, messageLog: messageLogCalls }
export const refusals = [messageTextRefusals]
