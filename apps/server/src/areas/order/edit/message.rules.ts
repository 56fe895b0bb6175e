import type { OrderMessageKind } from '@chauffeur/contract/order/edit'
import { SERVICE_STATUS as S, type ServiceStatus } from '@chauffeur/contract/order/model'

export interface MessageFacts {
  brandName: string
  orderNo: string
  serviceStatus: ServiceStatus
  driver: { name: string; driverNo: string; phone: string } | null
  etaS: number | null
  totalFen: number | null
  /** What the customer still has to pay; null where nothing is open. */
  dueFen: number | null
  cancelFeeFen: number | null
}

const SEEKING: readonly ServiceStatus[] = [S.dispatchStart, S.dispatching]
const CANCELLED: readonly ServiceStatus[] = [S.customerCancelled, S.driverCancelled, S.operatorCancelled]
const yuan = (fen: number) => (fen / 100).toFixed(2)
const short = (name: string) => `${name.slice(0, 1)}师傅`

/**
 * What a message of this kind says of the order as it stands, or null where it would not be true. The customer reads it, so the driver is
 * named by the family name; no message says where anybody lives.
 */
export function messageText(kind: OrderMessageKind, facts: MessageFacts, custom = ''): string | null {
  const said = words(kind, facts, custom)
  return said === null ? null : `【${facts.brandName}】${said}`
}

function words(kind: OrderMessageKind, facts: MessageFacts, custom: string): string | null {
  const { serviceStatus: status, driver, orderNo, totalFen, dueFen, cancelFeeFen } = facts
  switch (kind) {
    case 'SEARCHING':
      return SEEKING.includes(status) ? `您的代驾订单${tail(orderNo)}正在为您寻找司机，请保持电话畅通。` : null
    case 'DRIVER': {
      if (!driver || (status !== S.accepted && status !== S.arrived)) return null
      const eta = status === S.accepted && facts.etaS !== null ? `，预计${Math.max(1, Math.ceil(facts.etaS / 60))}分钟到达` : ''
      return `您的代驾司机${short(driver.name)}（工号${driver.driverNo}，电话${driver.phone}）已接单${eta}。`
    }
    case 'ARRIVED':
      return driver && status === S.arrived ? `您的代驾司机${short(driver.name)}（工号${driver.driverNo}）已到达上车点，请尽快上车。` : null
    case 'BILL':
      if (status !== S.billFiled || totalFen === null) return null
      return dueFen !== null
        ? `您的代驾订单${tail(orderNo)}费用${yuan(totalFen)}元，${dueFen === totalFen ? '' : `您应付${yuan(dueFen)}元，`}请及时支付。`
        : `您的代驾订单${tail(orderNo)}费用${yuan(totalFen)}元，已支付，感谢使用。`
    case 'CANCELLED':
      if (!CANCELLED.includes(status)) return null
      return `您的代驾订单${tail(orderNo)}已取消${cancelFeeFen ? `，取消费${yuan(cancelFeeFen)}元` : '，未产生费用'}。`
    case 'UNPAID': {
      const what = CANCELLED.includes(status) ? '取消费' : '费用'
      return dueFen === null ? null : `您的代驾订单${tail(orderNo)}尚有${what}${yuan(dueFen)}元未支付，请尽快支付，以免影响再次下单。`
    }
    case 'CUSTOM':
      return custom === '' ? null : custom
  }
}
const tail = (orderNo: string) => `（尾号${orderNo.replace(/-\d+$/, '').slice(-6)}）`
