import type { RoadProvider } from '@chauffeur/contract/kernel/road'
import { hindranceOf, openPayStatuses, orderActionRules } from '@chauffeur/contract/order/actions'
import {
  type ActorType,
  orderAction,
  type OrderAction,
  type OrderEndReason,
  type PayStatus,
  searchingServiceStatuses,
  seekingServiceStatuses,
  SERVICE_STATUS as S,
  type DispatchStatus,
  type ServiceStatus,
  serviceStatuses,
} from '@chauffeur/contract/order/model'
import { defineMachine, type Transition } from '#platform/machine/machine'
import type { OrderRowDb } from './transition.queries.ts'

const customerSide = ['CUSTOMER', 'OPERATOR', 'PARTNER'] as const

/** The service axis (domain 1.2). An operator or the clock decides on a driver's request to leave. */
export const orderMachine = defineMachine({
  states: serviceStatuses,
  begins: [S.created, S.dispatchStart],
  rests: [S.billFiled, S.customerCancelled, S.driverCancelled, S.operatorCancelled, S.closedAbnormal, S.dispatchFailed],
  events: {
    openSearch: { from: [S.created], to: S.dispatchStart, by: ['TIMER', 'OPERATOR'] },
    offer: { from: [S.dispatchStart], to: S.dispatching, by: ['TIMER'] },
    accept: { from: searchingServiceStatuses, to: S.accepted, by: ['DRIVER', 'OPERATOR'] },
    arrive: { from: [S.accepted], to: S.arrived, by: ['DRIVER', 'OPERATOR'] },
    depart: { from: [S.arrived], to: S.driving, by: ['DRIVER'] },
    end: { from: [S.driving], to: S.tripEnded, by: ['DRIVER'] },
    file: { from: [S.tripEnded], to: S.billFiled, by: ['DRIVER', 'TIMER'] },
    forceFile: { from: [S.tripEnded], to: S.billFiled, by: ['OPERATOR'] },
    customerCancel: { from: [...seekingServiceStatuses, S.accepted, S.arrived], to: S.customerCancelled, by: customerSide },
    prepayLapse: { from: [S.created], to: S.customerCancelled, by: ['TIMER'] },
    driverCancel: { from: [S.accepted, S.arrived], to: S.driverCancelled, by: ['DRIVER', 'OPERATOR', 'TIMER'] },
    operatorCancel: { from: [...seekingServiceStatuses, S.accepted, S.arrived], to: S.operatorCancelled, by: ['OPERATOR', 'PARTNER'] },
    terminate: { from: [S.driving, S.tripEnded], to: S.closedAbnormal, by: ['OPERATOR'] },
    dispatchFail: { from: searchingServiceStatuses, to: S.dispatchFailed, by: ['TIMER'] },
  } satisfies Record<string, Transition<ServiceStatus, ActorType>>,
})
export type OrderEvent = keyof typeof orderMachine.events

/** The status after `event` by such an actor, or null where that is not allowed in `status`. */
export const nextStatus = (status: ServiceStatus, event: OrderEvent, actor: ActorType): ServiceStatus | null =>
  orderMachine.next(status, event, actor)

/** The column that holds the moment an order came into a status. */
export const momentColumn = {
  [S.created]: null,
  [S.dispatchStart]: 'dispatch_at',
  [S.dispatching]: null,
  [S.accepted]: 'accepted_at',
  [S.arrived]: 'arrived_at',
  [S.driving]: 'depart_at',
  [S.tripEnded]: 'ended_at',
  [S.billFiled]: 'filed_at',
  [S.customerCancelled]: 'cancelled_at',
  [S.driverCancelled]: 'cancelled_at',
  [S.operatorCancelled]: 'cancelled_at',
  [S.closedAbnormal]: 'cancelled_at',
  [S.dispatchFailed]: 'cancelled_at',
} as const satisfies Record<ServiceStatus, string | null>

const UNBILLED: readonly ServiceStatus[] = [S.customerCancelled, S.driverCancelled, S.operatorCancelled, S.closedAbnormal, S.dispatchFailed]
/** Nobody will be billed for the trip: what the order held of the customer's is given back. */
export const endsWithoutBill = (status: ServiceStatus): boolean => UNBILLED.includes(status)

