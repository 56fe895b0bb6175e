import { Form } from 'antd'
import type { FormItemProps } from 'antd'
import { createContext, type ReactElement, type ReactNode, useContext, useEffect } from 'react'
import { t } from '#platform/text/text.ts'
import type { Rule } from './rules.ts'

/** What a form knows of one of its fields besides its value. */
export interface KnownField {
  label: string
  /** The value in the operator's words, where two versions are held side by side. */
  words?: (value: never) => string
  /** What is sent for a value; undefined sends nothing, and what was saved stays. */
  sent?: (value: unknown) => unknown
  /** A list of rows, whose fields are known by themselves. */
  rows?: boolean
  /** A password, an identity number: never kept in a draft. */
  secret?: boolean
}
export type KnownFields = Map<string, KnownField>

/** The fields of the form around, by their name on the wire (`rules.stepFen`). */
export const KnownFieldsContext = createContext<{
  fields: KnownFields
  takes?: ReadonlySet<string>
  /** In a list of rows: the name of the list. */
  within?: string
} | null>(null)

export type FieldName = string | readonly (string | number)[]
export const pathOf = (name: FieldName): string => (typeof name === 'string' ? name : name.join('.'))

export interface FieldProps {
  /** As on the wire; its value is what the wire holds, in the wire's unit. */
  name: FieldName
  label: string
  required?: boolean
  /** Said below the field. */
  hint?: ReactNode
  /** It cannot be changed: why, said in place of the hint; `true` where the form has said why for several. */
  locked?: string | boolean | null
  rules?: Rule[]
  /** Fields whose change makes this one be judged again. */
  dependencies?: (string | string[])[]
  /** When it is judged; by itself while it is typed. */
  validateTrigger?: 'onBlur' | 'onSubmit'
  className?: string
}

interface Frame extends FieldProps, Pick<FormItemProps, 'getValueProps' | 'getValueFromEvent' | 'valuePropName' | 'normalize'> {
  /** It always has a value: nothing to mark as optional. */
  filled?: boolean
  /** `choose`: what is lacking is chosen, not typed. */
  lacking?: 'type' | 'choose'
  known?: Omit<KnownField, 'label'>
  children: ReactElement
}

/** Says to the form around what it must know of a field. */
export function useKnownField(name: string, field: KnownField): void {
  const form = useContext(KnownFieldsContext)
  const path = form?.within === undefined ? name : `${form.within}.${name}`
  if (form?.takes && !form.takes.has(path.split('.')[0] ?? '')) throw new Error(`What this form sends has no ${path}.`)
  useEffect(() => {
    form?.fields.set(path, field)
    return () => {
      form?.fields.delete(path)
    }
  })
}

/** What all fields are made of: label, hint, the one sentence for what is lacking, and what the form must know of it. */
export function FieldFrame({ name, label, required, hint, locked, rules = [], filled, lacking = 'type', known, children, ...rest }: Frame) {
  useKnownField(pathOf(name), { label, ...known })
  const message = lacking === 'choose' ? t('请选择{label}', { label }) : t('请填写{label}', { label })
  const first: Rule[] = required ? [{ required: true, message, ...(lacking === 'type' && { validator: notBlank(message) }) }] : []
  return (
    <Form.Item
      name={name as never}
      label={label}
      extra={typeof locked === 'string' && locked !== '' ? locked : hint}
      rules={[...first, ...rules]}
      required={required || filled}
      {...rest}
    >
      {children}
    </Form.Item>
  )
}

/** Blanks are as good as nothing. */
const notBlank = (message: string) => (_: unknown, value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
    ? Promise.reject(new Error(message))
    : Promise.resolve()
