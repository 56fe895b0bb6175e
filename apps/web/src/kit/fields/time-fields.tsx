import type { Hours } from '@chauffeur/contract/pricing/model'
import { DatePicker, Input, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import type { ReactNode } from 'react'
import { clockWords, instantOf, wallClockOf } from '#ui/show/time.view.ts'
import { joined, t } from '#platform/text/text.ts'
import { clockTextOf, isClock, secondsClockOf } from './clock.view.ts'
import { FieldFrame, type FieldProps, pathOf } from './field.tsx'
import { FieldRow } from './field-row.tsx'
import { RowsField } from './rows-field.tsx'
import { withOther } from './rules.ts'
import WallClockInput from './wall-clock-input.tsx'

interface InstantProps extends FieldProps {
  /** How far the clock of the city concerned is ahead of UTC; null for the reader's own. */
  offsetMinutes: number | null
}
/** An instant (UTC on the wire), typed and shown on the clock of the city concerned, to the minute. */
export const InstantField = ({ offsetMinutes, ...props }: InstantProps) => (
  <FieldFrame
    {...props}
    hint={props.hint ?? clockWords(offsetMinutes)}
    lacking="choose"
    known={{ words: ((at?: string | null) => wallClockOf(at, offsetMinutes).replace('T', ' ')) as never }}
    getValueProps={(at?: string | null) => ({ value: wallClockOf(at, offsetMinutes) })}
    getValueFromEvent={(wallClock: string) => (wallClock ? instantOf(wallClock, offsetMinutes) : null)}
  >
    <WallClockInput disabled={props.locked ? true : undefined} />
  </FieldFrame>
)

/** A calendar day, `2026-11-20` on the wire; of what has happened none after today can be chosen. */
export const DayField = ({ happened, ...props }: FieldProps & { happened?: boolean }) => (
  <FieldFrame
    {...props}
    lacking="choose"
    known={{ words: ((day?: string | null) => day ?? '') as never }}
    getValueProps={(day?: string | null) => ({ value: day ? dayjs(day) : null })}
    getValueFromEvent={(shown: Dayjs | null) => shown?.format('YYYY-MM-DD') ?? null}
  >
    <DatePicker className="edit-time" maxDate={happened ? dayjs() : undefined} disabled={props.locked ? true : undefined} />
  </FieldFrame>
)

/** A time of day, `21:30` on the wire; 24 hours. */
export const ClockField = (props: FieldProps) => (
  <FieldFrame
    {...props}
    lacking="choose"
    known={{ words: ((clock?: string | null) => clock ?? '') as never }}
    getValueProps={(clock?: string | null) => ({ value: clock ? dayjs(`2000-01-01T${clock}`) : null })}
    getValueFromEvent={(shown: Dayjs | null) => shown?.format('HH:mm') ?? null}
  >
    <TimePicker className="edit-time" format="HH:mm" needConfirm={false} disabled={props.locked ? true : undefined} />
  </FieldFrame>
)

interface HoursProps {
  /** The group that holds both, where they stand in one. */
  name?: string
  labels?: { from: string; to: string }
  children?: ReactNode
}
/** From when to when within a day, both or neither: all day. Beside each other, with what else belongs in the row. */
export function HoursFields({ name, labels, children }: HoursProps) {
  const both = t('开始和结束时间须同时填写')
  const [from, to] = ['from', 'to'].map((end) => (name === undefined ? end : [name, end]))
  const pair = (other: string | string[]) => ({ dependencies: [other], rules: [withOther(pathOf(other), both)] })
  return (
    <FieldRow>
      <ClockField name={from!} label={labels?.from ?? t('时段开始')} hint={t('都不填为全天')} {...pair(to!)} />
      <ClockField name={to!} label={labels?.to ?? t('时段结束')} hint={t('早于开始则跨零点')} {...pair(from!)} />
      {children}
    </FieldRow>
  )
}

/** A time of day to the second, `21:30:00` on the wire, typed as `21:30`, `2130` or `21`; `24:00` is the end of a day. */
export const SecondsClockField = ({ rules = [], ...props }: FieldProps) => (
  <FieldFrame
    {...props}
    rules={[
      ...rules,
      {
        validator: (_, typed?: string | null) =>
          typed && !isClock(secondsClockOf(typed)) ? Promise.reject(new Error(t('应为 00:00 到 24:00 的时间'))) : Promise.resolve(),
      },
    ]}
    known={{ words: clockTextOf as never, sent: (typed) => (typeof typed === 'string' ? secondsClockOf(typed) : typed) }}
    getValueProps={(typed?: string | null) => ({ value: clockTextOf(typed) })}
  >
    <Input maxLength={8} placeholder="00:00" autoComplete="off" spellCheck={false} disabled={props.locked ? true : undefined} />
  </FieldFrame>
)

/** Hours of the day in which something holds; none: all day. */
export const HoursField = ({ name, label, locked }: { name: string; label: string; locked?: FieldProps['locked'] }) => (
  <RowsField<Partial<Hours>>
    name={name}
    label={label}
    words={(bands) => joined(bands.map(({ from, to }) => `${clockTextOf(from)}–${clockTextOf(to)}`))}
    addText={t('增加时段')}
    added={{}}
    least={0}
    most={10}
    locked={locked}
    removeText={(n) => t('删除第 {n} 个时段', { n })}
  >
    {(row) => (
      <>
        <SecondsClockField name={[row, 'from']} label={t('开始')} required locked={!!locked} />
        <SecondsClockField name={[row, 'to']} label={t('结束')} required locked={!!locked} />
      </>
    )}
  </RowsField>
)
