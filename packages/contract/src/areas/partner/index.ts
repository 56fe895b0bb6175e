import { partnerCalls, partnerRefusals } from './api.ts'
import { channelCalls, channelRefusals } from './channel.ts'
import { keyCalls, keyRefusals } from './key.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  channel: channelCalls,
  channelKey: keyCalls,
  partner: partnerCalls,
}
export const refusals = [channelRefusals, keyRefusals, partnerRefusals]
