import type { DialOf } from '@chauffeur/contract/call-centre/phone'
import { toast } from '#platform/browser/events.ts'
import { useCan } from '#platform/session/session.ts'
import { dial } from '#platform/softphone/phone.ts'
import { usePhone } from '#platform/softphone/state.ts'
import { t } from '#platform/text/text.ts'
import { copyText } from '#ui/show/copy.ts'
import { HANDSET } from '#ui/show/handset.ts'
import { LineGlyph } from '#ui/show/line-glyph.tsx'
import '#ui/page/ui.css'

export interface PhoneProps {
  value: string
  /** Where the number stands: with it a masked one can be called without being seen. */
  dial?: { of: DialOf; id: string }
}

/** A telephone number exactly as the server sends it (masked or whole); a click copies it, the button beside it calls with the desk phone. */
export function Phone({ value, dial: whose }: PhoneProps) {
  if (value === '') return <span className="ui-none">—</span>
  const copy = async () => {
    if (await copyText(value)) toast.success(t('已复制 {value}', { value }))
    else toast.error(t('复制失败，请手动选择'))
  }
  return (
    <span className="ui-phone">
      <button
        type="button"
        className="ui-copy ui-number"
        title={t('点击复制')}
        onClick={(event) => {
          event.stopPropagation()
          void copy()
        }}
      >
        {value}
      </button>
      {whose || !value.includes('*') ? <DialButton value={value} whom={whose ?? { number: value }} /> : null}
    </span>
  )
}

/** Only where there is a telephone to dial with. */
function DialButton({ value, whom }: { value: string; whom: Parameters<typeof dial>[0] }) {
  const mayDial = useCan('phone.use')
  const ready = usePhone((state) => state.on && state.device === 'ready')
  if (!mayDial || !ready) return null
  const name = t('拨打 {value}', { value })
  return (
    <button
      type="button"
      className="ui-dial"
      aria-label={name}
      title={name}
      onClick={(event) => {
        event.stopPropagation()
        // What was refused was told as the call was made.
        dial(whom).catch(() => undefined)
      }}
    >
      <LineGlyph path={HANDSET} size={13} />
    </button>
  )
}
