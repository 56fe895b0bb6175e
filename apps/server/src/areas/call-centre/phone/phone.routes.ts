import { phoneCalls } from '@chauffeur/contract/call-centre/phone'
import { phoneFor } from '#areas/order/model'
import { implement } from '#platform/http/implement'
import { callList, ownCallList } from './call.list.ts'
import { lockOwnCall, missedCallers, setWrapUp } from './call.queries.ts'
import { numberToDial, reportCall } from './call.service.ts'
import { uploadTicket } from './sound-ticket.service.ts'

export const phoneRoutes = implement(
  'phone',
  phoneCalls,
)({
  report: ({ input, db, operator, forCaller }) => reportCall(db, input, operator, forCaller, new Date()),
  dial: async ({ input, db, operator, fail, audit }) => {
    const found = await numberToDial(db, input.of, input.id, operator)
    if (!found) return fail('phone.nobodyToDial')
    const shown = phoneFor(operator.authorities, found.number)
    audit({ object: input.of, objectId: input.id, after: { dialled: shown } })
    return { ...found, shown }
  },
  mine: async (asked) => {
    const [page, missed] = await Promise.all([ownCallList.page(asked), missedCallers(asked.db, asked.operator.userId)])
    return { ...page, missed }
  },
  list: callList.page,
  wrapUp: async ({ input, db, operator, fail, audit }) => {
    const call = await lockOwnCall(db, operator.userId, input.callId)
    if (!call) return fail('phone.callNotFound')
    if (!call.ended_at) return fail('phone.callRunning')
    const after = { wrapUp: input.wrapUp, note: input.note ?? '' }
    await setWrapUp(db, call.call_id, after.wrapUp, after.note)
    audit({ object: 'phoneCall', objectId: call.call_id, before: { wrapUp: call.wrap_up, note: call.note }, after })
    return {}
  },
  uploadAddress: async ({ input, db, operator, platform, fail }) => {
    const call = await lockOwnCall(db, operator.userId, input.callId)
    if (!call) return fail('phone.callNotFound')
    return uploadTicket(platform.vault, { tenantId: operator.tenantId, userId: operator.userId, callId: call.call_id }, new Date())
  },
})
