import { deskTripCalls } from '@chauffeur/contract/call-centre/trip'
import { describePoint, findPlaces } from './place.service.ts'
import { toWgs84 } from '#platform/values/geo'
import { implement } from '#platform/http/implement'
import { terminateOrder } from '#areas/order/bill'

export const deskTripRoutes = implement(
  'callCentre',
  deskTripCalls,
)({
  gpsLocation: async ({ input, db, fail }) => {
    const [best] = await findPlaces(db, { cityId: input.cityId, keyword: input.address, limit: 1 })
    if (!best) return fail('callCentre.addressUnknown')
    return { ...best, exact: best.name === input.address || best.address === input.address }
  },
  gpsStreet: async ({ input, db }) => {
    const { address, ...rest } = await describePoint(db, toWgs84(input, input.datum))
    return { ...rest, street: rest.nearest && rest.nearest.address !== '' && address !== '' ? rest.nearest.address : address }
  },
  terminate: async ({ input, db, operator, platform, request, fail, audit }) => {
    const ended = await terminateOrder(db, input, operator, { requestId: request.id, platform, fail })
    audit({ object: 'order', objectId: input.orderId, before: ended.before, after: ended.after })
    return ended.after
  },
})
