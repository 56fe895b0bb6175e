import { useEffect, useReducer, useRef } from 'react'
import { on, type Toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import './toasts.css'

interface ShownToast extends Toast {
  id: number
}
type Action = { add: ShownToast } | { drop: number }

const STAY_MS = { error: 6_000, warning: 5_000, info: 4_000, success: 3_000 }
const WITH_ACTION_MS = 10_000
let nextId = 1

function reduce(shown: ShownToast[], action: Action): ShownToast[] {
  if ('drop' in action) return shown.filter((one) => one.id !== action.drop)
  // NOTE: ten calls refused for one reason are one message.
  return [...shown.filter((one) => one.text !== action.add.text), action.add].slice(-4)
}

/** The short messages at the top of the page. */
export function Toasts() {
  const [shown, dispatch] = useReducer(reduce, [])
  const box = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      on('toast', (toast) => {
        const id = nextId++
        dispatch({ add: { id, ...toast } })
        setTimeout(() => dispatch({ drop: id }), toast.action ? WITH_ACTION_MS : STAY_MS[toast.kind])
      }),
    [],
  )
  // NOTE: shown again with every message, since an open dialog lies over whatever came before it.
  useEffect(() => {
    const element = box.current
    if (!element || typeof element.showPopover !== 'function') return
    if (element.matches(':popover-open')) element.hidePopover()
    if (shown.length > 0) element.showPopover()
  }, [shown])
  return (
    <div ref={box} popover="manual" className="toasts" role="region" aria-label={t('消息')} aria-live="polite">
      {shown.map((one) => (
        <div key={one.id} className={`toast toast-${one.kind}`} role={one.kind === 'error' ? 'alert' : 'status'}>
          <span>{one.text}</span>
          {one.action ? (
            <button
              type="button"
              className="toast-action"
              onClick={() => {
                one.action?.run()
                dispatch({ drop: one.id })
              }}
            >
              {one.action.label}
            </button>
          ) : null}
          <button type="button" aria-label={t('关闭消息')} onClick={() => dispatch({ drop: one.id })}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
