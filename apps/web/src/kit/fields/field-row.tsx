import { Form } from 'antd'
import type { ReactNode } from 'react'
import { type FieldName, pathOf } from './field.tsx'

/** Fields that belong beside each other, as many as there is room for. */
export const FieldRow = ({ children }: { children: ReactNode }) => <div className="edit-row">{children}</div>

/** Fields under a heading. */
export const FieldGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="edit-group">
    <legend>{title}</legend>
    {children}
  </fieldset>
)

/** Fields that are there while another field of the form has a value. */
export function WhenField({ name, is, children }: { name: FieldName; is: unknown; children: ReactNode }) {
  return <WithField name={name}>{(value) => (value === is ? children : null)}</WithField>
}

/** Fields that depend on the value of another. */
export function WithField({ name, children }: { name: FieldName; children: (value: unknown) => ReactNode }) {
  const path = pathOf(name).split('.')
  return (
    <Form.Item noStyle shouldUpdate={(before, after) => at(before, path) !== at(after, path)}>
      {({ getFieldValue }) => children(getFieldValue(path))}
    </Form.Item>
  )
}
const at = (values: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inside, part) => (inside as Record<string, unknown> | null | undefined)?.[part], values)
