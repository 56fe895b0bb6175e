import { cityCalls } from '@chauffeur/contract/operations/city'
import { toWgs84 } from '#platform/values/geo'
import { implement } from '#platform/http/implement'
import { describePoint, findPlaces } from './place.service.ts'

export const cityRoutes = implement(
  'city',
  cityCalls,
)({
  browserKey: ({ platform: { settings } }) => ({ provider: settings.map.provider, ak: settings.map.key, styleUrl: settings.map.styleUrl }),
  searchPlaces: async ({ input, db, forCaller }) => ({
    rows: await findPlaces(input.phone ? await forCaller(input.phone) : db, input),
  }),
  reverseAddress: ({ input, db }) => describePoint(db, toWgs84(input, input.datum)),
})
