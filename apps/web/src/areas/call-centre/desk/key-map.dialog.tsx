import { Modal } from 'antd'
import { t } from '#platform/text/text.ts'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { deskKeys } from './desk-keys.ts'
import './desk.css'

/** Every key of the desk. */
export function KeyMapDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal open={open} title={t('接单台快捷键')} width={760} footer={null} onCancel={onClose} destroyOnHidden>
      <ul className="desk-key-map">
        {deskKeys().map(({ keys, does }) => (
          <li key={keys} className="desk-key-line">
            <KeyHint keys={keys} />
            <span className="sr-only">{keys}</span>
            <span>{does}</span>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
