import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import { implement } from '#platform/http/implement'
import { assignableDrivers, assignDriver, confirmArrival, redispatch } from './desk.service.ts'
import { tellOffered } from '../offer/index.ts'

export const dispatchDeskRoutes = implement(
  'dispatchDesk',
  dispatchDeskCalls,
)({
  drivers: async ({ input, db, operator, platform, fail }) =>
    (await assignableDrivers(db, { platform, operator }, input)) ?? fail('dispatchDesk.orderNotFound'),
  assign: async ({ input, db, operator, platform, request, audit, fail }) => {
    const order = await assignDriver(db, { platform, operator, requestId: request.id, fail }, input)
    audit({ object: 'order', objectId: order.order_id, after: { driverId: input.driverId, anyway: input.anyway ?? false } })
    tellOffered(platform.db, operator.tenantId, input.driverId)
    platform.wakeDispatch(order.city_id)
    return {
      orderId: order.order_id,
      orderNo: order.order_no,
      serviceStatus: order.service_status,
      driverId: order.driver_id!,
      version: order.version,
    }
  },
  redispatch: async ({ input, db, operator, platform, request, audit, fail }) => {
    const { order, radiusM, timeoutS } = await redispatch(db, { platform, operator, requestId: request.id, fail }, input)
    audit({ object: 'order', objectId: input.orderId, after: { orderId: order.order_id, radiusM } })
    platform.wakeDispatch(order.city_id)
    return {
      orderId: order.order_id,
      orderNo: order.order_no,
      serviceStatus: order.service_status,
      radiusM,
      timeoutS,
      version: order.version,
    }
  },
  confirmArrival: async ({ input, db, operator, platform, request, audit, fail }) => {
    const order = await confirmArrival(db, { platform, operator, requestId: request.id, fail }, input)
    audit({ object: 'order', objectId: order.order_id, after: { serviceStatus: order.service_status, reason: input.reason } })
    return {
      orderId: order.order_id,
      orderNo: order.order_no,
      serviceStatus: order.service_status,
      version: order.version,
    }
  },
})
