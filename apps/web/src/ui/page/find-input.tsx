import { Input } from 'antd'

interface FindInputProps {
  label: string
  placeholder: string
  value: string
  onChange: (typed: string) => void
  widthPx?: number
  autoFocus?: boolean
}

/** Narrows what is on the screen already, as it is typed. */
export function FindInput({ label, placeholder, value, onChange, widthPx, autoFocus }: FindInputProps) {
  return (
    <Input
      aria-label={label}
      placeholder={placeholder}
      allowClear
      maxLength={60}
      value={value}
      autoFocus={autoFocus}
      {...(widthPx !== undefined && { style: { width: widthPx } })}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
