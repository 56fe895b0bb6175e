import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { photoCalls } from '@chauffeur/contract/quality/photo'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { Time } from '#ui/show/time.tsx'
import { type FullPhoto, kindWords, photoReads } from './photo.view.ts'

type Opened = AnswerOf<typeof photoCalls.original>

/** The picture as the camera made it: whoever opens it says what for, which is written down. */
export default function OriginalDialog({ open, photo, onClose }: { open: boolean; photo: FullPhoto; onClose: () => void }) {
  const { send, pending, error } = useSend(photoCalls.original, { refreshes: photoReads.slice(-1) })
  const [purpose, setPurpose] = useState('')
  const [opened, setOpened] = useState<Opened | null>(null)
  const show = () => void send({ fileId: photo.fileId, purpose: purpose.trim() }).then(setOpened, () => undefined)
  const close = () => {
    setOpened(null)
    onClose()
  }
  return (
    <Modal
      open={open}
      title={t('查看原图：{kind}', { kind: kindWords(photo) })}
      width={opened ? 'min(1200px, 94vw)' : 480}
      centered
      destroyOnHidden
      onCancel={close}
      footer={
        opened ? (
          <>
            <span className="photo-proof">
              {opened.proven ? t('与上传时的摘要一致') : t('与上传时的摘要不一致')} · SHA-256 {opened.sha256.slice(0, 16)}…
              {opened.expireAt ? (
                <>
                  {' · '}
                  {t('原图保存至')} <Time at={opened.expireAt} as="short" />
                </>
              ) : null}
            </span>
            <a className="ui-link" href={opened.dataUrl} download={opened.fileName}>
              {t('保存原图')}
            </a>
          </>
        ) : (
          <Button type="primary" disabled={purpose.trim() === ''} loading={pending} onClick={show}>
            {t('查看并记入日志')}
          </Button>
        )
      }
    >
      {opened ? (
        <img className="photo-original" src={opened.dataUrl} alt={kindWords(photo)} />
      ) : (
        <>
          <p>{t('原图含拍摄设备、位置与时间等信息。请写明用途，查看会记入照片记录与操作日志。')}</p>
          <Input.TextArea
            autoFocus
            rows={2}
            maxLength={200}
            value={purpose}
            aria-label={t('用途')}
            placeholder={t('例如：交警取证、客户投诉车辆划痕')}
            onChange={({ target }) => setPurpose(target.value)}
          />
          {error ? (
            <p className="photo-grave" role="alert">
              {faultOf(error).title}
            </p>
          ) : null}
        </>
      )}
    </Modal>
  )
}
