import type { BindingState } from '@chauffeur/contract/call-centre/privacy-number'
import { SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import { defineMachine } from '#platform/machine/machine'

export type BindingEvent = 'bind' | 'fail' | 'retry' | 'change' | 'changed' | 'release' | 'released'
export type BindingActor = 'OPERATOR' | 'TIMER'

/** What is asked of the provider stands in the state before it is asked: whoever comes after a process that died knows what may be on its way. */
export const bindingMachine = defineMachine<BindingState, BindingEvent, BindingActor>({
  states: ['ASKED', 'BOUND', 'CHANGING', 'RELEASING', 'RELEASED', 'FAILED'],
  begins: ['ASKED'],
  rests: ['RELEASED'],
  events: {
    bind: { from: ['ASKED'], to: 'BOUND', by: ['TIMER'] },
    fail: { from: ['ASKED'], to: 'FAILED', by: ['TIMER'] },
    retry: { from: ['FAILED'], to: 'ASKED', by: ['OPERATOR', 'TIMER'] },
    change: { from: ['BOUND'], to: 'CHANGING', by: ['TIMER'] },
    changed: { from: ['CHANGING'], to: 'BOUND', by: ['TIMER'] },
    release: { from: ['ASKED', 'BOUND', 'CHANGING', 'FAILED'], to: 'RELEASING', by: ['TIMER'] },
    released: { from: ['RELEASING'], to: 'RELEASED', by: ['TIMER'] },
  },
})

/** While a driver is on the way to the customer or with them. */
const PAIRED: readonly number[] = [S.accepted, S.arrived, S.driving, S.tripEnded]
/** The trip was driven: what was left in the car is asked for afterwards. */
const DRIVEN: readonly number[] = [S.billFiled, S.closedAbnormal]

/** A pair as it stands, with what its order says by now. */
export interface PairFacts {
  state: BindingState
  driverId: string
  driverPhone: string
  contactPhone: string
  until: Date | null
  nextAt: Date
  order: {
    status: number
    statusSince: Date
    endedAt: Date | null
    driverId: string | null
    /** Of the driver it has now; empty without one. */
    driverPhone: string
    contactPhone: string
  }
}

/** An order that ends in good time is never cut off by the provider: it is told so long before. */
const LIFE_S = 12 * 3_600
const EXTEND_WITHIN_S = 2 * 3_600
/** So long after its time the provider has ended it, whatever the clocks say. */
const SURELY_OVER_S = 600
export const bindForS = LIFE_S

/** When the pair of an order is to be released; null while they need each other. */
export function releaseAt({ status, statusSince, endedAt, driverId, contactPhone }: PairFacts['order'], keepMinutes: number): Date | null {
  // The person was erased.
  if (contactPhone === '') return statusSince
  if (PAIRED.includes(status)) return driverId ? null : statusSince
  if (!DRIVEN.includes(status) || endedAt === null) return statusSince
  return new Date(endedAt.getTime() + keepMinutes * 60_000)
}

export type Step = 'ASK' | 'BEGIN_CHANGE' | 'CHANGE' | 'EXTEND' | 'BEGIN_RELEASE' | 'RELEASE' | 'RETRY' | null

/** What is to be done about a pair now. `on`: its provider is entered and on. */
export function stepOf(pair: PairFacts, { keepMinutes, on }: { keepMinutes: number; on: boolean }, now: Date): Step {
  const { state, order } = pair
  const due = pair.nextAt <= now
  if (state === 'RELEASED') return null
  if (state === 'RELEASING') return due ? 'RELEASE' : null
  const over = releaseAt(order, keepMinutes)
  if (over !== null && over <= now) return 'BEGIN_RELEASE'
  const live = over === null && on
  const others = order.driverPhone !== '' && (order.driverPhone !== pair.driverPhone || order.contactPhone !== pair.contactPhone)
  switch (state) {
    case 'ASKED':
      // Nobody knows what became of the last one: rather another pair than one for somebody who is not theirs any more.
      if (others) return 'BEGIN_RELEASE'
      return due && live ? 'ASK' : null
    case 'FAILED':
      if (others) return 'BEGIN_RELEASE'
      return due && live ? 'RETRY' : null
    case 'CHANGING':
      return due ? 'CHANGE' : null
    case 'BOUND':
      if (live && others) return 'BEGIN_CHANGE'
      return due && pair.until !== null && pair.until.getTime() - now.getTime() < EXTEND_WITHIN_S * 1_000 ? 'EXTEND' : null
  }
}

/** The provider has ended it by itself, whatever it says. */
export const surelyOver = (until: Date | null, now: Date): boolean =>
  until !== null && until.getTime() + SURELY_OVER_S * 1_000 < now.getTime()

/** Seconds until it is tried again. Somebody waits for a number; a provider that is down is not asked a hundred times. */
export const againS = (attempts: number): number => Math.min(60, 2 ** Math.min(attempts, 6))

/** What is said of a pair to the provider, and found again there: no installation and no tenant takes another's for its own. */
export const referenceOf = (installation: string, tenantId: string, bindingId: string): string =>
  `cf:${installation}:${tenantId}:${bindingId}`
export function bindingOfReference(installation: string, tenantId: string, reference: string): string | null {
  const mine = referenceOf(installation, tenantId, '')
  const id = reference.startsWith(mine) ? reference.slice(mine.length) : ''
  return /^\d{1,18}$/.test(id) ? id : null
}
