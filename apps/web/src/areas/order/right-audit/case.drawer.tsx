import type { AuditCase } from '@chauffeur/contract/order/right-audit'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import type { RowDrawerProps } from '#kit/list/define.view.ts'
import { RightAuditCase } from './case.tsx'

/** One case in full, beside the list. */
export default function CaseDrawer({ row, onClose }: RowDrawerProps<Pick<AuditCase, 'orderId' | 'orderNo'>>) {
  return (
    <KeptDrawer row={row} title={(shown) => shown.orderNo} size={920} onClose={onClose}>
      {({ orderId }) => <RightAuditCase key={orderId} orderId={orderId} />}
    </KeptDrawer>
  )
}
