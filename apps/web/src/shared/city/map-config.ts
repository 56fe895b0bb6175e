import { cityCalls } from '@chauffeur/contract/operations/city'
import type { openCity } from '@chauffeur/contract/operations/city'
import { groundCalls } from '@chauffeur/contract/operations/ground'
import type { output } from 'zod'
import { useMemo } from 'react'
import { sendCall, useCall } from '#platform/http/call.ts'
import { API_BASE } from '#platform/http/http.ts'
import { useMay } from '#platform/session/session.ts'
import { tr } from '#platform/text/text.ts'
import type { MapConfig, ServiceArea } from '#ui/map/map.tsx'
import { cornersOf } from '#shared/fence/fence.view.ts'
import { toWgs84 } from '#ui/map/datum.ts'
import { offlineConfig } from '#ui/map/provider.ts'

/** Maps ask for it as they move. */
const known: MapConfig['known'] = (place) => sendCall(groundCalls.known, place, { silent: true })

/** The site's map setting; undefined until it is known, the built-in ground when it cannot be. */
export function useMapConfig(): MapConfig | undefined {
  const { data, error } = useCall(cityCalls.browserKey, {})
  const maySet = useMay(groundCalls.ground)
  return useMemo(() => {
    const files = data?.files.map(({ name, url }) => ({ name, url: `${API_BASE}${url}` })) ?? []
    const config = data ? { ...data, files } : error ? offlineConfig : undefined
    return config && { ...config, known, ...(maySet && { settingHref: '#/Sys/MapServices' }) }
  }, [data, error, maySet])
}

type OpenCity = output<typeof openCity>

/** Where each city is served, as the map draws it. */
export const areasOf = (cities: readonly OpenCity[]): ServiceArea[] =>
  cities.map((city) => ({
    id: city.cityId,
    name: tr(city.name),
    centre: toWgs84(city.centre),
    radiusM: city.serviceRadiusM,
    ...(city.serviceArea && { outline: cornersOf(city.serviceArea) }),
  }))

/** A view that shows a whole city. */
export const cityView = (city: OpenCity) => {
  const centre = toWgs84(city.centre)
  const spread = city.serviceRadiusM / 111_000
  return {
    fit: [
      { lng: centre.lng - spread, lat: centre.lat - spread },
      { lng: centre.lng + spread, lat: centre.lat + spread },
    ],
  }
}
