import type { OrderAction } from '@chauffeur/contract/order/model'
import { Button } from 'antd'
import { tr } from '#platform/text/text.ts'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { CancelOrder } from '../cancel/cancel-order.tsx'
import type { OrderDetail } from '../order.view.ts'

const edits = () => import('./edit-order.dialog.tsx')
const ContactDialog = lazyPiece(async () => ({ default: (await edits()).ContactDialog }))
const RemarkDialog = lazyPiece(async () => ({ default: (await edits()).RemarkDialog }))
const RedispatchDialog = lazyPiece(async () => ({ default: (await edits()).RedispatchDialog }))
const ArrivalDialog = lazyPiece(async () => ({ default: (await edits()).ArrivalDialog }))
const DisputeDialog = lazyPiece(async () => ({ default: (await edits()).DisputeDialog }))
const PartnerDialog = lazyPiece(async () => ({ default: (await edits()).PartnerDialog }))
const MessageDialog = lazyPiece(async () => ({ default: (await import('./message.dialog.tsx')).MessageDialog }))
const ForceSubmitDialog = lazyPiece(async () => ({ default: (await import('../bill/force-submit.dialog.tsx')).ForceSubmitDialog }))
const RecordPaymentDialog = lazyPiece(async () => ({ default: (await import('../bill/order-payment.dialog.tsx')).RecordPaymentDialog }))
const WriteOffDialog = lazyPiece(async () => ({ default: (await import('../bill/order-payment.dialog.tsx')).WriteOffDialog }))
const TerminateDialog = lazyPiece(async () => ({ default: (await import('../bill/terminate.dialog.tsx')).TerminateDialog }))
const AssignDialog = lazyPiece(async () => ({ default: (await import('./assign.dialog.tsx')).AssignDialog }))

const dialogs = {
  changeContact: ContactDialog,
  remark: RemarkDialog,
  message: MessageDialog,
  assign: AssignDialog,
  redispatch: RedispatchDialog,
  confirmArrival: ArrivalDialog,
  forceSubmit: ForceSubmitDialog,
  recordPayment: RecordPaymentDialog,
  writeOff: WriteOffDialog,
  dispute: DisputeDialog,
  terminate: TerminateDialog,
  partner: PartnerDialog,
} as const
export type OpenOrderDialog = keyof typeof dialogs | 'cancel' | null

/** In the order in which they are reached for; what takes most back comes last. */
const shown = [
  'assign',
  'redispatch',
  'confirmArrival',
  'message',
  'remark',
  'changeContact',
  'recordPayment',
  'forceSubmit',
  'dispute',
  'writeOff',
  'terminate',
  'cancel',
] as const satisfies readonly OrderAction[]
const actionText: Record<(typeof shown)[number], string> = {
  assign: '指派司机',
  redispatch: '重新派单',
  confirmArrival: '确认就位',
  message: '发送消息',
  remark: '添加备注',
  changeContact: '修改联系电话',
  forceSubmit: '强制报单',
  recordPayment: '登记收款',
  writeOff: '列为坏账',
  dispute: '取消申诉',
  terminate: '终止行程',
  cancel: '取消订单',
}

/** The buttons the server allows this operator on this order now. */
export function OrderActions({ order, onOpen }: { order: OrderDetail; onOpen: (what: OpenOrderDialog) => void }) {
  return shown
    .filter((action) => order.allowedActions.includes(action))
    .map((action) => (
      <Button key={action} danger={action === 'cancel' || action === 'terminate' || action === 'writeOff'} onClick={() => onOpen(action)}>
        {tr(actionText[action])}
      </Button>
    ))
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
