import type { Authority } from '../../authorities.ts'
import {
  liveServiceStatuses,
  type OrderAction,
  PAY_STATUS,
  type PayStatus,
  seekingServiceStatuses,
  SERVICE_STATUS as S,
  type ServiceStatus,
} from './model.ts'

const cancelled: readonly ServiceStatus[] = [S.customerCancelled, S.driverCancelled, S.operatorCancelled]

/** Nobody has paid, and somebody still may. */
export const openPayStatuses: readonly PayStatus[] = [PAY_STATUS.unpaid, PAY_STATUS.badDebt]
/** What the bill comes to has not arrived. */
export const owedPayStatuses: readonly PayStatus[] = [PAY_STATUS.unpaid, PAY_STATUS.paying, PAY_STATUS.badDebt]

export interface OrderActionRule {
  in: readonly ServiceStatus[] | 'any'
  pay?: readonly PayStatus[]
  needs: Authority
}

/** Every action on an order with the states it fits and the authority it takes. */
export const orderActionRules: Record<OrderAction, OrderActionRule> = {
  cancel: { in: [...seekingServiceStatuses, S.accepted, S.arrived], needs: 'order.cancel' },
  changeContact: { in: liveServiceStatuses, needs: 'order.edit' },
  changePlaces: { in: [...seekingServiceStatuses, S.accepted, S.arrived, S.driving], needs: 'order.edit' },
  remark: { in: 'any', needs: 'order.edit' },
  message: { in: 'any', needs: 'order.edit' },
  assign: { in: [S.dispatchStart, S.dispatching, S.dispatchFailed], needs: 'dispatchDesk.assign' },
  redispatch: {
    in: [S.dispatchStart, S.dispatching, S.accepted, S.arrived, S.dispatchFailed, S.operatorCancelled],
    needs: 'dispatchDesk.redispatch',
  },
  confirmArrival: { in: [S.accepted], needs: 'dispatchDesk.assign' },
  forceSubmit: { in: [S.tripEnded], needs: 'order.forceSubmit' },
  recordPayment: { in: 'any', pay: openPayStatuses, needs: 'order.recordPayment' },
  writeOff: { in: 'any', pay: [PAY_STATUS.unpaid], needs: 'order.recordPayment' },
  terminate: { in: [S.driving, S.tripEnded], needs: 'order.terminate' },
  dispute: { in: [S.accepted, S.arrived, ...cancelled], needs: 'order.edit' },
}

/** What keeps an action from an order in these states: the state of its service, of its payment, or nothing. */
export function hindranceOf(action: OrderAction, service: ServiceStatus, pay: PayStatus): 'service' | 'pay' | null {
  const rule = orderActionRules[action]
  if (rule.in !== 'any' && !rule.in.includes(service)) return 'service'
  return rule.pay?.includes(pay) === false ? 'pay' : null
}
