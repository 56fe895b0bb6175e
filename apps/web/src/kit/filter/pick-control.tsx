import type { PickKind } from '#kit/pickers/picks.ts'
import { PickSelect } from '#kit/pickers/pick-select.tsx'
import { t } from '#platform/text/text.ts'

export interface PickControlProps {
  kind: PickKind
  label: string
  value: string
  width: number
  fresh: boolean
  onChange: (id: string) => void
}

/** A chip of the filter bar whose value is looked for on the server. */
export default function PickControl({ kind, label, value, width, fresh, onChange }: PickControlProps) {
  return (
    <PickSelect
      kind={kind}
      className={`ui-chip${value ? ' ui-chip-on' : ''}`}
      aria-label={label}
      prefix={<span className="ui-chip-name">{label}</span>}
      placeholder={t('全部')}
      style={{ width }}
      allowClear
      autoFocus={fresh}
      defaultOpen={fresh}
      value={value || null}
      onChange={((id?: string) => onChange(id ?? '')) as never}
    />
  )
}
