import { phoneCalls } from '@chauffeur/contract/call-centre/phone'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { refresh, useCall } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { commandPhone, openCaller } from '#platform/softphone/phone.ts'
import { liveCall, liveCalls, usePhone, type CallOfDesk } from '#platform/softphone/state.ts'
import { t, useLocale } from '#platform/text/text.ts'
import { Elapsed } from '#ui/show/time.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Popup } from '../overlay/popup.tsx'
import { PhoneGlyph } from './phone-glyph.tsx'
import { callTone, callWord, deviceTone, deviceWord, numberOf } from './phone-words.ts'
import './phone.css'

const PhonePanel = lazyPiece(() => import('./phone.panel.tsx'), 'place')
const WrapUpDialog = lazyPiece(() => import('#shared/phone/wrap-up.dialog.tsx'))

/** The desk phone in the shell: what the line does, and what can be done about it. `floating`: over a screen without a header, during a call alone. */
export function PhoneBar({ floating = false }: { floating?: boolean }) {
  return useCan('phone.use') ? <Bar floating={floating} /> : null
}

function Bar({ floating }: { floating: boolean }) {
  useLocale()
  const button = useRef<HTMLButtonElement>(null)
  const state = usePhone()
  const call = liveCall(state)
  const others = liveCalls(state).filter((one) => one !== call)
  const lines = state.info?.channels ?? 1
  const mine = useCall(phoneCalls.mine, { pageNo: 1, pageSize: 20 }, { silent: true, refetchIntervalS: 300 })
  const [at, setAt] = useState<{ x: number; y: number; alignRight: true } | null>(null)
  const [wrapping, setWrapping] = useState<string | null>(null)
  const missed = mine.data?.missed ?? 0
  const toggle = () => {
    const box = button.current?.getBoundingClientRect()
    setAt((open) => (open || !box ? null : { x: box.right, y: box.bottom + 4, alignRight: true }))
  }
  useKeys(button, toggle)
  useRefreshed(call)
  if (floating && !call) return null
  const word = call ? callWord(call) : deviceWord(state)
  const name = missed > 0 ? t('话机：{word}，{n} 个未接来电', { word, n: missed }) : t('话机：{word}', { word })
  return (
    <div className={floating ? 'phone-bar phone-bar-floating' : 'phone-bar'} role="group" aria-label={t('话机')}>
      {state.blocked ? (
        <button type="button" className="phone-blocked" onClick={() => openCaller(state.blocked)}>
          {t('弹窗被浏览器拦截，点击打开来电客户')}
        </button>
      ) : null}
      {call ? <CallStrip call={call} keyed line={lines > 1 ? call.ch + 1 : null} onWrapUp={setWrapping} /> : null}
      {others.length > 0 ? (
        <div className="phone-others">
          {others.map((one) => (
            <CallStrip key={one.ref} call={one} keyed={false} line={one.ch + 1} onWrapUp={setWrapping} />
          ))}
        </div>
      ) : null}
      <button
        ref={button}
        type="button"
        className="icon-button phone-button"
        aria-label={name}
        title={`${name} (Alt+P)`}
        aria-haspopup="dialog"
        aria-expanded={at !== null}
        onClick={toggle}
      >
        <PhoneGlyph name="phone" />
        <i className={`phone-dot phone-${call ? callTone(call) : deviceTone(state)}`} aria-hidden="true" />
        {missed > 0 ? (
          <span className="count" aria-hidden="true">
            {missed > 99 ? '99+' : missed}
          </span>
        ) : null}
      </button>
      {at ? (
        <Popup at={at} role="dialog" label={t('话机')} onClose={() => setAt(null)}>
          <Suspense fallback={<div className="phone-panel" />}>
            <PhonePanel calls={mine} onWrapUp={setWrapping} />
          </Suspense>
        </Popup>
      ) : null}
      <WhenOpened open={wrapping !== null}>
        <WrapUpDialog callId={wrapping} onClose={() => setWrapping(null)} />
      </WhenOpened>
    </div>
  )
}

