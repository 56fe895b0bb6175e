import type { OrderAction } from '@chauffeur/contract/order/model'
import { t } from '#platform/text/text.ts'
import { Place, Two } from '#kit/list/columns.tsx'
import type { RowAction } from '#kit/list/define.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'

/** As wide as a number of an order or a booking is. */
export const ORDER_NO = 'D0000000000000-0'

/** Where from, and under it where to. */
export const Trip = ({ row: { pickupAddress, dropoffAddress } }: { row: { pickupAddress: string; dropoffAddress: string } }) => (
  <Two
    over={<Place address={pickupAddress} />}
    under={
      dropoffAddress === '' ? (
        ''
      ) : (
        <>
          → <Place address={dropoffAddress} />
        </>
      )
    }
  />
)

const CancelDialog = lazyPiece(() => import('../cancel/cancel-order.dialog.tsx'))

/** Cancelling, where it is allowed now. */
export const cancelAction = <
  Row extends { orderId: string; orderNo: string; allowedActions: readonly OrderAction[] },
>(): RowAction<Row> => ({
  key: 'cancel',
  label: t('取消'),
  letter: 'C',
  danger: true,
  Dialog: ({ row, open, onClose }) => <CancelDialog order={open ? row : null} onClose={onClose} />,
})
