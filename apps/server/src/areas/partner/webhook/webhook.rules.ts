import type { WebhookFailure, WebhookMessage, WebhookType } from '@chauffeur/contract/partner/webhook'
import type { ProviderFailed } from '#platform/provider/request'

const FIRST_S = 10
const MOST_S = 3_600
/** After so many failures the next attempt: 10 s, 20 s, 40 s … and from an hour on every hour. */
export const backoffS = (attempts: number): number => Math.min(MOST_S, FIRST_S * 2 ** Math.min(Math.max(attempts - 1, 0), 20))

/** What a message is about, as it was written with the event. */
export interface Told {
  order_id: string
  seq: number
  type: string
  at: Date
  order_no: string
  booking_id: string
  booking_no: string
  partner_booking_id: string | null
  service_status: number
  pay_status: number
  total_fen: number | null
  cancel_fee_fen: number | null
  prepay_due_fen: number | null
  prepay_until: Date | null
  end_reason: string | null
}

/** Of the event, not of the sending: what comes twice has the same. */
export const eventId = ({ order_id, seq }: Pick<Told, 'order_id' | 'seq'>): string => `evt_${order_id}_${seq}`

export function bodyOf(told: Told): string {
  const message: WebhookMessage = {
    id: eventId(told),
    type: told.type as WebhookType,
    seq: told.seq,
    at: told.at.toISOString(),
    data: {
      orderId: told.order_id,
      orderNo: told.order_no,
      bookingId: told.booking_id,
      bookingNo: told.booking_no,
      partnerBookingId: told.partner_booking_id,
      serviceStatus: told.service_status as WebhookMessage['data']['serviceStatus'],
      payStatus: told.pay_status as WebhookMessage['data']['payStatus'],
      totalFen: told.total_fen,
      cancelFeeFen: told.cancel_fee_fen,
      prepayDueFen: told.prepay_due_fen,
      prepayUntil: told.prepay_until?.toISOString() ?? null,
      endReason: told.end_reason as WebhookMessage['data']['endReason'],
    },
  }
  return JSON.stringify(message)
}

export interface Outcome {
  failure: WebhookFailure
  httpStatus: number | null
  code: string
}

const KINDS: Partial<Record<ProviderFailed['kind'], WebhookFailure>> = { TIMEOUT: 'TIMEOUT', REFUSED: 'REFUSED', FAULT: 'FAULT' }

/** How an attempt ended; null where none was made: the address is left alone for a moment, or too many wait for it. */
export function outcomeOf({ kind, status, code }: Pick<ProviderFailed, 'kind' | 'status' | 'code'>, isPublic: boolean): Outcome | null {
  if (kind === 'SHUT' || kind === 'QUOTA') return null
  return { failure: isPublic ? (KINDS[kind] ?? 'UNREACHABLE') : 'ADDRESS', httpStatus: status ?? null, code: code ?? '' }
}
export const TAKEN: Outcome = { failure: '', httpStatus: null, code: '' }
