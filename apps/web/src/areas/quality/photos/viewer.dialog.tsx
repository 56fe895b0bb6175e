import type { PhotoRow } from '@chauffeur/contract/quality/photo'
import { Modal } from 'antd'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { OrderReview } from './order-review.tsx'

/** One picture of the wall, large, among those of its order and beside those that show the same. */
export default function ViewerDialog({ photo, onClose }: { photo: PhotoRow | null; onClose: () => void }) {
  const [shown, setShown] = useState(photo)
  if (photo && photo !== shown) setShown(photo)
  return (
    <Modal open={photo !== null} title={t('订单照片')} footer={null} width="min(1680px, 98vw)" centered destroyOnHidden onCancel={onClose}>
      {shown ? <OrderReview key={shown.fileId} orderId={shown.orderId} fileId={shown.fileId} within="box" /> : null}
    </Modal>
  )
}
