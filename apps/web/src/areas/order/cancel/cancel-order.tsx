import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'

const Dialog = lazyPiece(() => import('./cancel-order.dialog.tsx'))

/** The cancel dialog of an order; its code is fetched when somebody first cancels. */
export function CancelOrder({ order, onClose }: { order: { orderId: string; orderNo: string } | null; onClose: () => void }) {
  return (
    <WhenOpened open={order !== null}>
      <Dialog order={order} onClose={onClose} />
    </WhenOpened>
  )
}
