import { Checkbox, Radio, Select, Switch } from 'antd'
import type { ComponentProps } from 'react'
import { joined, t, tr } from '#platform/text/text.ts'
import { daysOf, daysWords, maskOf, weekdayText } from '#ui/show/weekdays.ts'
import { FieldFrame, type FieldProps } from './field.tsx'

type Value = string | number | boolean
export interface Choice<V extends Value = Value> {
  value: V
  label: string
  disabled?: boolean
  /** Beside the label in the list: why it cannot be chosen, what is special. */
  why?: string
  /** What else it is found by: pinyin, a number. */
  search?: string
}
/** The choices of an enum of the contract, in the operator's words. */
export const choicesOf = <V extends string | number>(values: readonly V[], text: Record<V, string>): Choice<V>[] =>
  values.map((value) => ({ value, label: tr(text[value]) }))

interface ChoiceProps extends FieldProps {
  choices: readonly Choice[]
}
const wordsIn = (choices: readonly Choice[]) => {
  const one = (value: unknown) => choices.find((choice) => choice.value === value)?.label ?? String(value ?? '')
  return ((value: unknown) => (Array.isArray(value) ? joined(value.map(one)) : one(value))) as never
}

interface SelectProps extends ChoiceProps {
  multiple?: boolean
  /** What nothing chosen means: 全部渠道. */
  placeholder?: string
  loading?: boolean
  /** It always has a value: nothing to mark as optional. */
  filled?: boolean
  /** How many of several at most. */
  most?: number
}
/** One of a list, or several; found by what is typed. Nothing chosen is `undefined`. */
export const SelectField = ({ choices, multiple, placeholder, loading, most, ...props }: SelectProps) => (
  <FieldFrame {...props} lacking="choose" known={{ words: wordsIn(choices) }}>
    <Select
      mode={multiple ? 'multiple' : undefined}
      options={[...choices]}
      placeholder={placeholder}
      loading={loading}
      allowClear={!props.required && !props.filled}
      maxCount={most}
      showSearch={choices.length > 8 || multiple ? { optionFilterProp: ['label', 'search'] } : false}
      optionRender={({ data }) => (
        <span className="field-choice">
          <span>{data.label}</span>
          {data.why ? <span className="ui-none">{data.why}</span> : null}
        </span>
      )}
      disabled={props.locked ? true : undefined}
    />
  </FieldFrame>
)

/** One of a few, all in sight; as buttons where it is pressed all day. */
export const RadioField = ({ choices, buttons, ...props }: ChoiceProps & { buttons?: boolean }) => (
  <FieldFrame {...props} lacking="choose" known={{ words: wordsIn(choices) }}>
    <Radio.Group
      options={choices as never}
      {...(buttons && { optionType: 'button' as const, className: 'field-buttons' })}
      disabled={props.locked ? true : undefined}
    />
  </FieldFrame>
)

/** Several of a few, all in sight. */
export const CheckField = ({ choices, ...props }: ChoiceProps) => (
  <FieldFrame {...props} lacking="choose" known={{ words: wordsIn(choices) }}>
    <CheckGroup options={choices as never} disabled={props.locked ? true : undefined} />
  </FieldFrame>
)

/** Words of one's own, each ended by Enter or a separator. */
export const TagsField = ({ most, separators = [',', '，'], ...props }: FieldProps & { most: number; separators?: string[] }) => (
  <FieldFrame {...props} known={{ words: ((value?: string[]) => joined(value ?? [])) as never }}>
    <Select
      mode="tags"
      maxCount={most}
      tokenSeparators={separators}
      open={false}
      suffixIcon={null}
      disabled={props.locked ? true : undefined}
    />
  </FieldFrame>
)

/** NOTE: the form marks what it needs with `aria-required`, which a group of boxes must not have. */
const CheckGroup = (props: ComponentProps<typeof Checkbox.Group>) => <Checkbox.Group {...props} {...{ 'aria-required': undefined }} />

/** Days of the week: a mask on the wire, bit 0 being Monday. */
export const WeekdaysField = (props: FieldProps) => (
  <FieldFrame
    {...props}
    rules={
      props.required
        ? [{ validator: (_, mask?: number) => (mask === 0 ? Promise.reject(new Error(t('至少选择一天'))) : Promise.resolve()) }]
        : []
    }
    lacking="choose"
    known={{ words: ((mask?: number | null) => (typeof mask === 'number' ? daysWords(mask) : '')) as never }}
    getValueProps={(mask?: number | null) => ({ value: daysOf(mask ?? 0) })}
    getValueFromEvent={(days: number[]) => maskOf(days)}
  >
    <CheckGroup options={weekdayText.map((day, value) => ({ value, label: tr(day) }))} disabled={props.locked ? true : undefined} />
  </FieldFrame>
)

/** On or off; `values` where the wire has words for it. */
export const SwitchField = ({
  values = { on: true, off: false },
  ...props
}: Omit<FieldProps, 'required'> & { values?: { on: Value; off: Value } }) => (
  <FieldFrame
    {...props}
    filled
    valuePropName="checked"
    known={{ words: ((value?: Value) => (value === values.on ? t('是') : t('否'))) as never }}
    getValueProps={(value?: Value) => ({ checked: value === values.on })}
    getValueFromEvent={(on: boolean) => (on ? values.on : values.off)}
  >
    <Switch disabled={props.locked ? true : undefined} />
  </FieldFrame>
)
