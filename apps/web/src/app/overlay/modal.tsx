import { useEffect, useRef, type ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import './overlay.css'

interface Props {
  title: string
  children: ReactNode
  /** Without it the dialog cannot be dismissed. */
  onClose?: () => void
  className?: string
  role?: 'dialog' | 'alertdialog'
}

/** A dialog over everything. The browser keeps the focus inside and the rest of the page still. */
export function Modal({ title, children, onClose, className = '', role = 'dialog' }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const before = document.activeElement
    const open = () => {
      if (element.open) return
      if (typeof element.showModal === 'function') element.showModal()
      else element.setAttribute('open', '')
    }
    // NOTE: a second Escape closes a dialog whatever its cancel handler says; one that may not go is opened again.
    const closed = () => (close.current ? close.current() : open())
    const cancel = (event: Event) => {
      event.preventDefault()
      close.current?.()
    }
    open()
    element.addEventListener('close', closed)
    element.addEventListener('cancel', cancel)
    return () => {
      element.removeEventListener('close', closed)
      element.removeEventListener('cancel', cancel)
      if (element.open && typeof element.close === 'function') element.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`modal ${className}`}
      role={role === 'dialog' ? undefined : role}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // It is for this dialog, not for what lies under it.
        event.stopPropagation()
        if (!close.current) event.preventDefault()
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) close.current?.()
      }}
    >
      <div className="modal-box">
        <header>
          <h2>{title}</h2>
          {onClose ? (
            <button type="button" className="icon-button" aria-label={t('关闭')} onClick={onClose}>
              ×
            </button>
          ) : null}
        </header>
        {children}
      </div>
    </dialog>
  )
}
