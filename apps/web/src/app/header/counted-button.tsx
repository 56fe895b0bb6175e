import { type ReactNode, Suspense, useRef, useState } from 'react'
import { Glyph } from '../menu/glyph.tsx'
import { Popup } from '../overlay/popup.tsx'

interface CountedButtonProps {
  glyph: 'jobs' | 'bell'
  /** With the count in words, for those who hear it. */
  name: string
  count: number
  countClass: 'count-running' | 'count-unread'
  listLabel: string
  /** What pops up; its code may still be on the way. */
  list: (close: () => void) => ReactNode
}

/** A button of the header with a count, and a list that pops up beneath it. */
export function CountedButton({ glyph, name, count, countClass, listLabel, list }: CountedButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [at, setAt] = useState<{ x: number; y: number; alignRight: true } | null>(null)
  const close = () => setAt(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label={name}
        title={name}
        aria-haspopup="dialog"
        aria-expanded={at !== null}
        onClick={() => {
          const box = button.current?.getBoundingClientRect()
          setAt(at || !box ? null : { x: box.right, y: box.bottom + 4, alignRight: true })
        }}
      >
        <Glyph name={glyph} />
        {count > 0 ? (
          <span className={`count ${countClass}`} aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        ) : null}
      </button>
      {at ? (
        <Popup at={at} role="dialog" label={listLabel} onClose={close}>
          <Suspense fallback={<div className="notice-list" />}>{list(close)}</Suspense>
        </Popup>
      ) : null}
    </>
  )
}
