import { driverFaceCalls } from '@chauffeur/contract/qualification/face'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import type { RowDialogProps, RowOf } from '#kit/list/define.view.ts'
import { useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { Skeleton } from '#ui/page/async.tsx'
import { Time } from '#ui/show/time.tsx'
import '../qualification.css'

/** The picture that was judged, for as long as it is kept: each opening is one look, and logged as one. */
export default function FacePictureDialog({ row, open, onClose }: RowDialogProps<RowOf<typeof driverFaceCalls.checks>>) {
  const { send, error } = useSend(driverFaceCalls.picture)
  const [picture, setPicture] = useState<AnswerOf<typeof driverFaceCalls.picture> | null>(null)
  useEffect(() => {
    setPicture(null)
    if (open) send({ checkId: row.checkId }).then(setPicture, () => undefined)
  }, [open, row.checkId, send])
  const title = t('{name} 的人脸照片', { name: row.driverName })
  return (
    <Modal open={open} title={title} footer={null} width={480} destroyOnHidden onCancel={onClose}>
      {picture ? (
        <>
          <img className="face-picture" src={picture.dataUrl} alt={title} />
          <p className="qualification-soft">
            {t('每次查看都有记录；照片自动删除时间：')}
            <Time at={picture.deletedAt} />
          </p>
        </>
      ) : error ? (
        <p role="alert">{error.message}</p>
      ) : (
        <Skeleton lines={1} height={320} />
      )}
    </Modal>
  )
}
