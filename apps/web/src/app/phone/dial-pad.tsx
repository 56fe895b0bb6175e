import { useState } from 'react'
import { commandPhone, dial } from '#platform/softphone/phone.ts'
import { liveCall, usePhone } from '#platform/softphone/state.ts'
import { t } from '#platform/text/text.ts'
import { digitsOf } from '#platform/softphone/wire.ts'
import { PhoneGlyph } from './phone-glyph.tsx'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const

/** Types or pastes a number and calls it with Enter; during a call each key is sent as a tone. */
export function DialPad() {
  const [number, setNumber] = useState('')
  const state = usePhone()
  const call = liveCall(state)
  const busy = call !== null && call.phase !== 'over'
  const talking = call?.phase === 'talking'
  const ready = state.on && state.device === 'ready'
  const press = (key: string) => {
    if (talking) void commandPhone({ do: 'digits', ch: call.ch, digits: key })
    else setNumber((before) => digitsOf(before + key))
  }
  const callNumber = () => {
    if (number !== '' && !busy) void dial({ number }).catch(() => undefined)
  }
  return (
    <form
      className="phone-pad"
      onSubmit={(event) => {
        event.preventDefault()
        callNumber()
      }}
    >
      <div className="phone-pad-line">
        <input
          type="tel"
          inputMode="tel"
          autoComplete="off"
          autoFocus
          aria-label={talking ? t('发送按键') : t('拨打号码')}
          placeholder={talking ? t('按键即发送') : t('输入或粘贴号码，按 Enter 拨出')}
          value={talking ? '' : number}
          onChange={(event) => {
            if (!talking) return setNumber(digitsOf(event.target.value))
            const digits = digitsOf(event.target.value)
            if (digits !== '') void commandPhone({ do: 'digits', ch: call.ch, digits })
          }}
        />
        <button
          type="button"
          className="icon-button"
          aria-label={t('删除最后一位')}
          title={t('删除最后一位')}
          disabled={number === ''}
          onClick={() => setNumber((before) => before.slice(0, -1))}
        >
          <PhoneGlyph name="erase" />
        </button>
      </div>
      <div className="phone-keys">
        {KEYS.map((key) => (
          <button key={key} type="button" onClick={() => press(key)}>
            {key}
          </button>
        ))}
      </div>
      <div className="phone-pad-acts">
        <button type="submit" className="phone-dial" disabled={!ready || busy || number === ''}>
          {t('拨打')}
        </button>
        <button type="button" className="phone-redial" disabled={!ready || busy} onClick={() => void commandPhone({ do: 'redial' })}>
          {t('重拨')}
        </button>
      </div>
      {ready ? null : <p className="phone-quiet">{t('话机未就绪，在“本机话机”中查看')}</p>}
    </form>
  )
}
