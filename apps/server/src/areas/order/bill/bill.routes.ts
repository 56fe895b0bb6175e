import { orderBillCalls } from '@chauffeur/contract/order/bill'
import type { PayStatus } from '@chauffeur/contract/order/model'
import { implement } from '#platform/http/implement'
import { operatorActor } from '#platform/identity/session'
import { forceSubmit, previewForceSubmit } from './force-submit.service.ts'
import { recordPayment, writeOff } from './payment.service.ts'

export const orderBillRoutes = implement(
  'orderAction',
  orderBillCalls,
)({
  forceSubmitPreview: async ({ input, db, fail }) => {
    const looked = await previewForceSubmit(db, input)
    return 'refusal' in looked ? fail(looked.refusal, 'detail' in looked ? looked.detail : undefined) : looked
  },
  forceSubmit: async ({ input, db, operator, request, fail, audit }) => {
    const done = await forceSubmit(db, input, operator, request.id)
    if ('refusal' in done) return fail(done.refusal, 'detail' in done ? done.detail : undefined)
    audit({ object: 'order', objectId: input.orderId, before: done.before, after: done.after })
    return done
  },
  recordPayment: async ({ input, db, operator, request, fail, audit }) => {
    const done = await recordPayment(db, input, operator, request.id)
    if ('refusal' in done) return fail(done.refusal, 'detail' in done ? done.detail : undefined)
    const { order, before } = done
    const { way, amountFen, reference } = input
    const paidAt = order.paid_at!.toISOString()
    const after = { payStatus: order.pay_status, paidAt, way, amountFen, reference }
    audit({ object: 'order', objectId: order.order_id, before: { payStatus: before }, after })
    return { payStatus: order.pay_status as PayStatus, paidAt, version: order.version }
  },
  writeOff: async ({ input, db, operator, request, fail, audit }) => {
    const done = await writeOff(db, input.orderId, { actor: operatorActor(operator), reason: input.reason, requestId: request.id })
    if ('refusal' in done) return fail(done.refusal, 'detail' in done ? done.detail : undefined)
    const { order, before } = done
    audit({ object: 'order', objectId: order.order_id, before: { payStatus: before }, after: { payStatus: order.pay_status } })
    return { payStatus: order.pay_status as PayStatus, version: order.version }
  },
})
