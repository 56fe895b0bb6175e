import { searchedText, searchKeys } from '#areas/operations/place'
import { demoCity } from '../cities.ts'
import type { Row } from '../load.ts'
import type { DemoTenant } from '../tenants.ts'
import { knownPlaces } from './doors.ts'

/** Well-known places of the cities that a tenant serves, as its own: operators look them up by name, pinyin or initials. */
export const placeRows = (tenants: readonly DemoTenant[], at: Date): Row<'own_places'>[] =>
  tenants
    .flatMap(({ tenantId, cities }) => cities.map(({ cityId }) => ({ tenantId, city: demoCity(cityId) })))
    .flatMap(({ tenantId, city }) =>
      city.places.map(([, name, street, lat, lng]) => {
        const { aliases = [], entrances = [], pickupNote = '' } = knownPlaces[name] ?? {}
        const place = { name, address: `${city.name}市${street}`, aliases, entrances }
        return {
          tenant_id: tenantId,
          city_id: city.cityId,
          name,
          address: place.address,
          lat,
          lng,
          aliases: [...aliases],
          entrances: JSON.stringify(entrances),
          pickup_note: pickupNote,
          searched: searchedText(place),
          search_keys: searchKeys(place, String(city.cityId)),
          created_at: at,
          updated_at: at,
        }
      }),
    )
