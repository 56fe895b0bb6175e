import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import { Alert, Button, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { copyText } from '#ui/show/copy.ts'
import { Time } from '#ui/show/time.tsx'
import { linkOf } from './one-time-link.view.ts'
import './one-time-link.css'

export interface OneTimeLink {
  /** Whose it is. */
  name: string
  /** What it is for, where it does not set a password. */
  words?: { title: string; handOver: string }
  /** As the server gives it, to be put behind the console's address. */
  path: string
  expiresAt: string
}

/** A one-time link, of a password or an invitation: shown this once, so closing without having copied it is asked for twice. */
export function OneTimeLinkDialog({ link, onClose }: { link: OneTimeLink | null; onClose: () => void }) {
  const [copied, setCopied] = useState('')
  const [warned, setWarned] = useState('')
  const copyButton = useRef<HTMLButtonElement>(null)
  const address = link ? linkOf(location.origin, link.path) : ''
  const copy = async () => {
    if (await copyText(address)) {
      setCopied(address)
      toast.success(t('链接已复制'))
    } else toast.error(t('复制失败，请手动选择'))
  }
  const close = () => {
    if (copied === address || warned === address) onClose()
    else setWarned(address)
  }
  return (
    <Modal
      open={link !== null}
      title={link?.words?.title ?? t('设置密码的一次性链接')}
      width={520}
      onCancel={close}
      // Escape and a hasty Enter must not destroy the only copy.
      keyboard={copied === address}
      afterOpenChange={(shown) => shown && copyButton.current?.focus()}
      mask={{ closable: false }}
      destroyOnHidden
      footer={
        <div className="ui-dialog-footer">
          <Button onClick={close}>{warned === address && copied !== address ? t('仍要关闭') : t('关闭')}</Button>
          <Button ref={copyButton} type="primary" icon={<CopyOutlined />} onClick={() => void copy()}>
            {t('复制链接')}
          </Button>
        </div>
      }
    >
      {warned === address && copied !== address ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="ui-form-problem"
          title={t('链接还没有复制，关闭后无法再次查看，只能重新生成。')}
        />
      ) : null}
      <p className="one-time-link-sentence">
        {link?.words?.handOver ?? t('请把链接交给 {name}，打开后即可设置密码。', { name: link?.name ?? '' })}
      </p>
      <Input value={address} readOnly aria-label={t('一次性链接')} onFocus={(event) => event.target.select()} />
      <p className="one-time-link-hint">
        {t('只显示这一次，只能使用一次，有效期至')} <Time at={link?.expiresAt ?? null} as="exact" />
      </p>
    </Modal>
  )
}
