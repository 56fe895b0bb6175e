import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { KeyboardEvent } from 'react'

const MINUTE = 'YYYY-MM-DD HH:mm'

export interface WallClockInputProps {
  id?: string
  className?: string
  disabled?: boolean | undefined
  /** On the clock of the city concerned, `2026-11-23T08:30`; empty for none. */
  value?: string | null
  onChange?: (wallClock: string) => void
  min?: string
  max?: string
  placeholder?: string
  autoFocus?: boolean
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

/** A day and a time to the minute, 24 hours, typed or chosen. */
export default function WallClockInput({ value, onChange, min, max, className = 'edit-time', ...rest }: WallClockInputProps) {
  return (
    <DatePicker
      {...rest}
      className={className}
      showTime={{ format: 'HH:mm' }}
      format={MINUTE}
      needConfirm={false}
      value={value ? dayjs(value) : null}
      minDate={min ? dayjs(min) : undefined}
      maxDate={max ? dayjs(max) : undefined}
      onChange={(shown) => onChange?.(shown ? shown.format('YYYY-MM-DDTHH:mm') : '')}
    />
  )
}
