import { Alert, Button, Modal } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { askToDiscard, useUnsaved } from '#platform/tab/unsaved.ts'
import { faultOf } from '../page/fault.view.ts'
import '../page/ui.css'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  okText: string
  danger?: boolean
  /** Not before what is confirmed is known. */
  disabled?: boolean
  width?: number
  /** Resolves when done, and the dialog closes; a refusal is shown and the dialog stays. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

export function ConfirmDialog({ open, title, okText, danger, disabled, width, onConfirm, onClose, children }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  const typed = useRef(false)
  useEffect(() => {
    if (open) setProblem('')
    typed.current = false
  }, [open])
  const unsaved = () => open && typed.current
  useUnsaved(unsaved)

  /** Never while it is being done, and a typed reason is asked for before it goes. */
  const leave = async () => {
    if (busy || (unsaved() && !(await askToDiscard()))) return
    onClose()
  }

  const confirm = async () => {
    setBusy(true)
    setProblem('')
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setProblem(faultOf(error).hint)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open={open}
      title={title}
      width={width ?? 440}
      onCancel={() => void leave()}
      mask={{ closable: false }}
      destroyOnHidden
      footer={
        <div className="ui-dialog-footer">
          <Button onClick={() => void leave()} disabled={busy}>
            {t('返回')}
          </Button>
          <Button type="primary" danger={danger} disabled={disabled} loading={busy} onClick={() => void confirm()}>
            {okText}
          </Button>
        </div>
      }
    >
      {problem ? <Alert type="error" showIcon title={problem} role="alert" className="ui-form-problem" /> : null}
      <div
        onInput={({ target }) => {
          typed.current = (target as HTMLInputElement).value.trim() !== ''
        }}
      >
        {children}
      </div>
    </Modal>
  )
}
