import { privacyNumberCalls } from '@chauffeur/contract/call-centre/privacy-number'
import { findOrder } from '#areas/order/model'
import { switchesOf } from '#areas/operations/city'
import { wholeTenant } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { operatorActor } from '#platform/identity/session'
import { providerOfTenant } from '../number-provider/index.ts'
import { bindingMoves, lockBinding } from './binding.queries.ts'
import { callsOfOrder, deskCallsOf } from './call.queries.ts'
import { bindingList } from './privacy-number.list.ts'
import { newestOf } from './privacy-number.queries.ts'
import { bindingView, deskCallView, privacyCallView } from './privacy-number.view.ts'

export const privacyNumberRoutes = implement(
  'privacy-number',
  privacyNumberCalls,
)({
  ofOrder: async ({ input, db, operator, platform, fail }) => {
    const order = (await findOrder(db, input.orderId)) ?? fail('order.notFound')
    const [{ privacyNumber }, active, row, calls, deskCalls] = await Promise.all([
      switchesOf(platform.db.reader(wholeTenant(operator.tenantId)), order.city_id, ['privacyNumber'], order.created_at),
      providerOfTenant(platform, operator.tenantId),
      newestOf(db, order.order_id),
      callsOfOrder(db, order.order_id),
      deskCallsOf(db, order.order_id),
    ])
    const all = [...calls.map((one) => privacyCallView(one, operator)), ...deskCalls.map((one) => deskCallView(one, operator))]
    return {
      on: privacyNumber,
      provided: active?.row.enabled ?? false,
      binding: row ? bindingView(row, operator) : null,
      calls: all.sort((a, b) => b.startedAt.localeCompare(a.startedAt) || Number(b.callId) - Number(a.callId)),
      recorded: row?.recorded ?? false,
    }
  },
  list: bindingList.page,
  retry: async ({ input, db, operator, audit, request, fail }) => {
    const row = (await lockBinding(db, input.bindingId)) ?? fail('privacyNumber.notFound')
    const actor = { ...operatorActor(operator), type: 'OPERATOR' as const }
    const set = { next_at: new Date(), tried: [] as string[], failure: '', failure_code: '' }
    const moved =
      (await bindingMoves.move(db, row, { event: 'retry', actor, set, requestId: request.id })) ?? fail('privacyNumber.notFailed')
    audit({
      object: 'privacyBinding',
      objectId: row.binding_id,
      before: { state: row.state, failure: row.failure },
      after: { state: moved.state },
    })
    return { state: moved.state }
  },
})
