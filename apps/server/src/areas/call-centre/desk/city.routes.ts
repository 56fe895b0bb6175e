import { cityCalls } from '@chauffeur/contract/operations/city'
import { mapInForce } from '#areas/operations/ground'
import { toWgs84 } from '#platform/values/geo'
import { implement } from '#platform/http/implement'
import { describePoint, findPlaces } from './place.service.ts'

export const cityRoutes = implement(
  'city',
  cityCalls,
)({
  browserKey: ({ db, platform }) => mapInForce(db, platform.settings),
  searchPlaces: async ({ input, db, forCaller }) => ({
    rows: await findPlaces(input.phone ? await forCaller(input.phone) : db, input),
  }),
  reverseAddress: ({ input, db }) => describePoint(db, toWgs84(input, input.datum)),
})
