import { deskTripCalls } from '@chauffeur/contract/call-centre/trip'
import { describePoint, geocoded } from './place.service.ts'
import { toWgs84 } from '#platform/values/geo'
import { implement } from '#platform/http/implement'
import { terminateOrder } from '#areas/order/bill'

export const deskTripRoutes = implement(
  'callCentre',
  deskTripCalls,
)({
  gpsLocation: async ({ input, db, platform, operator: { tenantId }, fail }) =>
    (await geocoded({ db, platform, tenantId }, input)).found ?? fail('callCentre.addressUnknown'),
  gpsStreet: async ({ input, db, platform, operator: { tenantId } }) => {
    const { address, ...rest } = await describePoint({ db, platform, tenantId }, toWgs84(input, input.datum))
    return { ...rest, street: rest.nearest && rest.nearest.address !== '' && address !== '' ? rest.nearest.address : address }
  },
  terminate: async ({ input, db, operator, platform, request, fail, audit }) => {
    const ended = await terminateOrder(db, input, operator, { requestId: request.id, platform, fail })
    audit({ object: 'order', objectId: input.orderId, before: ended.before, after: ended.after })
    return ended.after
  },
})
