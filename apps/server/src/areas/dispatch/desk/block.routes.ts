import { dispatchBlocksCalls } from '@chauffeur/contract/dispatch/block'
import { findOrder } from '#areas/order/model'
import { implement } from '#platform/http/implement'
import { wholeTenant } from '#platform/database/scope'
import { whole } from '#platform/database/whole-tenant'
import { blockList, blockView } from './block.list.ts'
import { blockBetween, deleteBlock } from './block.queries.ts'
import { blockDriver } from './block.service.ts'
import { driverInScope } from './desk.queries.ts'

export const dispatchBlocksRoutes = implement(
  'dispatchBlocks',
  dispatchBlocksCalls,
)({
  list: blockList.page,
  ofOrder: async ({ input, db, operator, platform, fail }) => {
    const order = (await findOrder(db, input.orderId)) ?? fail('dispatchBlocks.orderNotFound')
    // The customer of an order in sight may live beyond the scope.
    const all = platform.db.reader(wholeTenant(operator.tenantId))
    const block = order.driver_id ? await blockBetween(all, order.customer_id, order.driver_id) : undefined
    return { block: block ? blockView(block) : null }
  },
  add: async ({ input, db, operator, platform, audit, fail }) => {
    const order = (await findOrder(db, input.orderId)) ?? fail('dispatchBlocks.orderNotFound')
    const driver = (await driverInScope(db, input.driverId)) ?? fail('dispatchBlocks.driverNotFound')
    const block = {
      tenantId: operator.tenantId,
      customerId: order.customer_id,
      driverId: driver.driver_id,
      days: input.days ?? null,
      reason: input.reason,
      by: operator,
    }
    const until = await blockDriver(whole(db), block)
    platform.wakeDispatch(order.city_id)
    audit({ object: 'customerDriverBlock', objectId: `${order.customer_id}/${driver.driver_id}`, after: { ...input, until } })
    return { until: until?.toISOString() ?? null }
  },
  remove: async ({ input, db, audit, fail }) => {
    const order = input.orderId ? await findOrder(db, input.orderId) : undefined
    const { customerId, driverId } = input
    const removed = await deleteBlock(order?.customer_id === customerId ? whole(db) : db, customerId, driverId)
    if (!removed) return fail('dispatchBlocks.notFound')
    audit({ object: 'customerDriverBlock', objectId: `${customerId}/${driverId}` })
    return {}
  },
})