/** Where the search for a driver stands once the order is in `status`. */
export function dispatchStatusIn(status: ServiceStatus): DispatchStatus {
  switch (status) {
    case S.created:
      return 'NONE'
    case S.dispatchStart:
      return 'SEARCHING'
    case S.dispatching:
      return 'OFFERED'
    case S.dispatchFailed:
      return 'FAILED'
    case S.accepted:
    case S.arrived:
    case S.driving:
    case S.tripEnded:
    case S.billFiled:
      return 'ASSIGNED'
    default:
      return 'ENDED'
  }
}

/** Whether anybody may still cancel in this service status. */
export const isCancellable = (status: number): boolean => fits('cancel', status as ServiceStatus)

/** Its search opens once what was asked for beforehand arrived or was waived. */
export const awaitsPrepayment = ({ service_status, prepay_until }: { service_status: number; prepay_until: Date | null }): boolean =>
  service_status === S.created && prepay_until !== null

/** It ended because what was asked for beforehand did not come in time. */
export const prepayLapsed = ({
  service_status,
  prepay_until,
  cancel_actor,
}: Pick<OrderRowDb, 'service_status' | 'prepay_until' | 'cancel_actor'>): boolean =>
  service_status === S.customerCancelled && prepay_until !== null && cancel_actor === 'TIMER'

/** Why it ended by itself, and nobody asked for that; null where it did not. */
export const endReasonOf = (order: Parameters<typeof prepayLapsed>[0]): OrderEndReason | null =>
  prepayLapsed(order) ? 'PREPAY_LAPSED' : null

interface Owed {
  pay_status: number
  personal_fen: number | null
  total_fen: number | null
}
/** What the traveller pays of a bill or a cancel fee, fen; the rest is the enterprise's, or was paid ahead. */
export const travellerFen = ({ personal_fen, total_fen }: Omit<Owed, 'pay_status'>): number => personal_fen ?? total_fen ?? 0
/** What of it is still to be paid, a bad debt too; null where nothing is. */
export const dueFen = (order: Owed): number | null => (openPayStatuses.includes(order.pay_status as PayStatus) ? travellerFen(order) : null)

interface LatLng {
  lat: number
  lng: number
}
const pointOf = (lat: number | null, lng: number | null): LatLng | null => (lat === null || lng === null ? null : { lat, lng })
/** Where the customer is met; null where only the address is known. */
export const pickupPoint = (order: { pickup_lat: number | null; pickup_lng: number | null }): LatLng | null =>
  pointOf(order.pickup_lat, order.pickup_lng)
/** Where the trip goes, as far as somebody said so and the place is known. */
export const dropoffPoint = (order: { dropoff_lat: number | null; dropoff_lng: number | null }): LatLng | null =>
  pointOf(order.dropoff_lat, order.dropoff_lng)

/** The service status alone: for calls, whose authority the contract asks for. */
export const fits = (action: OrderAction, status: ServiceStatus): boolean => {
  const { in: states } = orderActionRules[action]
  return states === 'any' || states.includes(status)
}

/** What these authorities may do to an order in this state; the screens show exactly these buttons. */
export function allowedActions(status: ServiceStatus, payStatus: PayStatus, authorities: ReadonlySet<string>): OrderAction[] {
  return orderAction.options.filter(
    (action) => authorities.has(orderActionRules[action].needs) && hindranceOf(action, status, payStatus) === null,
  )
}

/** Of two moments the later, or the one there is. */
export const laterOf = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : (a ?? b))

/** A stretch of a trip without a fix, by the clock of the server in ms, and the metres along its streets. */
export interface GapFill {
  from: number
  to: number
  metres: number
}
/** What a service gave for the gaps of a trip; kept with the order, and its bill is made of it. */
export interface GapFills {
  provider: RoadProvider
  gaps: readonly GapFill[]
}

export const gapFillsOf = (order: Pick<OrderRowDb, 'gap_fills'>): GapFills | null => order.gap_fills as unknown as GapFills | null

/** What the billed distance was filled with; nothing where that was put right by hand. */
export const billedFills = (order: Pick<OrderRowDb, 'gap_fills' | 'track_quality'>): GapFills | null =>
  order.track_quality === 'GAPS' ? gapFillsOf(order) : null

export const filledMetres = (order: Pick<OrderRowDb, 'gap_fills' | 'track_quality'>): number | null =>
  billedFills(order)?.gaps.reduce((sum, { metres }) => sum + metres, 0) ?? null
