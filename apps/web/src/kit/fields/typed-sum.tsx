import { t } from '#platform/text/text.ts'
import { MoneyField } from './number-fields.tsx'
import { exactly } from './rules.ts'
import { moneyText } from '#ui/show/money.view.ts'

/** The sum that is at stake, typed once more: who types it has read it. */
export function TypedSumField({ name, label, wantedFen }: { name: string; label: string; wantedFen: number }) {
  const sum = moneyText(wantedFen)
  return (
    <MoneyField
      name={name}
      label={label}
      required
      hint={t('输入 {sum} 以确认', { sum })}
      rules={[exactly(wantedFen, t('与 {sum} 不一致', { sum }))]}
    />
  )
}
