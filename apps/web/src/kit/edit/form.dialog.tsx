import { Alert, Button, Drawer, Form, Modal } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { askToDiscard, useUnsaved } from '#platform/tab/unsaved.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { pressInForm } from './form-keys.ts'
import { fieldErrorsOf, sameTyped } from './form.view.ts'
import '#ui/page/ui.css'

export interface FormDialogProps<V extends object> {
  open: boolean
  title: string
  initial?: Partial<V>
  okText?: string
  /** What it does cannot be taken back, or hurts somebody. */
  danger?: boolean
  /** A drawer keeps the list behind it in sight: for long forms. */
  as?: 'dialog' | 'drawer'
  width?: number
  /** Something is chosen beside the fields (a file) that is lost with them. */
  dirty?: boolean
  /** Shown to somebody who may not change it. */
  readOnly?: boolean
  /** Resolves when saved, and the dialog closes; a refusal is shown at its fields or above the form. */
  onSubmit: (values: V) => Promise<unknown>
  onClose: () => void
  /** `Form.Item`s. */
  children: ReactNode
}

/** Every opening begins with what `initial` holds then: nothing typed or shown the time before is left in it. */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const [opening, setOpening] = useState({ open: props.open, turn: 0 })
  // NOTE: a form keeps its store beyond its fields, and lets old values win over new initial ones: hence a new form each time.
  if (opening.open !== props.open) setOpening({ open: props.open, turn: opening.turn + (props.open ? 1 : 0) })
  return <Dialog<V> key={opening.turn} {...props} />
}

function Dialog<V extends object>({
  open,
  title,
  initial,
  okText,
  danger,
  as = 'dialog',
  width,
  dirty = false,
  readOnly = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps<V>) {
  const [form] = Form.useForm<V>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [opened] = useState(initial)
  const typed = useRef(false)
  const unsaved = () => open && (typed.current || dirty)
  useUnsaved(unsaved)

  /** By Escape, the cross, the mask or the button: never while it saves, and typed work is asked for before it goes. */
  const leave = async () => {
    if (busy || (unsaved() && !(await askToDiscard()))) return
    onClose()
  }
  const submit = async (values: V) => {
    setBusy(true)
    setProblem('')
    try {
      await onSubmit(values)
      onClose()
    } catch (error) {
      const fields = fieldErrorsOf(error)
      const known = fields.filter((field) => form.getFieldInstance(field.name as never) !== undefined)
      if (known.length > 0) form.setFields(known as never)
      if (known.length < fields.length || fields.length === 0) {
        // What no field of the form is named after is said above it.
        const { hint } = faultOf(error)
        const others = fields.filter((field) => !known.includes(field)).flatMap((field) => field.errors)
        setProblem([hint, others.filter((words) => !hint.includes(words)).join(t('；'))].filter(Boolean).join(t('：')))
      }
      const first = known[0]
      if (first) form.focusField(first.name as never)
    } finally {
      setBusy(false)
    }
  }

  const box = useRef<HTMLDivElement>(null)
  // Whoever saved a long form is at its end.
  useEffect(() => {
    if (problem) box.current?.querySelector('.ui-form-problem')?.scrollIntoView?.({ block: 'nearest' })
  }, [problem])
  /** The keyboard begins in the first field, not at the cross that closes. */
  const begin = (shown: boolean) => {
    if (shown) box.current?.querySelector<HTMLElement>('input:not([disabled]), textarea:not([disabled])')?.focus()
  }

  const body = (
    <div ref={box} onKeyDown={(event) => !busy && !readOnly && pressInForm(event, as === 'drawer' ? 'long' : 'short', form.submit)}>
      <Form<V>
        form={form}
        layout="vertical"
        initialValues={opened as V}
        onValuesChange={() => {
          typed.current = !sameTyped(opened ?? {}, form.getFieldsValue(true) as object)
        }}
        onFinish={(values) => void submit(values)}
        requiredMark="optional"
        disabled={busy || readOnly}
        scrollToFirstError
      >
        {problem ? <Alert type="error" showIcon title={problem} role="alert" className="ui-form-problem" /> : null}
        {children}
      </Form>
    </div>
  )
  const footer = (
    <div className="ui-dialog-footer">
      <Button onClick={() => void leave()} disabled={busy}>
        {readOnly ? t('关闭') : t('取消')}
      </Button>
      {readOnly ? null : (
        <Button
          type="primary"
          danger={danger}
          loading={busy}
          aria-keyshortcuts="Control+Enter"
          title="Ctrl ↵"
          onClick={() => form.submit()}
        >
          {okText ?? t('保存')}
        </Button>
      )}
    </div>
  )
  if (as === 'drawer') {
    return (
      <Drawer
        afterOpenChange={begin}
        open={open}
        title={title}
        size={width ?? 480}
        onClose={() => void leave()}
        footer={footer}
        mask={{ closable: true }}
        destroyOnHidden
      >
        {body}
      </Drawer>
    )
  }
  return (
    <Modal
      afterOpenChange={begin}
      open={open}
      title={title}
      width={width ?? 480}
      onCancel={() => void leave()}
      footer={footer}
      mask={{ closable: false }}
      destroyOnHidden
    >
      {body}
    </Modal>
  )
}
