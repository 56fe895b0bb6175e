import { mapServiceCalls } from '@chauffeur/contract/operations/map-service'
import { implement } from '#platform/http/implement'
import { findCity } from '../city/index.ts'
import { enableService, listServices, moveService, removeService, saveService } from './map-service.service.ts'
import { tryService } from './try-service.ts'

export const mapServiceRoutes = implement(
  'map-service',
  mapServiceCalls,
)({
  list: ({ db, platform }) => listServices(db, platform),
  save: ({ input, db, ...context }) => saveService(input, { tx: db, ...context }),
  enable: ({ input, db, ...context }) => enableService(input, { tx: db, ...context }),
  move: ({ input, db, ...context }) => moveService(input, { tx: db, ...context }),
  remove: ({ input, db, ...context }) => removeService(input, { tx: db, ...context }),
  tryOut: async ({ input, db, platform, fail }) => {
    const city = input.cityId ? await findCity(db, input.cityId) : undefined
    return tryService(input, {
      db,
      platform,
      fail,
      city: city ? { cityId: city.city_id, name: city.name, lat: city.lat, lng: city.lng } : null,
    })
  },
})
