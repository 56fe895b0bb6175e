import type { FailureOf } from '@chauffeur/contract/kernel/call'
import type { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { NetworkError, RefusalError } from '#platform/http/call.ts'
import { locale, t } from '#platform/text/text.ts'

/** The part of the desk where a refusal can be dealt with. */
export type RefusalSpot =
  | 'customer'
  | 'city'
  | 'pickup'
  | 'dropoff'
  | 'bookTime'
  | 'contactPhone'
  | 'drivers'
  | 'channel'
  | 'payer'
  | 'fee'
  | 'place'

export interface DeskRefusal {
  spot: RefusalSpot
  text: string
  /** Asking for a new quote may be all it takes. */
  requote: boolean
}

const spots: Record<FailureOf<typeof callCentreCalls.place>, RefusalSpot> = {
  'callCentre.cityClosed': 'city',
  'callCentre.deskOff': 'city',
  'callCentre.partnerOff': 'city',
  'callCentre.serviceOff': 'city',
  'callCentre.bookingOff': 'bookTime',
  'callCentre.outsideCity': 'pickup',
  'callCentre.orderInProgress': 'customer',
  'callCentre.blacklisted': 'customer',
  'callCentre.unpaidOrders': 'customer',
  'callCentre.driverTaken': 'drivers',
  'callCentre.quoteExpired': 'fee',
  'callCentre.quoteMismatch': 'fee',
  'pricing.oneDiscount': 'fee',
  'pricing.couponUnusable': 'fee',
  'pricing.rightUnusable': 'fee',
  'callCentre.bookTimePast': 'bookTime',
  'channel.notFound': 'channel',
  'channel.stopped': 'channel',
  'channel.otherCity': 'channel',
  'channel.otherService': 'channel',
  'enterprise.notEmployee': 'payer',
  'enterprise.stopped': 'payer',
  'enterprise.otherCity': 'payer',
  'enterprise.otherHours': 'payer',
  'enterprise.monthLimit': 'payer',
  'enterprise.noCredit': 'payer',
}
const fieldSpots: Record<string, RefusalSpot> = {
  phone: 'customer',
  cityId: 'city',
  pickupLat: 'pickup',
  pickupLng: 'pickup',
  pickupAddress: 'pickup',
  dropoffLat: 'dropoff',
  dropoffLng: 'dropoff',
  dropoffAddress: 'dropoff',
  contactPhone: 'contactPhone',
  bookTime: 'bookTime',
  departAt: 'bookTime',
  driverId: 'drivers',
  channelId: 'channel',
  enterpriseId: 'payer',
}

/** Why a coupon or right cannot be used on this trip, where the refusal says so. */
function whyOf({ data }: RefusalError): string | undefined {
  const { why } = (data ?? {}) as { why?: { zh: string; en: string } }
  return why?.[locale() === 'en' ? 'en' : 'zh']
}

/** Where on the desk a refused estimate or order is told. */
export function refusalOf(error: unknown): DeskRefusal {
  if (error instanceof RefusalError) {
    const field = error.fields[0]
    const spot =
      (spots as Record<string, RefusalSpot>)[error.error] ?? (field ? (fieldSpots[field.path.split('.')[0] ?? ''] ?? 'place') : 'place')
    const why = whyOf(error)
    const text = why ? t('{message}（{why}）', { message: error.message, why }) : error.message
    return { spot, text: field && error.code === 400 ? `${text} ${field.message}` : text, requote: spot === 'fee' }
  }
  if (error instanceof NetworkError) return { spot: 'place', text: error.message, requote: false }
  return { spot: 'place', text: t('操作失败，请重试'), requote: false }
}

/** No answer, or one that does not say whether it was done: the order may have been placed. */
export function outcomeUnknown(error: unknown): boolean {
  if (error instanceof RefusalError) return error.code === 500 || error.code === 503 || error.code === 401
  if (error instanceof NetworkError && error.status !== undefined)
    return error.status >= 500 || error.status === 401 || error.status === 408
  return true
}

/** A fault that may pass in a moment, so that asking again at once is worth the operator's time; a timeout has cost them 20 s already. */
export const mayRetry = (error: unknown) =>
  outcomeUnknown(error) && !signedOut(error) && !(error instanceof NetworkError && error.kind === 'timeout')

/** The session ended while the order was on its way: it can be asked about again after signing in. */
const signedOut = (error: unknown) =>
  (error instanceof RefusalError && error.code === 401) || (error instanceof NetworkError && error.status === 401)
