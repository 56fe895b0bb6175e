import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { liveServiceStatuses, SEARCH_LEAD_S, SERVICE_STATUS, type ServiceStatus } from '@chauffeur/contract/order/model'
import { t } from '#platform/text/text.ts'
import { pointOf } from '#shared/order/place.view.ts'
import { etaText } from '#ui/show/measure.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { wallClockOf } from '#ui/show/time.view.ts'
import { type DeskAction, deskActions } from '#shared/order-actions/actions.view.ts'

export type OrderStatus = AnswerOf<typeof callCentreCalls.orderStatus>

export const isLive = (status: ServiceStatus) => liveServiceStatuses.includes(status)
export const isSearching = (status: ServiceStatus) => status < SERVICE_STATUS.accepted

/** What the operator may do to the order now, in the order of the buttons. */
export const deskActionsOn = (order: OrderStatus): DeskAction[] => deskActions.filter((action) => order.allowedActions.includes(action))

const dayAndTime = (ms: number, utcOffsetMinutes: number) => wallClockOf(ms, utcOffsetMinutes).slice(5).replace('T', ' ')

const cancelled = (feeFen: number | null): string =>
  feeFen === null
    ? t('订单已取消')
    : feeFen === 0
      ? t('订单已取消，不收取消费')
      : t('订单已取消，取消费 {money}', { money: moneyText(feeFen) })

/** Of a trip with an unknown end only what it begins with is known. */
function priceAloud({ estimate, pickup, dropoff }: Pick<OrderStatus, 'estimate' | 'pickup' | 'dropoff'>): string {
  if (!estimate) return ''
  const money = moneyText(estimate.totalFen)
  return pointOf(pickup) && pointOf(dropoff) ? t('，预估 {money}', { money }) : t('，起步费用 {money}，按实际行驶计费', { money })
}

/** What to tell the caller now, to be read aloud; empty where there is nothing to promise. Times by the city's clock. */
export function readAloud(
  order: Pick<OrderStatus, 'serviceStatus' | 'driver' | 'estimate' | 'pickup' | 'dropoff' | 'prepayDueFen' | 'prepayUntil'>,
  utcOffsetMinutes: number,
): string {
  const { serviceStatus, driver, pickup } = order
  const price = priceAloud(order)
  if (order.prepayUntil && pointOf(pickup))
    return t('已为您下单，请在 {time} 前预付 {sum}，到账后为您安排司机。', {
      time: dayAndTime(Date.parse(order.prepayUntil), utcOffsetMinutes),
      sum: moneyText(order.prepayDueFen ?? 0),
    })
  if (isSearching(serviceStatus))
    return pointOf(pickup)
      ? t('已为您下单，正在安排司机{price}。', { price })
      : t('已为您记下“{address}”。请说一下附近的路口、门牌或标志，确定位置后马上为您安排司机{price}。', { address: pickup.address, price })
  const name = driver?.name ?? ''
  if (serviceStatus === SERVICE_STATUS.accepted)
    return typeof driver?.etaS === 'number'
      ? t('{name}师傅{eta}后到{price}。', { name, eta: etaText(driver.etaS), price })
      : t('{name}师傅正在赶来{price}。', { name, price })
  return serviceStatus === SERVICE_STATUS.arrived ? t('{name}师傅已经到了，在上车点等您{price}。', { name, price }) : ''
}

/** One sentence for what is going on, said aloud when it changes; times by the city's clock. */
export function headline(order: OrderStatus, utcOffsetMinutes: number): string {
  const name = order.driver?.name ?? ''
  switch (order.serviceStatus) {
    case SERVICE_STATUS.created: {
      if (order.prepayUntil !== null)
        return t('待预付 {sum}，{time} 前未付自动取消', {
          sum: moneyText(order.prepayDueFen ?? 0),
          time: dayAndTime(Date.parse(order.prepayUntil), utcOffsetMinutes),
        })
      if (order.bookTime === null) return t('等待派单')
      const bookedMs = Date.parse(order.bookTime)
      return t('预约 {time} 用车，{opens} 开始派单', {
        time: dayAndTime(bookedMs, utcOffsetMinutes),
        opens: dayAndTime(bookedMs - SEARCH_LEAD_S * 1000, utcOffsetMinutes),
      })
    }
    case SERVICE_STATUS.dispatchStart:
    case SERVICE_STATUS.dispatching:
      if (order.dispatch.next?.step === 'POINT') return t('上车点没有位置，等待标出或人工指派')
      return order.dispatch.round === 0 ? t('等待派单') : t('第 {round} 轮寻找司机', { round: order.dispatch.round })
    case SERVICE_STATUS.accepted:
      return t('{name} 正赶往客户', { name })
    case SERVICE_STATUS.arrived:
      return t('{name} 已到上车点，等待客户', { name })
    case SERVICE_STATUS.driving:
      return t('{name} 代驾中', { name })
    case SERVICE_STATUS.tripEnded:
      return t('行程结束，{name} 正在报单', { name })
    case SERVICE_STATUS.billFiled:
      return t('已报单')
    case SERVICE_STATUS.dispatchFailed:
      return t('派单失败：没有司机接单')
    case SERVICE_STATUS.customerCancelled:
    case SERVICE_STATUS.driverCancelled:
    case SERVICE_STATUS.operatorCancelled:
      return cancelled(order.cancelFeeFen)
    case SERVICE_STATUS.closedAbnormal:
      return t('订单异常终止')
  }
}
