import { metresBetween } from '#platform/live/positions'
import { defaultSettings } from '#platform/process/settings'
import { demoCity } from '../cities.ts'
import { knownPlaces } from '../places/doors.ts'
import type { DemoPlace, PlaceKind } from '../places/place.ts'
import type { Chance } from '../random.ts'

export interface Spot {
  address: string
  lat: number
  lng: number
}
export interface TripPlan {
  pickup: Spot
  /** Where the driver meets the customer: at a door, where the place has some. */
  met: { lat: number; lng: number }
  /** Null: the customer says on the way where to go. */
  dropoff: Spot | null
  /** Where the trip ends in any case. */
  end: Spot
  estimateDistanceM: number
  estimateDurationS: number
  /** What was driven in the end. */
  distanceM: number
  durationS: number
  toAirport: boolean
}

type Weights = readonly (readonly [PlaceKind, number])[]
const evening: Weights = [
  ['DINE', 56],
  ['SHOP', 12],
  ['STAY', 12],
  ['WORK', 10],
  ['SEE', 4],
  ['RIDE', 3],
  ['HOME', 3],
]
const daytime: Weights = [
  ['WORK', 28],
  ['DINE', 22],
  ['SHOP', 16],
  ['RIDE', 12],
  ['CARE', 8],
  ['STAY', 8],
  ['SEE', 6],
]
const homeward: Weights = [
  ['HOME', 74],
  ['STAY', 12],
  ['RIDE', 4],
  ['DINE', 6],
  ['WORK', 4],
]
const about: Weights = [
  ['HOME', 42],
  ['WORK', 20],
  ['STAY', 14],
  ['RIDE', 14],
  ['SHOP', 6],
  ['CARE', 4],
]

const NEAREST_M = 1_200

/** A trip of the city as people of that hour take it: from dinner home in the evening, between work, stations and home by day. */
export function planTrip(cityId: number, hour: number, random: Chance): TripPlan {
  const late = hour >= 18 || hour < 5
  const from = placeOf(cityId, late ? evening : daytime, random)
  let to = placeOf(cityId, late ? homeward : about, random)
  for (let tries = 0; tries < 5 && metresBetween(from[3], from[4], to[3], to[4]) < NEAREST_M; tries++)
    to = placeOf(cityId, late ? homeward : about, random)
  const pickup = spotAt(from, random)
  const end = spotAt(to, random)
  const roadM = Math.max(800, (metresBetween(pickup.lat, pickup.lng, end.lat, end.lng) * defaultSettings.detourX100) / 100)
  const dropoff = random.is(0.86) ? end : null
  const estimateDistanceM = dropoff ? Math.round(roadM) : 0
  const distanceM = Math.round(roadM * random.between(0.92, 1.22))
  return {
    pickup,
    met: metAt(from, pickup),
    dropoff,
    end,
    estimateDistanceM,
    estimateDurationS: Math.ceil(estimateDistanceM / defaultSettings.tripMps),
    distanceM,
    durationS: Math.round(distanceM / (defaultSettings.tripMps * random.between(late ? 0.85 : 0.7, late ? 1.35 : 1.1))),
    toAirport: to[0] === 'RIDE' && to[1].includes('机场'),
  }
}

const byKind = new Map<string, readonly DemoPlace[]>()
function placeOf(cityId: number, weights: Weights, random: Chance): DemoPlace {
  const kind = random.weighted(weights)
  const key = `${cityId} ${kind}`
  let places = byKind.get(key)
  if (!places) byKind.set(key, (places = demoCity(cityId).places.filter((place) => place[0] === kind)))
  return random.pick(places)
}

/** People stand somewhere around the place they name. */
function spotAt([, name, address, lat, lng]: DemoPlace, random: Chance): Spot {
  const off = () => random.between(-0.0012, 0.0012)
  return { address: `${name} ${address}`, lat: rounded(lat + off()), lng: rounded(lng + off()) }
}
/** Which of the doors, and how near to it, is as chance had it with the spot that was asked for. */
function metAt([, name, , lat, lng]: DemoPlace, asked: Spot): TripPlan['met'] {
  const doors = knownPlaces[name]?.entrances ?? []
  const door = doors[Math.round(asked.lat * 1e6) % doors.length]
  if (!door) return asked
  return { lat: rounded(door.lat + (asked.lat - lat) / 20), lng: rounded(door.lng + (asked.lng - lng) / 20) }
}
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6
