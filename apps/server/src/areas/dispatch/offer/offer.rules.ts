import { SERVICE_STATUS as S } from '@chauffeur/contract/order/model'

export type OfferResult = 'SENT' | 'ACCEPTED' | 'REJECTED' | 'EXPIRED' | 'WITHDRAWN'
export interface OfferFacts {
  result: OfferResult
  expiresAt: number
  now: number
}
export interface AcceptFacts extends OfferFacts {
  driverId: string
  orderStatus: number
  orderDriverId: string | null
  driverStatus: string
  driverDisabled: boolean
}
export type OfferRefusal = 'driver.offerGone' | 'driver.offerExpired' | 'driver.busy' | 'driver.notQualified'

const ON_ORDER: readonly string[] = ['TO_PICKUP', 'WAITING', 'DRIVING', 'FILING']
const isOnOrder = (workStatus: string): boolean => ON_ORDER.includes(workStatus)

const lapsed = ({ result, expiresAt, now }: OfferFacts) => result === 'EXPIRED' || (result === 'SENT' && expiresAt <= now)

/** What an accept does to rows that are locked: `done` means this driver already has this order by this very offer. */
export function judgeAccept(facts: AcceptFacts): 'accept' | 'done' | OfferRefusal {
  const mine = facts.orderDriverId === facts.driverId
  if (facts.result === 'ACCEPTED') return mine && facts.orderStatus < S.customerCancelled ? 'done' : 'driver.offerGone'
  const free = (facts.orderStatus === S.dispatchStart || facts.orderStatus === S.dispatching) && facts.orderDriverId === null
  if (!free) return 'driver.offerGone'
  if (lapsed(facts)) return 'driver.offerExpired'
  if (facts.result !== 'SENT') return 'driver.offerGone'
  if (isOnOrder(facts.driverStatus)) return 'driver.busy'
  if (facts.driverDisabled) return 'driver.notQualified'
  return facts.driverStatus === 'OFFERED' || facts.driverStatus === 'ONLINE_IDLE' ? 'accept' : 'driver.offerGone'
}

/** What a reject does to an offer that is locked: `done` means it was rejected before. */
export function judgeReject(facts: OfferFacts): 'reject' | 'done' | 'driver.offerGone' | 'driver.offerExpired' {
  if (facts.result === 'REJECTED') return 'done'
  if (lapsed(facts)) return 'driver.offerExpired'
  return facts.result === 'SENT' ? 'reject' : 'driver.offerGone'
}
