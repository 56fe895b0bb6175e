import type { KeyboardEvent } from 'react'
import { t } from '#platform/text.ts'
import { type Draft, type OptionFields, wallClockOf } from './desk.draft.ts'
import type { RefusalSpot } from './desk.refusal.ts'
import type { Step } from './desk.steps.ts'
import { Field } from './field.tsx'

export interface OptionsPanelProps {
  draft: Draft
  utcOffsetMinutes: number
  problemAt: (spot: RefusalSpot) => string | undefined
  onChange: (options: Partial<OptionFields>) => void
  onNext: (step: Step) => void
}

/** How many, when, for whom, which car: everything an ordinary call does without. */
export function OptionsPanel({ draft, utcOffsetMinutes, problemAt, onChange, onNext }: OptionsPanelProps) {
  const disabled = draft.attempt !== null
  const step = (name: Step) => ({
    'data-step': name,
    className: 'desk-input',
    disabled,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      onNext(name)
    },
  })
  return (
    <div className="desk-options">
      <Field label={t('司机人数')} hotkey="Alt+O">
        {(field) => (
          <select
            {...field}
            {...step('driverCount')}
            value={draft.driverCount}
            onChange={(event) => onChange({ driverCount: Number(event.target.value) })}
          >
            {[1, 2, 3, 4, 5].map((count) => (
              <option key={count} value={count} disabled={count > 1 && draft.driver !== null}>
                {count}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('预约时间（当地）')} problem={problemAt('bookTime')}>
        {(field) => (
          <input
            {...field}
            {...step('bookTime')}
            type="datetime-local"
            min={wallClockOf(Date.now(), utcOffsetMinutes)}
            max={wallClockOf(Date.now() + 7 * 86_400_000, utcOffsetMinutes)}
            value={draft.bookTime}
            onChange={(event) => onChange({ bookTime: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('联系电话（代叫）')} problem={problemAt('contactPhone')}>
        {(field) => (
          <input
            {...field}
            {...step('contactPhone')}
            type="tel"
            autoComplete="off"
            maxLength={20}
            value={draft.contactPhone}
            onChange={(event) => onChange({ contactPhone: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('客户称呼')}>
        {(field) => (
          <input
            {...field}
            {...step('customerName')}
            autoComplete="off"
            maxLength={40}
            value={draft.customerName}
            onChange={(event) => onChange({ customerName: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('车牌号')}>
        {(field) => (
          <input
            {...field}
            {...step('carPlate')}
            autoComplete="off"
            maxLength={12}
            value={draft.carPlate}
            onChange={(event) => onChange({ carPlate: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('订单备注')}>
        {(field) => (
          <input
            {...field}
            {...step('remark')}
            autoComplete="off"
            maxLength={500}
            value={draft.remark}
            onChange={(event) => onChange({ remark: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}
