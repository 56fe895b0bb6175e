import type { MessageEvent, MessageValues } from '@chauffeur/contract/message/event'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import type { OrderMessageKind } from '@chauffeur/contract/order/edit'
import { SERVICE_STATUS as S, type ServiceStatus } from '@chauffeur/contract/order/model'
import { spelling } from '#platform/values/spelling'

export interface MessageFacts {
  orderNo: string
  serviceStatus: ServiceStatus
  driver: { name: string; driverNo: string; phone: string } | null
  etaS: number | null
  totalFen: number | null
  /** What the customer still has to pay; null where nothing is open. */
  dueFen: number | null
  cancelFeeFen: number | null
  /** How what is paid ahead stands, where something is to be said of it. `until`: the clock of the city, for one that is due or did not come. */
  prepay: { event: (typeof prepayEvents)[number]; fen: number; until: (language: MessageLanguage) => string } | null
}
/** What is to be said, and with which values. */
export interface Said {
  event: MessageEvent
  values: MessageValues
}

const SEEKING: readonly ServiceStatus[] = [S.dispatchStart, S.dispatching]
const CANCELLED: readonly ServiceStatus[] = [S.customerCancelled, S.driverCancelled, S.operatorCancelled]
const yuan = (fen: number) => (fen / 100).toFixed(2)
/** The family name; a reader of English is given its sound. */
const short = (name: string, language: MessageLanguage) => {
  const family = Array.from(name)[0] ?? ''
  if (language === 'zh') return `${family}师傅`
  const { pinyin } = spelling(family)
  return pinyin ? `${pinyin[0]!.toUpperCase()}${pinyin.slice(1)}` : family
}
const tailOf = (orderNo: string) => orderNo.replace(/-\d+$/, '').slice(-6)

/** The cases of what is said of a prepayment. */
export const prepayEvents = ['PREPAY_DUE', 'PREPAY_RECEIVED', 'PREPAY_RETURNED', 'PREPAY_LAPSED'] as const satisfies readonly MessageEvent[]
const NOT_PAID: readonly MessageEvent[] = ['PREPAY_DUE', 'PREPAY_LAPSED']

/** The events that kinds of messages of an order come down to. */
export const orderMessageEvents = [
  'ORDER_SEARCHING',
  'ORDER_ACCEPTED',
  'ORDER_ACCEPTED_PLAIN',
  'ORDER_ARRIVED',
  'BILL_DUE',
  'BILL_SHARED',
  'BILL_PAID',
  'ORDER_CANCELLED',
  'ORDER_CANCELLED_FEE',
  'UNPAID_BILL',
  'UNPAID_FEE',
  ...prepayEvents,
  'ORDER_NOTE',
] as const satisfies readonly MessageEvent[]

/**
 * Which case of a message of this kind the order is as it stands, or null where it would not be true. The customer reads it, so the driver is
 * named by the family name; no message says where anybody lives.
 */
export function messageOf(kind: OrderMessageKind, facts: MessageFacts, note = '', language: MessageLanguage = 'zh'): Said | null {
  const { serviceStatus: status, driver, totalFen, dueFen, cancelFeeFen } = facts
  const orderTail = tailOf(facts.orderNo)
  const named = driver && { orderTail, driver: short(driver.name, language), driverNo: driver.driverNo, driverPhone: driver.phone }
  switch (kind) {
    case 'SEARCHING':
      return SEEKING.includes(status) ? { event: 'ORDER_SEARCHING', values: { orderTail } } : null
    case 'DRIVER':
      if (!named || (status !== S.accepted && status !== S.arrived)) return null
      return status === S.accepted && facts.etaS !== null
        ? { event: 'ORDER_ACCEPTED', values: { ...named, minutes: String(Math.max(1, Math.ceil(facts.etaS / 60))) } }
        : { event: 'ORDER_ACCEPTED_PLAIN', values: named }
    case 'ARRIVED':
      return named && status === S.arrived ? { event: 'ORDER_ARRIVED', values: named } : null
    case 'BILL': {
      if (status !== S.billFiled || totalFen === null) return null
      const total = yuan(totalFen)
      if (dueFen === null) return { event: 'BILL_PAID', values: { orderTail, total } }
      return dueFen === totalFen
        ? { event: 'BILL_DUE', values: { orderTail, total } }
        : { event: 'BILL_SHARED', values: { orderTail, total, due: yuan(dueFen) } }
    }
    case 'CANCELLED':
      if (!CANCELLED.includes(status)) return null
      return cancelFeeFen
        ? { event: 'ORDER_CANCELLED_FEE', values: { orderTail, fee: yuan(cancelFeeFen) } }
        : { event: 'ORDER_CANCELLED', values: { orderTail } }
    case 'UNPAID':
      return dueFen === null
        ? null
        : { event: CANCELLED.includes(status) ? 'UNPAID_FEE' : 'UNPAID_BILL', values: { orderTail, due: yuan(dueFen) } }
    case 'PREPAY': {
      if (facts.prepay === null) return null
      const { event, fen, until } = facts.prepay
      const values = NOT_PAID.includes(event) ? { due: yuan(fen), until: until(language) } : { amount: yuan(fen) }
      return { event, values: { orderTail, ...values } }
    }
    case 'CUSTOM':
      return note === '' ? null : { event: 'ORDER_NOTE', values: { orderTail, note } }
  }
}
