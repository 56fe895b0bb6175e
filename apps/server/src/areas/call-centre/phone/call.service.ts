import type { phoneCalls } from '@chauffeur/contract/call-centre/phone'
import type { OutputOf, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { phoneFor } from '#areas/order/model'
import { switchesOf } from '#areas/operations/city'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { OperatorSession } from '#platform/identity/session'
import { whole } from '#platform/database/whole-tenant'
import {
  callNumber,
  citiesOfCall,
  customerOf,
  driverNumber,
  dropSound,
  insertCall,
  lockByRef,
  lockOwnCall,
  orderNumbers,
  type PhoneCallDb,
  tieOrders,
  updateCall,
} from './call.queries.ts'
import { afterReport, type CallState } from './call.rules.ts'

type Report = ParsedInputOf<typeof phoneCalls.report>

const stateOf = (row: PhoneCallDb): CallState => ({
  phone: row.phone,
  startedAt: row.started_at,
  answeredAt: row.answered_at,
  endedAt: row.ended_at,
  result: row.result,
  recordFile: row.record_file,
  endPresumed: row.end_presumed,
})

/** Writes down what the desk tells of a call. `forCaller` shows the customer whose number it is, whatever their city. */
export async function reportCall(
  tx: TenantTx,
  input: Report,
  operator: OperatorSession,
  forCaller: (phone: string) => Promise<TenantDb>,
  now: Date,
): Promise<OutputOf<typeof phoneCalls.report>> {
  const report = { ...input, number: input.number ?? '' }
  const known = await lockByRef(tx, operator.userId, input.clientRef)
  const inserted = known
    ? undefined
    : await insertCall(tx, afterReport(null, report, now), {
        tenant_id: operator.tenantId,
        client_ref: input.clientRef,
        direction: input.direction,
        line_no: input.lineNo,
        agent_id: operator.userId,
        agent_name: operator.realName,
      })
  const row = known ?? inserted ?? (await lockByRef(tx, operator.userId, input.clientRef))
  if (!row) throw new Error('A call that was just reported is gone.')
  const next = inserted ? stateOf(row) : afterReport(stateOf(row), { ...report, direction: row.direction }, now)
  // A customer the call was tied to, by an order or by an earlier report, stays.
  const fresh = row.customer_id === null && next.phone !== '' ? await customerBehind(tx, next.phone, forCaller) : undefined
  const customer = fresh
    ? { customer_id: fresh.customer_id, customer_name: fresh.name, city_id: fresh.city_id }
    : { customer_id: row.customer_id, customer_name: row.customer_name, city_id: row.city_id }
  await updateCall(tx, row.call_id, next, customer)
  return {
    callId: row.call_id,
    phone: phoneFor(operator.authorities, next.phone),
    customer: customer.customer_id ? { customerId: customer.customer_id, name: customer.customer_name } : null,
  }
}

async function customerBehind(tx: TenantTx, phone: string, forCaller: (phone: string) => Promise<TenantDb>) {
  await forCaller(phone)
  return customerOf(tx, phone)
}

/** Ties what was ordered to the operator's own call; a call of somebody else is left alone. */
export async function tieCallToBooking(tx: TenantTx, operator: OperatorSession, callId: string, bookingId: string): Promise<void> {
  if (!(await lockOwnCall(tx, operator.userId, callId))) return
  await tieOrders(tx, callId, bookingId)
  // The desk records before it knows the city.
  if (await keepsNoSound(tx, callId)) await dropSound(whole(tx), callId)
}

/** Whether a city that a call belongs to had switched recording off when it began. */
export async function keepsNoSound(tx: TenantTx, callId: string): Promise<boolean> {
  const { cityIds, startedAt } = await citiesOfCall(whole(tx), callId)
  const kept = await Promise.all(cityIds.map((cityId) => switchesOf(whole(tx), cityId, ['soundRecord'], startedAt)))
  return kept.some(({ soundRecord }) => !soundRecord)
}

type DialOf = ParsedInputOf<typeof phoneCalls.dial>['of']
/** Who may see the thing may dial its number, without seeing the number itself. */
const NEEDS: Record<DialOf, readonly string[]> = {
  ORDER_CONTACT: ['order.view', 'callCentre.view'],
  ORDER_CALLER: ['order.view', 'callCentre.view'],
  ORDER_DRIVER: ['order.view', 'callCentre.view'],
  DRIVER: ['driver.view'],
  CALL: ['phone.use'],
}

/** The number to dial and whose it is, or null: not there, not theirs to see, or without a number. */
export async function numberToDial(
  db: TenantDb,
  of: DialOf,
  id: string,
  operator: OperatorSession,
): Promise<{ number: string; name: string } | null> {
  if (!NEEDS[of].some((authority) => operator.authorities.has(authority))) return null
  const found = await numberOf(db, of, id, operator)
  return found?.number ? { number: found.number, name: found.name } : null
}

async function numberOf(db: TenantDb, of: DialOf, id: string, operator: OperatorSession) {
  if (of === 'DRIVER') {
    const driver = await driverNumber(db, id)
    return driver && { number: driver.phone, name: driver.name }
  }
  if (of === 'CALL') {
    const call = await callNumber(db, id)
    const theirs = call && (call.agent_id === operator.userId || operator.authorities.has('callLog.view'))
    return theirs ? { number: call.phone, name: call.customer_name } : null
  }
  const order = await orderNumbers(db, id)
  if (!order) return null
  if (of === 'ORDER_DRIVER') return { number: order.driver_phone, name: order.driver_name ?? '' }
  return { number: of === 'ORDER_CALLER' ? order.caller_phone : order.contact_phone, name: order.customer_name }
}
