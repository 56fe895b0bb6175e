import { CHANNEL_STATE } from '@chauffeur/contract/partner/channel'

/** What a partner has of what was billed; half a fen is a fen. */
export const commissionFen = (totalFen: number, commissionBp: number): number => Math.round((totalFen * commissionBp) / 10_000)

/** Why a channel brings no new order of a service in a city; null where it does. */
export function channelHindrance(
  channel: { state: number; city_ids: readonly string[]; service_types: readonly string[] } | undefined,
  { cityId, serviceType }: { cityId: string; serviceType: string },
): 'channel.notFound' | 'channel.stopped' | 'channel.otherCity' | 'channel.otherService' | null {
  if (!channel) return 'channel.notFound'
  if (channel.state !== CHANNEL_STATE.on) return 'channel.stopped'
  if (channel.city_ids.length > 0 && !channel.city_ids.includes(cityId)) return 'channel.otherCity'
  return channel.service_types.length > 0 && !channel.service_types.includes(serviceType) ? 'channel.otherService' : null
}
