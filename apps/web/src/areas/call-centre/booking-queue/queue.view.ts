import { normalPhone } from '@chauffeur/contract/kernel/telephone-number'
import { queueTimerText, type QueueRow, type QueueTimer } from '@chauffeur/contract/call-centre/booking-queue'
import { orderAttentionText, SERVICE_STATUS, type OrderAttention } from '@chauffeur/contract/order/model'
import { isSearching } from '../progress/progress.view.ts'

export const orderPath = (orderId: string) => `/Order/Detail?orderId=${orderId}`
/** Where a claimed booking is worked on: at the desk while it still needs a driver, else in the order's detail. */
export function workPath({ orderId, serviceStatus, customerPhone }: Pick<QueueRow, 'orderId' | 'serviceStatus' | 'customerPhone'>): string {
  if (!isSearching(serviceStatus) && serviceStatus !== SERVICE_STATUS.dispatchFailed) return orderPath(orderId)
  const phone = normalPhone(customerPhone)
  return `/CallCentre/Desk?orderId=${orderId}${phone ? `&telPhone=${phone}` : ''}`
}
export const QUEUE_SOUND = 'callCentre.queueSound'

/** What a row needs somebody for, each once, so that a reminder is heard for something new and not again for the same. */
export const alarmsOf = (rows: readonly QueueRow[]): Set<string> =>
  new Set(rows.flatMap(({ bookingId, attention }) => attention.map(({ kind }) => `${bookingId} ${kind}`)))
export const newAlarms = (before: ReadonlySet<string>, now: ReadonlySet<string>): string[] => [...now].filter((alarm) => !before.has(alarm))

export const assignedText = ({ orders, driverCount }: QueueRow): string =>
  `${orders.filter(({ driverName, driverNo }) => driverName !== '' || driverNo !== '').length}/${driverCount}`

export const attentionName = (kind: OrderAttention): string => orderAttentionText[kind]
export const timerName = ({ kind }: QueueTimer): string => queueTimerText[kind]
