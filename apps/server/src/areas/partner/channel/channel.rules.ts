import { CHANNEL_STATE } from '@chauffeur/contract/partner/channel'

/** What a partner has of what was billed; half a fen is a fen. */
export const commissionFen = (totalFen: number, commissionBp: number): number => Math.round((totalFen * commissionBp) / 10_000)

interface Part {
  month: string
  /** How many changes of the commission had come by then. */
  passed: number
  orders: number
  billed: number
  cancelled: number
  totalFen: number
  paidFen: number
}
/** Months out of their parts, each part by the commission of then; what was placed before the first that is known has that one. */
export function monthsTogether(parts: readonly Part[], commissionsBp: readonly number[]) {
  const months = new Map<string, Omit<Part, 'passed'> & { commissionFen: number; commissionBps: number[] }>()
  for (const { passed, ...part } of parts) {
    const bp = commissionsBp[Math.max(0, passed - 1)] ?? 0
    const sum = months.get(part.month)
    months.set(part.month, {
      month: part.month,
      orders: part.orders + (sum?.orders ?? 0),
      billed: part.billed + (sum?.billed ?? 0),
      cancelled: part.cancelled + (sum?.cancelled ?? 0),
      totalFen: part.totalFen + (sum?.totalFen ?? 0),
      paidFen: part.paidFen + (sum?.paidFen ?? 0),
      commissionFen: commissionFen(part.totalFen, bp) + (sum?.commissionFen ?? 0),
      commissionBps: sum?.commissionBps.at(-1) === bp ? sum.commissionBps : [...(sum?.commissionBps ?? []), bp],
    })
  }
  return [...months.values()]
}

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
