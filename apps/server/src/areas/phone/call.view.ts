import type { CallDirection, CallResult, CallRow, WrapUpCode } from '@chauffeur/contract/phone'
import { phoneFor } from '#areas/order'
import type { CallListRow } from './call.queries.ts'
import { ringS, talkS } from './call.rules.ts'

export function callView(row: CallListRow, authorities: ReadonlySet<string>): CallRow {
  const times = { startedAt: row.started_at, answeredAt: row.answered_at, endedAt: row.ended_at }
  return {
    callId: row.call_id,
    direction: row.direction as CallDirection,
    result: row.result as CallResult | null,
    lineNo: row.line_no,
    agentId: row.agent_id,
    agentName: row.agent_name,
    phone: phoneFor(authorities, row.phone),
    customerId: row.customer_id,
    customerName: row.customer_name,
    startedAt: row.started_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    ringS: ringS(times),
    talkS: talkS(times),
    recordId: row.record_id,
    orders: row.orders,
    wrapUp: row.wrap_up as WrapUpCode | null,
    note: row.note,
  }
}
