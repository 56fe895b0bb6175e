import { Input } from 'antd'
import { t } from '#platform/text/text.ts'
import { FieldFrame, type FieldProps } from './field.tsx'

interface TextProps extends FieldProps {
  maxLength: number
  placeholder?: string
  /** A number, a code: the browser neither corrects nor suggests it. */
  inputMode?: 'text' | 'numeric' | 'email' | 'url'
  autoComplete?: string
  autoFocus?: boolean
}
const words = ((value?: string | null) => value ?? '') as never

export const TextField = ({ maxLength, placeholder, inputMode, autoComplete = 'off', autoFocus, ...props }: TextProps) => (
  <FieldFrame {...props} known={{ words }}>
    <Input
      maxLength={maxLength}
      placeholder={placeholder}
      inputMode={inputMode}
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      spellCheck={inputMode === undefined ? undefined : false}
      disabled={props.locked ? true : undefined}
    />
  </FieldFrame>
)

/** Several lines; Enter begins a new one. */
export const LongTextField = ({ maxLength, placeholder, rows = 2, ...props }: TextProps & { rows?: number }) => (
  <FieldFrame {...props} known={{ words }}>
    <Input.TextArea
      autoSize={{ minRows: rows, maxRows: 8 }}
      maxLength={maxLength}
      showCount
      placeholder={placeholder}
      disabled={props.locked ? true : undefined}
    />
  </FieldFrame>
)

const isMasked = (value: unknown) => typeof value === 'string' && value.includes('*')

/** A telephone. Who sees it masked (`138****1234`) leaves it as it is by leaving the field empty: then nothing is sent. */
export function PhoneField({ saved, hint, ...props }: FieldProps & { /** As it was read, perhaps masked. */ saved?: string | null }) {
  const masked = isMasked(saved)
  return (
    <FieldFrame
      {...props}
      required={props.required && !masked}
      hint={masked ? t('现为 {phone}，不修改则留空', { phone: saved ?? '' }) : hint}
      known={{ words, sent: (value) => (isMasked(value) || (masked && !value) ? undefined : (value ?? '')) }}
      getValueProps={(value?: string) => ({ value: isMasked(value) ? '' : value })}
    >
      <Input maxLength={24} inputMode="tel" autoComplete="off" disabled={props.locked ? true : undefined} />
    </FieldFrame>
  )
}

/** The number of an identity card, never kept in a draft. One that is on file is shown in part and stays when the field is left empty. */
export function IdentityNumberField({ saved, hint, rules = [], ...props }: FieldProps & { /** Masked; empty for none. */ saved?: string }) {
  return (
    <FieldFrame
      {...props}
      required={props.required && !saved}
      hint={saved ? t('现为 {phone}，不修改则留空', { phone: saved }) : hint}
      rules={[...rules, { pattern: /^\s*\d{17}[\dXx]\s*$/, message: t('身份证号为 18 位') }]}
      known={{ secret: true, words: (() => '••••') as never }}
    >
      <Input maxLength={18} autoComplete="off" spellCheck={false} disabled={props.locked ? true : undefined} />
    </FieldFrame>
  )
}

/** A day that comes every year: a birthday has no year of its own. */
export const MonthDayField = (props: FieldProps) => (
  <TextField
    {...props}
    maxLength={5}
    inputMode="numeric"
    placeholder="08-15"
    hint={t('月-日')}
    rules={[{ pattern: /^\d\d-\d\d$/, message: t('应为月-日，如 08-15') }]}
  />
)

interface SecretProps extends TextProps {
  /** A key of several lines, in sight while it is put in. */
  rows?: number
}
/** Never kept in a draft, never shown beside another version. */
export const SecretField = ({ maxLength, placeholder, autoComplete = 'new-password', rows, ...props }: SecretProps) => {
  const typing = { maxLength, placeholder, autoComplete, disabled: props.locked ? true : undefined }
  return (
    <FieldFrame {...props} known={{ secret: true, words: (() => '••••') as never }}>
      {rows ? (
        <Input.TextArea {...typing} autoSize={{ minRows: rows, maxRows: 6 }} spellCheck={false} className="edit-mono" />
      ) : (
        <Input.Password {...typing} />
      )}
    </FieldFrame>
  )
}
