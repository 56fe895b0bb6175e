import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type cityCalls } from '@chauffeur/contract/operations/city'
import type { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import type { Area } from './geo.ts'
import { stream } from '../random.ts'

export type OpenCity = Omit<AnswerOf<typeof callCentreCalls.openCities>['rows'][number], 'ordersOff'>
export type Place = AnswerOf<typeof cityCalls.searchPlaces>['rows'][number]

/** One city as the actors know it. */
export interface City {
  cityId: string
  name: string
  utcOffsetMinutes: number
  /** Where customers call from and drivers wait. */
  core: Area
  /** Where trips lead; nobody goes further out. */
  roam: Area
  /** Which way its streets run, degrees. */
  gridDeg: number
  /** Places that customers name, within the core. */
  places: Place[]
  /** Drivers of ours who work here. */
  drivers: number
}

/** A core this wide puts the next free driver about a kilometre away. */
const metresPerRootDriver = 1100
const smallestCoreM = 4000
const outskirtsM = 6000
/** A pick-up on the very edge of the service area might be refused for a rounding. */
const safeShare = 0.9

/** `expectedDrivers` says how wide the city is lived in; it comes from the arguments, so that the same seed gives the same city. */
export function cityOf(open: OpenCity, expectedDrivers: number, seed: number): City {
  const limitM = open.serviceRadiusM * safeShare
  const coreM = Math.min(limitM, Math.max(smallestCoreM, metresPerRootDriver * Math.sqrt(expectedDrivers)))
  const centre = { lat: open.centre.lat, lng: open.centre.lng }
  return {
    cityId: open.cityId,
    name: open.name,
    utcOffsetMinutes: open.utcOffsetMinutes,
    core: { centre, radiusM: coreM },
    roam: { centre, radiusM: Math.min(limitM, coreM + outskirtsM) },
    gridDeg: stream(seed, 'grid', open.cityId).between(-20, 20),
    places: [],
    drivers: 0,
  }
}

/** How busy an hour is against the mean of the day: quiet mornings, an evening peak from 20 to 24, a long tail of the night. */
const hourWeights = [1.5, 1.1, 0.7, 0.4, 0.3, 0.2, 0.2, 0.2, 0.3, 0.3, 0.4, 0.5, 0.8, 0.8, 0.6, 0.6, 0.7, 0.9, 1.2, 1.7, 2.5, 3.0, 3.0, 2.1]
export const hourWeight = (at: Date, utcOffsetMinutes: number) => {
  const local = new Date(at.getTime() + utcOffsetMinutes * 60_000)
  return hourWeights[local.getUTCHours()] ?? 1
}
export const busiestWeight = Math.max(...hourWeights)
