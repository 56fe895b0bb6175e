import type { InputOf } from '@chauffeur/contract/kernel/call'
import type { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { normalPhone } from '@chauffeur/contract/kernel/telephone-number'
import { instantOf } from '#ui/show/time.view.ts'

export type PlaceInput = InputOf<typeof callCentreCalls.place>
export type EstimateInput = InputOf<typeof callCentreCalls.estimate>
export type End = 'pickup' | 'dropoff'

/** Where an end of the trip is, in WGS84, and what it is called there. The address of the order is what stands in its field. */
export interface TripPlace {
  address: string
  lng: number
  lat: number
  /** How it came about; left out: chosen from what was offered. */
  pin?: NonNullable<PlaceInput['pickupPin']>
  /** Where to wait, as the place itself says. */
  note?: string
  /** Of a point clicked on the map: what the map calls it, and whether that is a name or only the town around it. */
  called?: { address: string; named: boolean } | undefined
  /** As it stands among the places of the business. */
  kept?: KeptPlace | undefined
}
export interface KeptPlace {
  placeId: string
  version: number
  name: string
  lng: number
  lat: number
}
/** What stands in a field without a place on the map. */
export const isWordsAlone = (draft: Draft, end: End): boolean => draft[end] === null && draft.text[end].trim() !== ''

const NAME_LONGEST = 60
const ADDRESS_LONGEST = 120
/** An end that was set on the map and has a name, as a place of the business; null for all else, and for one that is kept as it stands. */
export function keepable(draft: Draft, end: End) {
  const place = draft[end]
  const words = draft.text[end].trim()
  if (place?.pin !== 'DRAGGED' || words === '' || draft.attempt) return null
  const { lng, lat, called, kept } = place
  if (called && !called.named && words === called.address) return null
  const name = words.slice(0, NAME_LONGEST)
  if (kept && kept.name === name && kept.lng === lng && kept.lat === lat) return null
  const address = [called?.named ? called.address : '', words].find((one) => one !== '' && one !== name)
  return { name, address: address?.slice(0, ADDRESS_LONGEST), lng, lat, kept }
}

/** What takes something off the price: the best that fits, nothing, or one the operator chose. */
export type DiscountChoice = { kind: 'BEST' } | { kind: 'NONE' } | { kind: 'COUPON' | 'RIGHT'; id: string; name: string }

export interface PlacedOrders {
  /** Empty when the desk was opened on an order that was there before. */
  bookingNo: string
  orders: { orderId: string; orderNo: string }[]
  /** From where to where, in words. */
  route: string
}

/** An order as far as it has been typed. Plain JSON: it outlives a tab switch, a reload and a new sign-in. */
export interface Draft {
  /** As typed. */
  phone: string
  /** The number whose customer is shown; empty before one was taken. */
  customerPhone: string
  cityId: string
  pickup: TripPlace | null
  dropoff: TripPlace | null
  /** What stands in the address fields, chosen or half typed. */
  text: Record<End, string>
  /** For the driver: an entrance, a sign. */
  pickupNote: string
  driverCount: number
  /** Wall clock of the city, `2026-11-20T21:30`; empty for at once. */
  bookTime: string
  driver: { driverId: string; driverNo: string; name: string } | null
  contactPhone: string
  customerName: string
  carPlate: string
  remark: string
  /** The partner channel the customer comes through; empty for none. */
  channelId: string
  /** The enterprise that pays; empty for the customer. */
  enterpriseId: string
  discount: DiscountChoice
  /** Sent, and no answer yet: it may have been placed, so only the same again is safe. */
  attempt: { key: string; input: PlaceInput } | null
  placed: PlacedOrders | null
}

export const emptyDraft = (phone = ''): Draft => ({
  phone,
  customerPhone: normalPhone(phone) ?? '',
  cityId: '',
  pickup: null,
  dropoff: null,
  text: { pickup: '', dropoff: '' },
  pickupNote: '',
  driverCount: 1,
  bookTime: '',
  driver: null,
  contactPhone: '',
  customerName: '',
  carPlate: '',
  remark: '',
  channelId: '',
  enterpriseId: '',
  discount: { kind: 'BEST' },
  attempt: null,
  placed: null,
})

/** Whether something was typed that was not placed yet: more than the number the desk was opened with. */
export const isHalfTyped = (draft: Draft, openedWith: string): boolean =>
  // Under an order that was only opened to be looked at, the draft is still there.
  (draft.placed === null || draft.placed.bookingNo === '') &&
  (draft.phone.trim() !== openedWith ||
    draft.driverCount !== 1 ||
    [draft.pickup, draft.dropoff, draft.driver, draft.attempt].some((one) => one !== null) ||
    [
      draft.text.pickup,
      draft.text.dropoff,
      draft.pickupNote,
      draft.bookTime,
      draft.contactPhone,
      draft.customerName,
      draft.carPlate,
      draft.remark,
    ].some((text) => text.trim() !== ''))

/** The desk opened on an order that was there before. */
export const singleOrder = (orderId: string): PlacedOrders => ({ bookingNo: '', orders: [{ orderId, orderNo: '' }], route: '' })

export type OptionFields = Pick<
  Draft,
  'driverCount' | 'pickupNote' | 'bookTime' | 'contactPhone' | 'customerName' | 'carPlate' | 'remark' | 'channelId' | 'enterpriseId'
>

export type DraftAction =
  | { type: 'phoneTyped'; phone: string }
  | { type: 'phoneTaken' }
  | { type: 'citySet'; cityId: string }
  | { type: 'placeTyped'; end: End; text: string }
  | { type: 'placeChosen'; end: End; place: TripPlace; cityId?: string }
  | { type: 'placeFound'; end: End; text: string; place: TripPlace }
  | { type: 'placeMoved'; end: End; lng: number; lat: number }
  | { type: 'placeKept'; end: End; kept: KeptPlace | undefined }
  | { type: 'options'; options: Partial<OptionFields> }
  | { type: 'driverChosen'; driver: Draft['driver'] }
  | { type: 'discountChosen'; discount: DiscountChoice }
  | { type: 'attempted'; key: string; input: PlaceInput }
  | { type: 'attemptEnded' }
  | { type: 'placed'; placed: PlacedOrders }
  | { type: 'backToDraft' }
  | { type: 'started'; phone: string }

export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  if (action.type === 'started') return emptyDraft(action.phone)
  if (action.type === 'attempted') return { ...draft, attempt: { key: action.key, input: action.input } }
  if (action.type === 'attemptEnded') return { ...draft, attempt: null }
  if (action.type === 'placed') return { ...draft, attempt: null, placed: action.placed }
  if (action.type === 'backToDraft') return { ...draft, placed: null }
  // NOTE: while an attempt has no answer the order may exist as it was sent; changing it now would order twice.
  if (draft.attempt) return draft
  switch (action.type) {
    case 'phoneTyped':
      return { ...draft, phone: action.phone }
    case 'phoneTaken':
      return taken(draft, normalPhone(draft.phone) ?? draft.customerPhone)
    case 'citySet':
      return action.cityId === draft.cityId
        ? draft
        : { ...draft, cityId: action.cityId, pickup: null, dropoff: null, text: { pickup: '', dropoff: '' }, pickupNote: '', driver: null }
    case 'placeTyped':
      return typed(draft, action)
    case 'placeFound':
      // What was typed meanwhile is somewhere else.
      return isWordsAlone(draft, action.end) && draft.text[action.end].trim() === action.text
        ? { ...draft, [action.end]: { ...action.place, pin: 'GEOCODED' } }
        : draft
    case 'placeMoved': {
      const { end, lng, lat } = action
      return { ...draft, [end]: { ...draft[end], address: draft.text[end], lng, lat, pin: 'DRAGGED', called: undefined } }
    }
    case 'placeKept':
      return { ...draft, [action.end]: draft[action.end] && { ...draft[action.end], kept: action.kept } }
    case 'placeChosen':
      return chosen(draft, action)
    case 'options':
      return { ...draft, ...action.options }
    case 'driverChosen':
      return { ...draft, driver: action.driver, driverCount: action.driver ? 1 : draft.driverCount }
    case 'discountChosen':
      return { ...draft, discount: action.discount }
  }
}

