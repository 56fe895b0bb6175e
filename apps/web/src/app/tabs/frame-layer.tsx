import { useEffect, useRef, useState } from 'react'
import { setSession, session } from '#platform/session/session.ts'
import { tr } from '#platform/text/text.ts'
import { idleWatch } from '../state/idle-watch.ts'
import { frameSandbox } from '../root/navigation.ts'
import { paneId, tabId } from './tab-pane.tsx'
import './tabs.css'

/** Activity inside a frame counts from this long after it was loaded. */
const HOOK_AFTER_MS = 5_000
const FOREIGN_CHECK_MS = 30_000

interface Frame {
  key: string
  title: string
  url: string
  reload: number
  /** Visited since the page was loaded; a restored tab loads its frame when it is first shown. */
  wanted: boolean
}

/** Embedded pages, in a layer of their own: moving an iframe in the document would load it again. */
export function FrameLayer({ frames, activeKey }: { frames: Frame[]; activeKey: string }) {
  const seen = useRef(new Set<string>())
  const open = new Set(frames.map((frame) => frame.key))
  for (const frame of frames) if (frame.wanted) seen.current.add(frame.key)
  for (const key of seen.current) if (!open.has(key)) seen.current.delete(key)
  const shown = [...seen.current].flatMap((key) => frames.find((frame) => frame.key === key) ?? [])
  const addresses = JSON.stringify(Object.fromEntries(shown.map((frame) => [frame.key, frame.url])))
  useEffect(() => {
    if (JSON.stringify(session().frames) !== addresses) setSession({ frames: JSON.parse(addresses) as Record<string, string> })
  }, [addresses])
  return shown.map((frame) => <EmbeddedPage key={`${frame.key}#${frame.reload}`} frame={frame} active={frame.key === activeKey} />)
}

function EmbeddedPage({ frame, active }: { frame: Frame; active: boolean }) {
  const [element, setElement] = useState<HTMLIFrameElement | null>(null)
  useEffect(() => (element ? hookActivity(element) : undefined), [element])
  // NOTE: `inert` does not take the focus out of a frame, and keys would go on into it.
  useEffect(() => {
    if (!active) element?.blur()
  }, [active, element])
  return (
    <div
      id={paneId(frame.key)}
      className="tab-pane frame-pane"
      role="tabpanel"
      aria-labelledby={tabId(frame.key)}
      data-active={active}
      inert={!active}
    >
      <iframe ref={setElement} src={frame.url} title={tr(frame.title)} sandbox={frameSandbox(frame.url)} referrerPolicy="no-referrer" />
    </div>
  )
}

/** Counts what is done inside the frame. A page of another origin cannot be listened to: having the focus in it counts. */
function hookActivity(frame: HTMLIFrameElement): () => void {
  let unwatch: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const hook = () => {
    unwatch?.()
    unwatch = undefined
    const inside = documentOf(frame)
    if (inside) unwatch = idleWatch()?.watch(inside)
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(hook, HOOK_AFTER_MS)
  }
  const count = () => {
    if (document.activeElement === frame && document.hasFocus() && !documentOf(frame)) idleWatch()?.touch()
  }
  later()
  frame.addEventListener('load', later)
  window.addEventListener('blur', count)
  const foreign = setInterval(count, FOREIGN_CHECK_MS)
  return () => {
    clearTimeout(timer)
    clearInterval(foreign)
    unwatch?.()
    frame.removeEventListener('load', later)
    window.removeEventListener('blur', count)
  }
}

function documentOf(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument
  } catch {
    return null
  }
}
