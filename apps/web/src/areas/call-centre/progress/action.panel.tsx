import { Button } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { t } from '#platform/text/text.ts'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { Problem } from '../draft/field.tsx'
import '../call-centre.css'
import './progress.css'

export interface ActionPanelProps {
  title: string
  /** What the button says it will do. */
  confirm: string
  danger?: boolean
  busy: boolean
  /** Everything needed has been said. */
  ready: boolean
  problem: string
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Something done to an order right at the desk: the first field has the focus, Enter does it, Esc leaves it. */
export function ActionPanel({ title, confirm, danger = false, busy, ready, problem, onConfirm, onClose, children }: ActionPanelProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('[data-first], input, select')?.focus(), [])
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault()
      event.stopPropagation()
      if (ready && !busy) onConfirm()
    }
  }
  return (
    <section
      ref={box}
      className={danger ? 'desk-action desk-action-danger' : 'desk-action'}
      aria-label={title}
      aria-busy={busy}
      onKeyDown={pressed}
    >
      <h2 className="desk-head">{title}</h2>
      {children}
      {problem ? <Problem text={problem} /> : null}
      <div className="desk-actions">
        <Button type="primary" danger={danger} disabled={!ready} loading={busy} onClick={onConfirm}>
          {confirm} <KeyHint keys="Enter" />
        </Button>
        <Button onClick={onClose}>
          {t('返回')} <KeyHint keys="Esc" />
        </Button>
      </div>
    </section>
  )
}
