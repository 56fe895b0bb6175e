import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { toast } from '#platform/events.ts'
import { t } from '#platform/text.ts'
import { copyText } from '#ui/copy.ts'
import { Time } from '#ui/time.tsx'
import { consoleAddress } from './tenant.view.ts'

export interface HandedLink {
  /** Whose it is. */
  name: string
  /** As the server gives it. */
  link: string
  validUntil: string
}

/** A one-time link, shown this once: closing without having copied it is asked for twice. */
export function LinkDialog({ link, onClose }: { link: HandedLink | null; onClose: () => void }) {
  const [copied, setCopied] = useState('')
  const [warned, setWarned] = useState('')
  const address = link ? consoleAddress(location.origin, link.link) : ''
  const mayLose = warned === address && copied !== address
  const copy = async () => {
    if (!(await copyText(address))) return toast.error(t('复制失败，请手动选择'))
    setCopied(address)
    toast.success(t('链接已复制'))
  }
  const close = () => (copied === address || warned === address ? onClose() : setWarned(address))
  return (
    <Modal
      open={link !== null}
      title={t('设置密码的一次性链接')}
      width={520}
      onCancel={close}
      mask={{ closable: false }}
      destroyOnHidden
      footer={
        <div className="ui-dialog-footer">
          <Button onClick={close}>{mayLose ? t('仍要关闭') : t('关闭')}</Button>
          <Button type="primary" icon={<CopyOutlined />} onClick={() => void copy()}>
            {t('复制链接')}
          </Button>
        </div>
      }
    >
      {mayLose ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="ui-form-problem"
          title={t('链接还没有复制，关闭后无法再次查看，只能重新生成。')}
        />
      ) : null}
      <p className="tenancy-sentence">{t('请把链接交给 {name}，打开后即可设置密码。', { name: link?.name ?? '' })}</p>
      <Input value={address} readOnly aria-label={t('一次性链接')} onFocus={(event) => event.target.select()} />
      <p className="tenancy-hint">
        {t('只显示这一次，只能使用一次，有效期至')} <Time at={link?.validUntil ?? null} as="exact" />
      </p>
    </Modal>
  )
}
