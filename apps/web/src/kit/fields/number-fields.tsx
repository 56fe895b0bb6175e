import { InputNumber } from 'antd'
import { t } from '#platform/text/text.ts'
import { FieldFrame, type FieldProps } from './field.tsx'
import { within } from './rules.ts'

interface NumberProps extends FieldProps {
  /** In the wire's unit. */
  min?: number
  max?: number
  step?: number
  placeholder?: string
}
export interface Unit {
  /** How many of the wire's units one on screen holds. */
  per: number
  precision: number
  /** As many decimals as it has, `1.5`; else always all of them, `1.50`. */
  trimmed?: boolean
  suffix?: string
}

const trimmed = (value: number, precision: number) => String(Number(value.toFixed(precision)))

/** A number shown in a unit of its own: `per` of the wire's make one on screen. */
export function UnitField({ min, max, step, placeholder, unit, rules = [], ...props }: NumberProps & { unit: Unit }) {
  const { per, precision, suffix } = unit
  const shown = (wire: number) => (unit.trimmed ? Number((wire / per).toFixed(precision)) : wire / per)
  const words = (wire: number) => `${trimmed(wire / per, precision)}${suffix ? ` ${suffix}` : ''}`
  return (
    <FieldFrame
      {...props}
      rules={[...within(min, max, words), ...rules]}
      known={{ words: ((wire?: number | null) => (wire === undefined || wire === null ? '' : words(wire))) as never }}
      getValueProps={(wire?: number | null) => ({ value: wire === undefined || wire === null ? null : shown(wire) })}
      getValueFromEvent={(shown: number | null) => (shown === null ? null : Math.round(shown * per))}
    >
      <InputNumber
        className="edit-number"
        precision={unit.trimmed ? undefined : precision}
        step={step === undefined ? undefined : step / per}
        suffix={suffix}
        placeholder={placeholder}
        disabled={props.locked ? true : undefined}
      />
    </FieldFrame>
  )
}

/** Fen on the wire, yuan on screen. */
export const MoneyField = (props: NumberProps) => <UnitField {...props} unit={{ per: 100, precision: 2, suffix: t('元') }} />
/** Basis points on the wire, per cent on screen. */
export const PercentField = (props: NumberProps) => <UnitField {...props} unit={{ per: 100, precision: 2, suffix: '%' }} />
/** A factor in basis points on the wire (12000), a factor on screen (1.2). */
export const FactorField = (props: NumberProps) => <UnitField {...props} unit={{ per: 10_000, precision: 2, suffix: t('倍') }} />
/** Seconds on the wire, minutes on screen. */
export const MinutesField = (props: NumberProps) => (
  <UnitField {...props} unit={{ per: 60, precision: 2, trimmed: true, suffix: t('分钟') }} />
)
/** Metres on the wire, kilometres on screen. */
export const KilometresField = (props: NumberProps) => (
  <UnitField {...props} unit={{ per: 1000, precision: 3, trimmed: true, suffix: t('公里') }} />
)
/** A whole number as it is, with its unit where it has one. */
export const CountField = ({ suffix, ...props }: NumberProps & { suffix?: string }) => (
  <UnitField {...props} unit={{ per: 1, precision: 0, suffix }} />
)
