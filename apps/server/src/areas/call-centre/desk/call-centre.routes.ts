import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { liveServiceStatuses } from '@chauffeur/contract/order/model'
import { citiesOff, cityView, findCity, tenantCities } from '#areas/operations/city'
import { findCustomerByPhone } from '#areas/customer/card'
import { inForce as dispatchSettingInForce, timeoutOf } from '#areas/dispatch/settings'
import { orderRowView, ordersWhere } from '#areas/order/model'
import { cancelOrder } from '#areas/order/cancel'
import { tieCallToBooking } from '../phone/index.ts'
import { implement } from '#platform/http/implement'
import { wholeTenant } from '#platform/database/scope'
import { customerCard } from '#areas/customer/card'
import { nearbyDrivers } from './nearby.service.ts'
import { orderProgress } from '#areas/order/list'
import { placeOrder, quoteTrip, switchFor } from '#areas/order/booking'

export const deskRoutes = implement(
  'callCentre',
  callCentreCalls,
)({
  openCities: async ({ db, operator, platform }) => {
    const [cities, off] = await Promise.all([
      tenantCities(db),
      citiesOff(platform.db.reader(wholeTenant(operator.tenantId)), switchFor(operator)),
    ])
    return { rows: cities.map((city) => ({ ...cityView(city), ordersOff: off.has(city.city_id) })) }
  },
  customerInfo: async ({ input, forCaller, operator, platform, request }) =>
    customerCard(
      await forCaller(input.phone),
      input.phone,
      { authorities: operator.authorities, english: request.english, whole: platform.db.reader(wholeTenant(operator.tenantId)) },
      new Date(),
      input.quoteId,
    ),
  nearbyDrivers: ({ input, db, operator, platform }) => nearbyDrivers(db, input, operator.tenantId, platform, Date.now()),
  estimate: async ({ input, db, forCaller, operator, platform, request, fail }) => {
    if (input.phone) await forCaller(input.phone)
    return quoteTrip(db, input, operator, { platform, english: request.english, now: new Date(), fail })
  },
  place: async ({ input, forCaller, db, operator, platform, request, fail, audit }) => {
    await forCaller(input.phone)
    const placed = await placeOrder(db, input, operator, { platform, requestId: request.id, now: new Date(), fail })
    if (input.callId) await tieCallToBooking(db, operator, input.callId, placed.bookingId)
    audit({ object: 'booking', objectId: placed.bookingId, after: placed })
    platform.wakeDispatch(input.cityId)
    return placed
  },
  orderStatus: async ({ input, db, operator, platform, fail }) =>
    (await orderProgress(db, input.orderId, platform, operator.authorities)) ?? fail('order.notFound'),
  cancel: async ({ input, db, operator, platform, request, fail, audit }) => {
    const result = await cancelOrder(db, input, operator, { platform, requestId: request.id, fail })
    if (result.cancelled) audit({ object: 'order', objectId: input.orderId, after: result })
    return result
  },
  goingOn: async ({ input, forCaller, operator }) => {
    const db = await forCaller(input.phone)
    const customer = await findCustomerByPhone(db, input.phone)
    const rows = customer ? await ordersWhere(db, { customerId: customer.customer_id, statuses: liveServiceStatuses }, 20) : []
    return { goingOn: rows.length > 0, orders: rows.map((row) => orderRowView(row, operator.authorities)) }
  },
  dispatchSetting: async ({ input, db, operator, fail }) => {
    const city = await findCity(db, input.cityId)
    if (!city) return fail('callCentre.cityClosed')
    const { setting, params } = await dispatchSettingInForce(db, city.city_id, {
      channelId: operator.channelId ?? input.channelId ?? null,
      serviceType: input.serviceType ?? 'TRIP',
      at: Date.now(),
      utcOffsetMinutes: city.utc_offset_minutes,
    })
    return {
      ...params,
      cityId: city.city_id,
      settingId: setting?.id ?? null,
      version: setting?.version ?? null,
      timeoutS: timeoutOf(params),
    }
  },
  unpaidOrders: async ({ input, forCaller, operator }) => {
    const db = await forCaller(input.phone)
    const customer = await findCustomerByPhone(db, input.phone)
    const rows = customer ? await ordersWhere(db, { customerId: customer.customer_id, unpaidOnly: true }, 50) : []
    return { rows: rows.map((row) => orderRowView(row, operator.authorities)) }
  },
})
