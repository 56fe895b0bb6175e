import {
  type ActorType,
  actorType,
  liveServiceStatuses,
  SERVICE_STATUS as S,
  type ServiceStatus,
  serviceStatuses,
} from '@chauffeur/contract/order/model'
import { expect, test } from 'vitest'
import { dispatchStatusIn, endsWithoutBill, isCancellable, momentColumn, nextStatus, type OrderEvent, orderMachine } from './order.rules.ts'

const EVENTS = Object.keys(orderMachine.events) as OrderEvent[]

interface Step {
  from: ServiceStatus
  event: OrderEvent
  actor: ActorType
  to: ServiceStatus
}
const steps: Step[] = serviceStatuses.flatMap((from) =>
  EVENTS.flatMap((event) =>
    actorType.options.flatMap((actor) => {
      const to = nextStatus(from, event, actor)
      return to === null ? [] : [{ from, event, actor, to }]
    }),
  ),
)
const exits = (status: ServiceStatus) => steps.filter(({ from }) => from === status)

function reachable(begin: readonly ServiceStatus[]): Set<ServiceStatus> {
  const seen = new Set(begin)
  for (const status of seen) for (const { to } of exits(status)) seen.add(to)
  return seen
}

test('an order that is over stays so, and every other can be ended', () => {
  for (const status of serviceStatuses) {
    const over = !liveServiceStatuses.includes(status)
    expect([status, exits(status).length === 0]).toEqual([status, over])
    if (!over) expect([...reachable([status])].some((one) => !liveServiceStatuses.includes(one))).toBe(true)
  }
})

test('an order never comes back into a status it left, so that no effect of entering one happens twice', () => {
  for (const status of serviceStatuses) {
    const later = reachable(exits(status).map(({ to }) => to))
    expect([status, later.has(status)]).toEqual([status, false])
  }
})

test('each moment of an order is set by the one status it belongs to, and those of ending by all that end it', () => {
  const ends = serviceStatuses.filter((status) => momentColumn[status] === 'cancelled_at')
  expect(new Set(ends)).toEqual(new Set(serviceStatuses.filter(endsWithoutBill)))
  const others = serviceStatuses.flatMap((status) => {
    const column = momentColumn[status]
    return column === null || column === 'cancelled_at' ? [] : [column]
  })
  expect(new Set(others).size).toBe(others.length)
})

test('the axes agree: who looks for a driver, has one or is over is said the same by the search as by the service', () => {
  for (const status of serviceStatuses) {
    const dispatch = dispatchStatusIn(status)
    const held = status >= S.accepted && status <= S.tripEnded
    if (held || status === S.billFiled) expect([status, dispatch]).toEqual([status, 'ASSIGNED'])
    else if (liveServiceStatuses.includes(status)) expect(['NONE', 'SEARCHING', 'OFFERED']).toContain(dispatch)
    else expect(['FAILED', 'ENDED']).toContain(dispatch)
  }
})

test('a trip under way is terminated and not cancelled; what can be cancelled has a way out for customer and desk', () => {
  for (const status of serviceStatuses) {
    const events = new Set(exits(status).map(({ event }) => event))
    expect([status, events.has('customerCancel') && events.has('operatorCancel')]).toEqual([status, isCancellable(status)])
    if (events.has('terminate')) expect(isCancellable(status)).toBe(false)
  }
})

test('only the driver’s side moves a driver’s trip, and only the clock gives a search up', () => {
  const actorsOf = (event: OrderEvent) => [...new Set(steps.filter((step) => step.event === event).map(({ actor }) => actor))].toSorted()
  expect(actorsOf('depart')).toEqual(['DRIVER'])
  expect(actorsOf('end')).toEqual(['DRIVER'])
  expect(actorsOf('dispatchFail')).toEqual(['TIMER'])
  expect(actorsOf('terminate')).toEqual(['OPERATOR'])
  expect(actorsOf('customerCancel')).toEqual(['CUSTOMER', 'OPERATOR', 'PARTNER'])
})