interface StripProps {
  call: CallOfDesk
  /** Alt+A is for this call. */
  keyed: boolean
  /** From 1; null where there is only one. */
  line: number | null
  onWrapUp: (callId: string) => void
}

/** A call under way, or the last one for a while. */
function CallStrip({ call, keyed, line, onWrapUp }: StripProps) {
  const { ch } = call
  const reveal = useCan('phone.reveal')
  const over = call.phase === 'over'
  const talking = call.phase === 'talking'
  return (
    <span
      className={`phone-strip phone-${callTone(call)}`}
      role="group"
      aria-label={line === null ? t('通话') : t('线路 {n}', { n: line })}
    >
      {line === null ? null : <span className="phone-line ui-number">{line}</span>}
      <strong role="status">{callWord(call)}</strong>
      <span className="ui-number phone-number" title={call.name || undefined}>
        {numberOf(call, reveal)}
        {call.name ? ` ${call.name}` : ''}
      </span>
      {over ? null : <Elapsed since={new Date(call.answeredMs ?? call.startedMs).toISOString()} />}
      {call.phase === 'ringing' ? (
        <>
          <Button name={t('接听')} hotkey={keyed} glyph="answer" tone="ok" onClick={() => void commandPhone({ do: 'answer', ch })} />
          <Button name={t('拒接')} glyph="hangUp" tone="danger" onClick={() => void commandPhone({ do: 'refuse', ch })} />
        </>
      ) : over ? null : (
        <Button name={t('挂断')} hotkey={keyed} glyph="hangUp" tone="danger" onClick={() => void commandPhone({ do: 'hangUp', ch })} />
      )}
      {talking ? (
        <>
          <Button
            name={call.muted ? t('取消静音') : t('静音')}
            glyph="mute"
            on={call.muted}
            onClick={() => void commandPhone({ do: 'mute', ch, on: !call.muted })}
          />
          <Button
            name={call.recording === null ? t('开始录音') : t('停止录音')}
            glyph="record"
            on={call.recording !== null}
            onClick={() => void commandPhone({ do: 'record', ch, on: call.recording === null })}
          />
          <Button name={t('拍插簧')} glyph="flash" onClick={() => void commandPhone({ do: 'flash', ch })} />
        </>
      ) : null}
      {over && call.callId ? (
        <button type="button" className="link" onClick={() => onWrapUp(call.callId ?? '')}>
          {t('通话登记')}
        </button>
      ) : null}
    </span>
  )
}

function Button({
  name,
  glyph,
  tone,
  on,
  hotkey = false,
  onClick,
}: {
  name: string
  glyph: Parameters<typeof PhoneGlyph>[0]['name']
  tone?: 'ok' | 'danger'
  on?: boolean
  hotkey?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={tone ? `icon-button phone-act phone-act-${tone}` : 'icon-button phone-act'}
      aria-label={name}
      title={hotkey ? `${name} (Alt+A)` : name}
      aria-pressed={on}
      onClick={onClick}
    >
      <PhoneGlyph name={glyph} />
    </button>
  )
}

/** Alt+P opens the panel; Alt+A takes the call that rings, or ends the one under way. */
function useKeys(button: RefObject<HTMLButtonElement | null>, toggle: () => void): void {
  const latest = useRef(toggle)
  latest.current = toggle
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // The header under a screen that covers it has another telephone on top.
      if (!button.current || button.current.closest('[inert]')) return
      if (!event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
      if (event.code === 'KeyP') latest.current()
      else if (event.code === 'KeyA') {
        const call = liveCall(usePhone.getState())
        if (!call || call.phase === 'over') return
        void commandPhone({ do: call.phase === 'ringing' ? 'answer' : 'hangUp', ch: call.ch })
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [button])
}

/** The list of calls is asked for anew when the server learns of one, and of its end. */
function useRefreshed(call: CallOfDesk | null): void {
  const key = call ? `${call.callId ?? ''} ${call.filed}` : ''
  useEffect(() => {
    if (key !== '') void refresh([phoneCalls.mine, phoneCalls.list])
  }, [key])
}
