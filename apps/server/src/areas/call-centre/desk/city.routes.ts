import { cityCalls } from '@chauffeur/contract/operations/city'
import { mapInForce } from '#areas/operations/ground'
import { toWgs84 } from '#platform/values/geo'
import { implement } from '#platform/http/implement'
import { describePoint, findPlaces, geocoded, suggestedPlaces } from './place.service.ts'

export const cityRoutes = implement(
  'city',
  cityCalls,
)({
  browserKey: ({ db, platform }) => mapInForce(db, platform.settings),
  searchPlaces: async ({ input, db, forCaller, platform, operator: { tenantId } }) =>
    findPlaces({ db: input.phone ? await forCaller(input.phone) : db, platform, tenantId }, input),
  addressTips: ({ input, db, platform, operator: { tenantId } }) => suggestedPlaces({ db, platform, tenantId }, input),
  geocodeAddress: ({ input, db, platform, operator: { tenantId } }) => geocoded({ db, platform, tenantId }, input),
  reverseAddress: ({ input, db, platform, operator: { tenantId } }) =>
    describePoint({ db, platform, tenantId }, toWgs84(input, input.datum)),
})
