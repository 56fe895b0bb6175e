import { Alert } from 'antd'
import { useState, type ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { eventWords } from '#shared/order/event.view.ts'
import type { ActedOrder } from './actions.view.ts'

/**
 * The version a dialog was opened with, and a warning while the order is another by now. What is sent carries the version seen, so that
 * the server refuses what would overwrite somebody else's change; the operator goes on from the present state by acknowledging it.
 */
export function useSeen(order: ActedOrder, open: boolean): { version: number; warning: ReactNode } {
  const [seen, setSeen] = useState({ open, orderId: order.orderId, version: order.version })
  // What changes while it is open is not seen yet.
  if (seen.open !== open || seen.orderId !== order.orderId) setSeen({ open, orderId: order.orderId, version: order.version })
  if (!open || order.version === seen.version) return { version: seen.version, warning: null }
  const last = order.timeline.reduce<ActedOrder['timeline'][number] | null>((a, b) => (a && a.seq > b.seq ? a : b), null)
  const warning = (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className="ui-form-problem"
      title={t('{who} 刚刚更新了订单：{what}', {
        who: last?.actorName || t('系统'),
        what: last ? eventWords(last.event, last.toStatus) : '',
      })}
      action={
        <button type="button" className="ui-text-button" onClick={() => setSeen({ ...seen, version: order.version })}>
          {t('已核对，继续')}
        </button>
      }
    />
  )
  return { version: seen.version, warning }
}
