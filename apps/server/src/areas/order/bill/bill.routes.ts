import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { implement } from '#platform/http/implement'
import { operatorActor } from '#platform/identity/session'
import { forceSubmit, previewForceSubmit } from './force-submit.service.ts'
import { recordPayment, writeOff } from './payment.service.ts'

export const orderBillRoutes = implement(
  'orderAction',
  orderBillCalls,
)({
  forceSubmitPreview: ({ input, db, fail }) => previewForceSubmit(db, input, fail),
  forceSubmit: async ({ input, db, operator, request, fail, audit }) => {
    const done = await forceSubmit(db, input, operator, request.id, fail)
    audit({ object: 'order', objectId: input.orderId, before: done.before, after: done.after })
    return done
  },
  recordPayment: async ({ input, db, operator, request, fail, audit }) => {
    const done = await recordPayment(db, input, operator, request.id, fail)
    const { order, before } = done
    const { way, amountFen, reference } = input
    const paidAt = order.paid_at!.toISOString()
    const after = { payStatus: order.pay_status, paidAt, way, amountFen, reference }
    audit({ object: 'order', objectId: order.order_id, before: { payStatus: before }, after })
    return { payStatus: order.pay_status, paidAt, version: order.version }
  },
  writeOff: async ({ input, db, operator, request, fail, audit }) => {
    const done = await writeOff(db, input.orderId, { actor: operatorActor(operator), reason: input.reason, requestId: request.id, fail })
    const { order, before } = done
    audit({ object: 'order', objectId: order.order_id, before: { payStatus: before }, after: { payStatus: order.pay_status } })
    return { payStatus: order.pay_status, version: order.version }
  },
})
