import { type ActorType, SERVICE_STATUS as S, type ServiceStatus } from '@chauffeur/contract/order/model'
import type { Row } from '../load.ts'
import type { Numbered } from './order-rows.ts'
import { cancelFeeOf, paidAtOf } from './order-rows.ts'
import type { Spot } from './trip-plan.ts'

interface Actor {
  type: ActorType
  id: number | null
  name: string
}
const timer: Actor = { type: 'TIMER', id: null, name: '' }

interface Step {
  event: string
  at: number
  to: ServiceStatus
  actor: Actor
  point?: Pick<Spot, 'lat' | 'lng'>
  reason?: string
  payload?: object
}

/** The story of an order, one row for each thing that happened, as the order itself would have written it. */
export function eventRows(numbered: Numbered): Row<'order_events'>[] {
  const { booking, orderId } = numbered
  let from: ServiceStatus | null = null
  return stepsOf(numbered).map((step, index) => {
    const row = {
      tenant_id: booking.tenant.tenantId,
      order_id: orderId,
      seq: index + 1,
      event: step.event,
      from_status: from,
      to_status: step.to,
      actor_type: step.actor.type,
      actor_id: step.actor.id,
      actor_name: step.actor.name,
      at: new Date(step.at),
      lat: step.point?.lat ?? null,
      lng: step.point?.lng ?? null,
      reason: step.reason ?? '',
      payload: step.payload ? JSON.stringify(step.payload) : null,
    }
    from = step.to
    return row
  })
}

function stepsOf(numbered: Numbered): Step[] {
  const { line } = numbered.order
  return [
    placing(numbered),
    ...searching(numbered),
    ...(line.acceptedAt === null ? [] : driving(numbered)),
    ...ending(numbered),
    ...paying(numbered),
  ]
}

function placing({ booking, order, orderNo }: Numbered): Step {
  const { createdAt, dispatchAt } = order.line
  if (order.attempt > 1) {
    const after = orderNo.replace(/-\d+$/, '')
    return { event: 'redispatch', at: createdAt, to: S.dispatchStart, actor: timer, payload: { after } }
  }
  return { event: 'place', at: createdAt, to: dispatchAt === createdAt ? S.dispatchStart : S.created, actor: customerSide(booking) }
}

/** Whoever speaks for the customer: the desk on the telephone, the partner, or the customer. */
function customerSide({ agent, channel, customer }: Numbered['booking']): Actor {
  if (agent) return { type: 'OPERATOR', id: agent.userId, name: agent.name }
  if (channel) return { type: 'PARTNER', id: channel.channelId, name: channel.name }
  return { type: 'CUSTOMER', id: customer.customerId, name: customer.name }
}

function searching({ order: { line } }: Numbered): Step[] {
  const { createdAt, dispatchAt } = line
  if (dispatchAt === null) return []
  const opened: Step[] = dispatchAt > createdAt ? [{ event: 'openSearch', at: dispatchAt, to: S.dispatchStart, actor: timer }] : []
  // The first look makes it "dispatching", whether or not there was somebody to ask.
  const looks = line.asked.length > 0 ? line.asked.map(({ sentAt }) => sentAt) : [dispatchAt + 900]
  return [...opened, ...looks.map((at): Step => ({ event: 'offer', at, to: S.dispatching, actor: timer }))]
}

function driving({ booking: { trip }, order: { line, driver } }: Numbered): Step[] {
  const actor: Actor = { type: 'DRIVER', id: driver!.driverId, name: driver!.name }
  const steps: (Omit<Step, 'at' | 'actor'> & { at: number | null })[] = [
    { event: 'accept', at: line.acceptedAt, to: S.accepted },
    { event: 'arrive', at: line.arrivedAt, to: S.arrived, point: trip.met },
    { event: 'depart', at: line.departAt, to: S.driving, point: trip.met },
    { event: 'end', at: line.endedAt, to: S.tripEnded, point: trip.end },
    { event: 'file', at: line.filedAt, to: S.billFiled },
  ]
  return steps.flatMap((step) => (step.at === null ? [] : [{ ...step, at: step.at, actor }]))
}

function ending({ booking, order, outcome }: Numbered): Step[] {
  const { cancel, status } = outcome
  if (!cancel) return []
  const at = order.line.cancelledAt!
  if (cancel.actor === 'TIMER') return [{ event: 'dispatchFail', at, to: status, actor: timer }]
  const { reason, rule, verdict, feeFen } = cancel
  if (cancel.actor === 'DRIVER') {
    return [
      { event: 'driverCancel', at, to: status, actor: { type: 'DRIVER', id: order.driver!.driverId, name: order.driver!.name }, reason },
    ]
  }
  const payload = { rule, verdict, feeFen }
  if (cancel.actor === 'CUSTOMER') return [{ event: 'customerCancel', at, to: status, actor: customerSide(booking), reason, payload }]
  const desk = booking.agent ? customerSide(booking) : ({ type: 'OPERATOR', id: null, name: '值班客服' } as const)
  return [{ event: 'operatorCancel', at, to: status, actor: desk, reason, payload }]
}

function paying({ booking, order, orderId, outcome }: Numbered): Step[] {
  const { line, driver, unpaid } = order
  const amountFen = outcome.bill?.totalFen ?? cancelFeeOf(outcome)
  if (amountFen === null || unpaid) return []
  const at = paidAtOf(line)
  if (line.paidAt !== null && orderId % 6 === 0) {
    const actor: Actor = { type: 'DRIVER', id: driver!.driverId, name: driver!.name }
    return [{ event: 'pay', at, to: outcome.status, actor, payload: { by: 'CASH', amountFen } }]
  }
  const actor: Actor = { type: 'CUSTOMER', id: booking.customer.customerId, name: booking.customer.name }
  return [{ event: 'pay', at, to: outcome.status, actor, payload: { by: orderId % 5 < 3 ? 'WECHAT' : 'ALIPAY', amountFen } }]
}
