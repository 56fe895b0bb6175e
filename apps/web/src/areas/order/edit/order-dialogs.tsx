import { orderCalls } from '@chauffeur/contract/order/list'
import type { OrderAction } from '@chauffeur/contract/order/model'
import type { RowAction } from '#kit/list/define.view.ts'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { actionForms } from '#shared/order-actions/action-forms.tsx'
import { actionLetters, actionName, isDangerous, orderActionText } from '#shared/order-actions/actions.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import type { OrderDetail } from '../order.view.ts'

const dialogs = {
  ...actionForms,
  dispute: lazyPiece(async () => ({ default: (await import('./dispute.dialog.tsx')).DisputeDialog })),
  partner: lazyPiece(async () => ({ default: (await import('./partner.dialog.tsx')).PartnerDialog })),
  forceSubmit: lazyPiece(async () => ({ default: (await import('../bill/force-submit.form.tsx')).ForceSubmitForm })),
  recordPayment: lazyPiece(async () => ({ default: (await import('../bill/order-payment.dialog.tsx')).RecordPaymentDialog })),
  writeOff: lazyPiece(async () => ({ default: (await import('../bill/order-payment.dialog.tsx')).WriteOffDialog })),
} as const
export type OpenOrderDialog = OrderAction | 'partner' | null

export function OrderDialogs({ order, opened, onClose }: { order: OrderDetail; opened: OpenOrderDialog; onClose: () => void }) {
  return (
    <>
      {Object.entries(dialogs).map(([name, Dialog]) => (
        <WhenOpened key={name} open={opened === name}>
          <Dialog order={order} open={opened === name} onClose={onClose} />
        </WhenOpened>
      ))}
    </>
  )
}

interface ListedOrder {
  orderId: string
  orderNo: string
  allowedActions: readonly OrderAction[]
}

/** Of an order in a list: what its dialog shows beyond the row is asked for when it opens. */
function DialogOfRow({ what, row, open, onClose }: { what: keyof typeof dialogs; row: ListedOrder; open: boolean; onClose: () => void }) {
  const order = useCall(orderCalls.info, { orderId: row.orderId }, { enabled: open }).data
  const Dialog = dialogs[what]
  return order ? <Dialog order={order} open={open} onClose={onClose} /> : null
}

/** What can be done to the orders of a list: cancelling is at hand, the rest in the menu of the row. */
export const orderRowActions = <Row extends ListedOrder>(): RowAction<Row>[] => {
  const rest = (Object.keys(orderActionText) as OrderAction[]).filter((action) => action !== 'cancel')
  return (['cancel', ...rest] as const).map((action): RowAction<Row> => {
    // X chooses a row.
    const letter = action in actionLetters && action !== 'message' ? actionLetters[action as keyof typeof actionLetters] : undefined
    return {
      key: action,
      label: action === 'cancel' ? t('取消') : actionName(action),
      danger: isDangerous(action),
      ...(letter && { letter }),
      Dialog: (props) => <DialogOfRow what={action} {...props} />,
    }
  })
}
