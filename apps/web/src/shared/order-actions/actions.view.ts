import { hindranceOf, orderActionRules } from '@chauffeur/contract/order/actions'
import {
  type OrderAction,
  type orderDriver,
  type orderPlace,
  type pickupPlace,
  payStatusText,
  type PayStatus,
  serviceStatusText,
  type ServiceStatus,
  type TimelineEntry,
} from '@chauffeur/contract/order/model'
import type * as z from 'zod'
import { t, tr } from '#platform/text/text.ts'

/** What an action needs to know of its order. */
export interface ActedOrder {
  orderId: string
  orderNo: string
  serviceStatus: ServiceStatus
  payStatus: PayStatus
  version: number
  allowedActions: readonly OrderAction[]
  driver: Pick<z.output<typeof orderDriver>, 'name' | 'driverNo'> | null
  timeline: readonly TimelineEntry[]
  contactPhone?: string
  cityId?: string
  pickup?: z.output<typeof pickupPlace>
  dropoff?: z.output<typeof orderPlace> | null
}

/** What can be done to an order, in the order in which it is reached for; what takes most back comes last. When and by whom is the contract's. */
export const orderActionText: Record<OrderAction, string> = {
  redispatch: '重新派单',
  assign: '指派司机',
  confirmArrival: '确认就位',
  changePlaces: '修改上车点或目的地',
  changeContact: '修改联系电话',
  remark: '添加备注',
  message: '发送消息',
  recordPayment: '登记收款',
  forceSubmit: '强制报单',
  dispute: '取消申诉',
  writeOff: '列为坏账',
  cancel: '取消订单',
  terminate: '终止行程',
}
const all = Object.keys(orderActionText) as OrderAction[]
/** What it does cannot be taken back, or hurts somebody. */
export const isDangerous = (action: OrderAction): boolean => action === 'cancel' || action === 'terminate' || action === 'writeOff'

/** The letters of what is done without leaving where one is: with Alt at the desk, by themselves in a list. */
export const actionLetters = {
  redispatch: 'K',
  assign: 'Z',
  confirmArrival: 'L',
  changePlaces: 'G',
  changeContact: 'H',
  remark: 'B',
  message: 'X',
  cancel: 'C',
  terminate: 'Q',
} as const satisfies Partial<Record<OrderAction, string>>
export type DeskAction = keyof typeof actionLetters
export const deskActions = Object.keys(actionLetters) as DeskAction[]

export const actionName = (action: OrderAction): string => tr(orderActionText[action])

/** What this operator may do to the order now. */
export const allowedOn = (order: Pick<ActedOrder, 'allowedActions'>): OrderAction[] =>
  all.filter((action) => order.allowedActions.includes(action))

/** What they may not do to it now, and may at other times: why, in words. */
export const hinderedOn = (order: Hindered, authorities: readonly string[]): { action: OrderAction; why: string }[] =>
  all.flatMap((action) => {
    const why = whyNot(action, order, authorities)
    return why === null ? [] : [{ action, why }]
  })

type Hindered = Pick<ActedOrder, 'allowedActions' | 'serviceStatus' | 'payStatus'>
/** Why an action is not possible now, in words; null where it is, or where the operator never may. */
export function whyNot(action: OrderAction, order: Hindered, authorities: readonly string[]): string | null {
  if (order.allowedActions.includes(action) || !authorities.includes(orderActionRules[action].needs)) return null
  const by = hindranceOf(action, order.serviceStatus, order.payStatus)
  if (by === null) return null
  const state = by === 'pay' ? payStatusText[order.payStatus] : serviceStatusText[order.serviceStatus]
  return t('订单现在是“{state}”，不能{action}', { state: tr(state), action: actionName(action) })
}
