import type { RoadsProviderName } from '@chauffeur/contract/operations/map-service'
import type { LatLng } from '../../values/geo.ts'
import type { MapServiceAsked } from './services.ts'

/** What a service of roads is asked; `try it` of the settings asks a route. */
export interface RoadsQuestions {
  route(from: LatLng, to: LatLng): Promise<{ distanceM: number; durationS: number } | null>
}

/** The providers of roads that this program speaks with. */
export const roadsAdapters: Partial<Record<RoadsProviderName, (service: MapServiceAsked) => RoadsQuestions>> = {}
