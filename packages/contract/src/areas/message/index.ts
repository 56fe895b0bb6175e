import { messageTextCalls, messageTextRefusals } from './text.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = { messageText: messageTextCalls }
export const refusals = [messageTextRefusals]