/** Other words are another place, but for one that was set on the map by hand: those are its name. */
function typed(draft: Draft, { end, text }: { end: End; text: string }): Draft {
  const place = draft[end]
  const stays = place?.pin === 'DRAGGED' && text.trim() !== ''
  return {
    ...draft,
    [end]: stays ? { ...place, address: text } : null,
    text: { ...draft.text, [end]: text },
    pickupNote: end === 'pickup' && !stays ? noteWith(draft, undefined) : draft.pickupNote,
    driver: end === 'pickup' && !stays ? null : draft.driver,
  }
}
/** The note of a place goes with it; one that the operator wrote stays. */
const noteWith = ({ pickup, pickupNote }: Draft, place: TripPlace | undefined): string =>
  place?.note || (pickup?.note && pickup.note === pickupNote ? '' : pickupNote)

/** Who pays and with what belongs to the caller: another caller begins without. */
function taken(draft: Draft, customerPhone: string): Draft {
  if (customerPhone === draft.customerPhone) return draft
  return { ...draft, customerPhone, enterpriseId: '', discount: { kind: 'BEST' } }
}

/** A pick-up in another city moves the order there, and the destination of the first city no longer fits; a far destination moves nothing. */
function chosen(draft: Draft, { end, place, cityId = draft.cityId }: { end: End; place: TripPlace; cityId?: string }): Draft {
  const text = { ...draft.text, [end]: place.address }
  if (end === 'dropoff') return { ...draft, cityId: draft.cityId || cityId, dropoff: place, text }
  const moves = draft.cityId !== '' && cityId !== draft.cityId
  const pickupNote = noteWith(draft, place)
  if (!moves) return { ...draft, cityId, pickup: place, text, pickupNote, driver: null }
  return { ...draft, cityId, pickup: place, pickupNote, dropoff: null, text: { pickup: place.address, dropoff: '' }, driver: null }
}

