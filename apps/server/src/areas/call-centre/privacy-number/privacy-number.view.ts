import type { NumberFailure } from '@chauffeur/contract/call-centre/number-provider'
import type { OrderCall, PrivacyBinding } from '@chauffeur/contract/call-centre/privacy-number'
import { phoneFor } from '#areas/order/model'
import { maskPhone } from '#platform/identity/mask'
import type { OperatorSession } from '#platform/identity/session'
import type { callsOfOrder, deskCallsOf } from './call.queries.ts'
import type { ListedBinding } from './privacy-number.queries.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null
const spoken = (from: Date | null, to: Date | null) =>
  from && to ? Math.max(0, Math.round((to.getTime() - from.getTime()) / 1_000)) : null

export const bindingView = (row: ListedBinding, { authorities }: OperatorSession): PrivacyBinding => ({
  bindingId: row.binding_id,
  orderId: row.order_id,
  orderNo: row.order_no,
  cityId: row.city_id,
  cityName: row.city_name,
  state: row.state,
  number: row.number,
  driverName: row.driver_name,
  driverNo: row.driver_no,
  driverPhone: phoneFor(authorities, row.driver_phone),
  contactPhone: phoneFor(authorities, row.contact_phone),
  attempts: row.attempts,
  failure: row.failure as NumberFailure,
  failureCode: row.failure_code,
  boundAt: iso(row.bound_at),
  until: row.state === 'RELEASED' ? null : iso(row.until),
  releasedAt: iso(row.released_at),
  createdAt: row.created_at.toISOString(),
  calls: row.calls,
  missingRecordings: row.missing,
  allowedActions: row.state === 'FAILED' && authorities.has('privacyNumber.retry') ? ['retry'] : [],
})

type PrivacyCallRow = Awaited<ReturnType<typeof callsOfOrder>>[number]
type DeskCallRow = Awaited<ReturnType<typeof deskCallsOf>>[number]
const heardBy = ({ authorities }: OperatorSession, soundId: string | null) => (authorities.has('sound.view') ? soundId : null)

export const privacyCallView = (row: PrivacyCallRow, operator: OperatorSession): OrderCall => ({
  callId: row.call_id,
  way: 'PRIVACY_NUMBER',
  from: row.caller,
  fromMasked: row.caller_masked,
  toMasked: row.called_masked,
  startedAt: (row.started_at ?? row.ringing_at ?? row.answered_at ?? row.created_at).toISOString(),
  answeredAt: iso(row.answered_at),
  endedAt: iso(row.ended_at),
  seconds: spoken(row.answered_at, row.ended_at),
  recording: row.record_state,
  soundId: heardBy(operator, row.sound_id),
})

export const deskCallView = (row: DeskCallRow, operator: OperatorSession): OrderCall => {
  const far = maskPhone(row.phone)
  const inward = row.direction === 'IN'
  return {
    callId: row.call_id,
    way: 'DESK_LINE',
    from: inward ? (row.of_driver ? 'DRIVER' : 'CONTACT') : 'DESK',
    fromMasked: inward ? far : row.agent_name,
    toMasked: inward ? row.agent_name : far,
    startedAt: row.started_at.toISOString(),
    answeredAt: iso(row.answered_at),
    endedAt: iso(row.ended_at),
    seconds: spoken(row.answered_at, row.ended_at),
    recording: row.record_id ? 'STORED' : 'NONE',
    soundId: heardBy(operator, row.record_id),
  }
}
