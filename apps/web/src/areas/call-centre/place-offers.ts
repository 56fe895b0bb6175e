import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { callCentreCalls } from '@chauffeur/contract/call-centre'
import type { cityCalls } from '@chauffeur/contract/city'
import type { Datum } from '@chauffeur/contract/kernel/fields'

export type UsedAddress = AnswerOf<typeof callCentreCalls.customerInfo>['lastAddresses'][number]
type Found = AnswerOf<typeof cityCalls.searchPlaces>['rows'][number]

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
}

/** The customer's own addresses, each once, as they can be reused by number. */
export function reusable(addresses: readonly UsedAddress[]): UsedAddress[] {
  const seen = new Set<string>()
  return addresses.filter((used) => !seen.has(used.address) && seen.add(used.address)).slice(0, 5)
}

/** What an address field offers for a text: own addresses that contain it, then the search's, each address once. */
export function offersOf(recent: readonly UsedAddress[], found: readonly Found[], text: string): PlaceOffer[] {
  const wanted = text.trim()
  const own = reusable(recent)
    .map((used, index) => ({ recent: index + 1, name: used.address, more: '', address: used.address, ...at(used) }))
    .filter((offer) => offer.address.includes(wanted))
  const known = new Set(own.map((offer) => offer.address))
  const searched = found
    .map((place) => ({ recent: 0, name: place.name, more: place.address, address: addressOf(place), ...at(place) }))
    .filter((offer) => !known.has(offer.address))
  return [...own, ...searched]
}

/** A driver needs street and name; where the street already says the name it is not said twice. */
const addressOf = ({ name, address }: Found) => (address === '' ? name : address.includes(name) ? address : `${address} ${name}`)
const at = ({ lng, lat, datum, cityId }: Found | UsedAddress) => ({ lng, lat, datum, cityId })
