import type { RoadsProviderName } from '@chauffeur/contract/operations/map-service'
import { amapRoads } from '../roads/amap.ts'
import { osrmRoads } from '../roads/osrm.ts'
import type { RoadService } from '../roads/service.ts'
import { tiandituRoads } from '../roads/tianditu.ts'
import { valhallaRoads } from '../roads/valhalla.ts'
import type { MapServiceAsked } from './services.ts'

/** The providers of roads that this program speaks with. */
export const roadsAdapters: Record<RoadsProviderName, (service: MapServiceAsked) => RoadService> = {
  AMAP: amapRoads,
  TIANDITU: tiandituRoads,
  OSRM: osrmRoads,
  VALHALLA: valhallaRoads,
}

/** A map service as one that knows the streets; null for a provider of addresses alone. */
export const roadServiceOf = (service: MapServiceAsked): RoadService | null =>
  service.provider in roadsAdapters ? roadsAdapters[service.provider as RoadsProviderName](service) : null
