import { Form } from 'antd'
import { type ReactNode, useMemo, useRef } from 'react'
import { useTabState } from '#platform/tab/tab.ts'
import { type KnownFields, KnownFieldsContext } from '../fields/field.tsx'
import { sentOf } from './form-values.ts'
import './edit.css'

interface TrialFormProps<V> {
  /** What is typed stays with its tab under this name. */
  name: string
  initial: V
  /** Fields, named as what is asked. */
  fields: ReactNode
  /** On Enter in a field, where the answer has to be asked for. */
  onSubmit?: (values: V) => void
  /** The answer to what stands in the fields. */
  children: (values: V) => ReactNode
}

/** A case put together in fields and answered as soon as they change: nothing is saved, so nothing is asked on leaving. */
export function TrialForm<V extends object>({ name, initial, fields, onSubmit, children }: TrialFormProps<V>) {
  const [values, setValues] = useTabState<V>(name, initial)
  const known = useRef<KnownFields>(new Map()).current
  const context = useMemo(() => ({ fields: known }), [known])
  return (
    <>
      <KnownFieldsContext value={context}>
        <Form<V>
          layout="vertical"
          size="small"
          className="edit-trial"
          requiredMark={false}
          initialValues={values}
          onValuesChange={(_, all) => setValues(all)}
          onFinish={() => onSubmit?.(sentOf(values, known))}
        >
          {fields}
          {onSubmit ? <button type="submit" hidden /> : null}
        </Form>
      </KnownFieldsContext>
      {children(sentOf(values, known))}
    </>
  )
}
