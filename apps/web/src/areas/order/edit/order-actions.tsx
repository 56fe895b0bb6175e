import type { OrderAction } from '@chauffeur/contract/order/model'
import { Button, Dropdown } from 'antd'
import { useSession } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { actionForms } from '#shared/order-actions/action-forms.tsx'
import { actionName, allowedOn, hinderedOn, isDangerous } from '#shared/order-actions/actions.view.ts'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { CancelOrder } from '../cancel/cancel-order.tsx'
import type { OrderDetail } from '../order.view.ts'

const dialogs = {
  ...actionForms,
  assign: lazyPiece(async () => ({ default: (await import('./assign.dialog.tsx')).AssignDialog })),
  dispute: lazyPiece(async () => ({ default: (await import('./dispute.dialog.tsx')).DisputeDialog })),
  partner: lazyPiece(async () => ({ default: (await import('./partner.dialog.tsx')).PartnerDialog })),
  forceSubmit: lazyPiece(async () => ({ default: (await import('../bill/force-submit.dialog.tsx')).ForceSubmitDialog })),
  recordPayment: lazyPiece(async () => ({ default: (await import('../bill/order-payment.dialog.tsx')).RecordPaymentDialog })),
  writeOff: lazyPiece(async () => ({ default: (await import('../bill/order-payment.dialog.tsx')).WriteOffDialog })),
} as const
export type OpenOrderDialog = OrderAction | 'partner' | null

/** The buttons of what this operator may do to this order now; what they may do at other times says why not now. */
export function OrderActions({ order, onOpen }: { order: OrderDetail; onOpen: (what: OpenOrderDialog) => void }) {
  const authorities = useSession((state) => state.permissions)
  const hindered = hinderedOn(order, authorities).map(({ action, why }) => ({ key: action, disabled: true, label: why }))
  return (
    <>
      {allowedOn(order).map((action) => (
        <Button key={action} danger={isDangerous(action)} onClick={() => onOpen(action)}>
          {actionName(action)}
        </Button>
      ))}
      {hindered.length > 0 ? (
        <Dropdown menu={{ items: hindered }} trigger={['click']} placement="bottomRight">
          <Button aria-haspopup="menu">{t('其他操作')}</Button>
        </Dropdown>
      ) : null}
    </>
  )
}

export function OrderDialogs({ order, opened, onClose }: { order: OrderDetail; opened: OpenOrderDialog; onClose: () => void }) {
  return (
    <>
      <CancelOrder order={opened === 'cancel' ? order : null} onClose={onClose} />
      {Object.entries(dialogs).map(([name, Dialog]) => (
        <WhenOpened key={name} open={opened === name}>
          <Dialog order={order} open={opened === name} onClose={onClose} />
        </WhenOpened>
      ))}
    </>
  )
}
