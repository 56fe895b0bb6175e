import { CHANNEL_STATE } from '@chauffeur/contract/partner/channel'

/** Why a channel brings no new order in a city; null where it does. */
export function channelHindrance(
  channel: { state: number; city_ids: readonly string[] } | undefined,
  cityId: string,
): 'channel.notFound' | 'channel.stopped' | 'channel.otherCity' | null {
  if (!channel) return 'channel.notFound'
  if (channel.state !== CHANNEL_STATE.on) return 'channel.stopped'
  return channel.city_ids.length > 0 && !channel.city_ids.includes(cityId) ? 'channel.otherCity' : null
}
