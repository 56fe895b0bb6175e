import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import type { cityCalls } from '@chauffeur/contract/operations/city'
import type { Datum } from '@chauffeur/contract/kernel/fields'
import { t } from '#platform/text/text.ts'
import type { End } from '../draft/desk-draft.ts'

export type UsedAddress = AnswerOf<typeof callCentreCalls.customerInfo>['lastAddresses'][number]
type FoundPlace = AnswerOf<typeof cityCalls.searchPlaces>['rows'][number]

export interface PlaceOffer {
  /** Which of the customer's own addresses, from 1; 0 for one that was searched. */
  recent: number
  name: string
  more: string
  /** What goes into the order. */
  address: string
  lng: number
  lat: number
  datum: Datum
  cityId: string
  /** Where to wait there, as the place says. */
  note: string
}

/** The customer's own addresses, each once, as they can be reused by number. */
export function distinctAddresses(addresses: readonly UsedAddress[]): UsedAddress[] {
  const seen = new Set<string>()
  return addresses.filter((used) => !seen.has(used.address) && seen.add(used.address)).slice(0, 5)
}

const SEARCHED = 8
/** About one metre: an address that was chosen from the search lies where the search has it. */
const SAME_DEG = 0.00001
const samePlace = (used: Pick<UsedAddress, 'lat' | 'lng' | 'datum'>, place: FoundPlace) =>
  Math.abs(used.lat - place.lat) < SAME_DEG && Math.abs(used.lng - place.lng) < SAME_DEG && used.datum === place.datum

/**
 * What an address field offers for a text: own addresses that contain it or that the search finds by it, then the search's, each address once;
 * for the pick-up, behind the first of those, where its customers are usually met.
 */
export function offersOf(recent: readonly UsedAddress[], found: readonly FoundPlace[], text: string, end: End = 'dropoff'): PlaceOffer[] {
  const wanted = text.trim().toLowerCase()
  const own = distinctAddresses(recent)
    .map((used, index) => ({ used, recent: index + 1 }))
    .filter(({ used }) => used.address.toLowerCase().includes(wanted) || found.some((place) => samePlace(used, place)))
    .map(({ used, recent }) => ({ recent, name: used.address, more: '', address: used.address, ...at(used) }))
  const searched = found
    .filter((place) => !own.some((offer) => offer.address === addressOf(place) || samePlace(offer, place)))
    .flatMap((place, n) => [
      {
        recent: 0,
        name: place.name,
        more: [place.source === 'USED' ? t('该客户用过') : '', place.address, place.pickupNote].filter(Boolean).join(' · '),
        address: addressOf(place),
        ...at(place),
      },
      ...(end === 'pickup' && n === 0 ? metAt(place) : []),
    ])
    .slice(0, SEARCHED)
  return [...own, ...searched]
}

/** Where drivers met customers of the place: the same address, at that point. */
const metAt = (place: FoundPlace): PlaceOffer[] =>
  place.pickups.map(({ name, lat, lng, trips }) => {
    const called = name === '' || name === place.name || place.name.includes(name) ? place.name : `${place.name} · ${name}`
    return {
      ...at(place),
      lat,
      lng,
      recent: 0,
      name: called,
      more: t('附近常用上车点 · {n} 次', { n: trips }),
      address: addressOf({ ...place, name: called }),
    }
  })

/** From where to where a past order went, where its places are still known. */
export function placesOf(
  order: { pickupAddress: string; dropoffAddress: string; cityId: string },
  addresses: readonly UsedAddress[],
): { pickup: UsedAddress; dropoff: UsedAddress | null } | null {
  const known = (address: string) => addresses.find((used) => used.address === address)
  const pickup = known(order.pickupAddress)
  const dropoff = order.dropoffAddress === '' ? null : known(order.dropoffAddress)
  return pickup && pickup.cityId === order.cityId && dropoff !== undefined ? { pickup, dropoff } : null
}

/** A driver needs name and street, the name first, as lists cut the end off; where the street already says the name it is not said twice. */
const addressOf = ({ name, address }: FoundPlace) => (address === '' ? name : address.includes(name) ? address : `${name} ${address}`)
const at = (place: FoundPlace | UsedAddress) => ({
  lng: place.lng,
  lat: place.lat,
  datum: place.datum,
  cityId: place.cityId,
  note: 'pickupNote' in place ? place.pickupNote : '',
})