/** The orders of a booking after one of them went on as another attempt. */
export function withNextAttempt(placed: PlacedOrders, from: string, to: { orderId: string; orderNo: string }): PlacedOrders {
  return { ...placed, orders: placed.orders.map((order) => (order.orderId === from ? to : order)) }
}

/** From where to where, in words; the destination may be missing. */
export const routeOf = (pickup: string, dropoff: string | undefined) => (dropoff ? `${pickup} → ${dropoff}` : pickup)

/** What a quote is asked for before anything is taken off, or null while the trip has no beginning; of an end that is only words nothing is known. */
export function estimateInput(draft: Draft, utcOffsetMinutes: number): EstimateInput | null {
  if (draft.text.pickup.trim() === '' || !draft.cityId) return null
  return {
    cityId: draft.cityId,
    pickupLat: draft.pickup?.lat,
    pickupLng: draft.pickup?.lng,
    pickupDatum: 'WGS84',
    dropoffLat: draft.dropoff?.lat,
    dropoffLng: draft.dropoff?.lng,
    departAt: instantOf(draft.bookTime, utcOffsetMinutes),
    phone: draft.customerPhone || undefined,
    channelId: draft.channelId || undefined,
    enterpriseId: draft.enterpriseId || undefined,
  }
}

/** The coupon or right as the server is asked for it. */
export function discountInput(discount: { kind: 'COUPON' | 'RIGHT'; id: string } | null): Pick<EstimateInput, 'couponId' | 'rightGrantId'> {
  if (discount === null) return {}
  return discount.kind === 'COUPON' ? { couponId: discount.id } : { rightGrantId: discount.id }
}

const pinOf = (place: TripPlace | null) => place?.pin ?? (place ? 'PICKED' : undefined)
const filled = (text: string) => text.trim() || undefined

/**
 * What is ordered, or null while something is missing (`missingStep` says what). A quote comes with the discount it was made with; without
 * one the order has what the operator chose, and the server reckons.
 */
export function placeInput(
  draft: Draft,
  utcOffsetMinutes: number,
  quoted: { quoteId: string; discount: { kind: 'COUPON' | 'RIGHT'; id: string } | null } | undefined,
): PlaceInput | null {
  const trip = estimateInput(draft, utcOffsetMinutes)
  if (!trip || missingStep(draft) !== null) return null
  return {
    ...trip,
    phone: draft.customerPhone,
    pickupAddress: draft.text.pickup.trim(),
    pickupPin: pinOf(draft.pickup),
    pickupNote: filled(draft.pickupNote ?? ''),
    dropoffAddress: filled(draft.text.dropoff),
    dropoffPin: pinOf(draft.dropoff),
    driverCount: draft.driverCount,
    bookTime: trip.departAt,
    driverId: draft.driver?.driverId,
    contactPhone: filled(draft.contactPhone),
    customerName: filled(draft.customerName),
    carPlate: filled(draft.carPlate),
    remark: filled(draft.remark),
    ...discountInput(quoted ? quoted.discount : 'id' in draft.discount ? draft.discount : null),
    quoteId: quoted?.quoteId,
  }
}

/** The first step that still needs something before the order can be placed. */
export function missingStep(draft: Draft): 'phone' | 'pickup' | 'contactPhone' | null {
  if (!draft.customerPhone || normalPhone(draft.phone) !== draft.customerPhone) return 'phone'
  if (draft.text.pickup.trim() === '' || !draft.cityId) return 'pickup'
  if (draft.contactPhone.trim() !== '' && normalPhone(draft.contactPhone) === null) return 'contactPhone'
  return null
}
