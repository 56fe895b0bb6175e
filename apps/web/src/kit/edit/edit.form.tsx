import type { Call } from '@chauffeur/contract/kernel/call'
import { Alert, Button, Drawer, Form, Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { askToDiscard, useUnsaved } from '#platform/tab/unsaved.ts'
import { atField, changedPart } from './conflict.view.ts'
import { useVersioned } from './use-versioned.ts'
import { offerUndo, type Undo } from './undo.ts'
import { VersionConflict } from './version-conflict.tsx'
import { faultOf } from '#ui/page/fault.view.ts'
import { pressInForm } from './form-keys.ts'
import { fieldErrorsOf, sameTyped } from './form.view.ts'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { type KnownFields, KnownFieldsContext } from '../fields/field.tsx'
import { useFormDraft } from './form-draft.ts'
import { keptOf, sentOf } from './form-values.ts'
import '#ui/page/ui.css'
import './edit.css'

/** Some values of a form; null is not filled. */
export type Filled<V> = { [K in keyof V]?: V[K] | null }

export interface EditFormProps<V, Row, Answer> {
  /** A page is always open. */
  open?: boolean
  /** A dialog for a few fields; a drawer for many, the list stays in sight; a page for what is a work of its own; a panel right where the work is. */
  as?: 'dialog' | 'drawer' | 'page' | 'panel'
  /** Of all but a page, which has its own. */
  title?: string | ((row: Row | null) => string)
  width?: number
  okText?: string
  /** What it does cannot be taken back, or hurts somebody. */
  danger?: boolean
  /** Enter saves a short form from any field, and goes on to the next field of a long one; by itself a dialog of few fields is short. */
  length?: 'short' | 'long'
  /** Shown to somebody who may not change it. */
  readOnly?: boolean
  /** It must be filled in: it cannot be closed, and in place of 取消 stands the only other way. */
  forced?: { words: string; onLeave: () => void }
  /** What is saved is not known yet: a price, a judgement. */
  ready?: boolean
  /** Something is chosen beside the fields (a file) that is lost with them. */
  dirty?: boolean

  /** What is changed, caught when the form opens; null for something new. */
  row?: Row | null
  /** The form's values of a row, in the wire's names and units; by itself the row's own. */
  valuesOf?: (row: Row) => Filled<V>
  /** What it begins with in place of what the row says: the other way of a switch, say. */
  proposed?: (row: Row) => Filled<V>
  /** What something new begins with. */
  initial?: Filled<V>
  /** Asks for the row anew once somebody else saved first, where the refusal brings another shape than `row`; undefined when it is gone. */
  present?: (row: Row) => Promise<Row | undefined>
  /** The form's field for a refusal or a field of the wire that it has under another name. */
  fieldOf?: Record<string, string>
  /** What is typed is kept under this name until it is saved or thrown away, also over a reload. */
  draft?: string

  /** The names that what is sent may have; a field of another name is a mistake, and its value would be lost. */
  takes?: ReadonlySet<string>
  /** Sends; `row` is what the operator started from, with its version, `changed` the values that differ from it. The form closes when it resolves, a refusal is said in it. */
  save: (values: V, row: Row | null, changed: Partial<V>) => Promise<Answer>
  /** Said once it is saved; null says nothing. */
  saved?: string | null | ((answer: Answer) => string)
  /** What takes it back: offered for a while beside `saved`. */
  undo?: (answer: Answer) => Undo | null
  /** Reading calls that show what is saved. */
  refreshes?: readonly Call[]
  onSaved?: (answer: Answer) => void
  onClose?: () => void
  /** Fields. */
  children: ReactNode | ((row: Row | null) => ReactNode)
}

/** What a list gives the form of its rows. */
export interface RowFormProps<Row> {
  open: boolean
  /** Null for a new one. */
  row: Row | null
  onClose: () => void
}

/** So many fields are looked over at once: Enter saves them. In a longer form it goes on to the next field. */
const SHORT = 5

/** The one form: as a dialog, a drawer, a page or a panel. Every opening begins anew; nothing typed goes unasked, nobody else’s change is overwritten unseen. */
export function EditForm<V extends object, Row = never, Answer = unknown>(props: EditFormProps<V, Row, Answer>) {
  const open = props.open ?? true
  const [opening, setOpening] = useState({ open, turn: 0 })
  // NOTE: a form keeps its store beyond its fields, and lets old values win over new initial ones: hence a new form each time.
  if (opening.open !== open) setOpening({ open, turn: opening.turn + (open ? 1 : 0) })
  // While it closes it shows what it showed, whatever its screen says by then.
  const shown = useRef(props)
  if (open) shown.current = props
  return <Opened<V, Row, Answer> key={opening.turn} {...shown.current} open={open} />
}

function Opened<V extends object, Row, Answer>(props: EditFormProps<V, Row, Answer> & { open: boolean }) {
  const { open, as = 'dialog', length, danger, readOnly = false, forced, dirty = false, fieldOf = {}, onClose } = props
  const [form] = Form.useForm<V>()
  const fields = useRef<KnownFields>(new Map()).current
  const known = useMemo(() => ({ fields, takes: props.takes }), [fields, props.takes])
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [lacking, setLacking] = useState<Lacking[]>([])
  const versions = useVersioned<Row | null>(open, props.row ?? null, async (old, brought) =>
    old === null ? undefined : props.present ? await props.present(old) : ((brought as Row | null | undefined) ?? undefined),
  )
  const row = versions.base
  const valuesOf = (of: Row | null) => (of === null ? (props.initial ?? {}) : (props.valuesOf?.(of) ?? of)) as Partial<V>
  const [opened] = useState(() => ({ ...valuesOf(props.row ?? null), ...(props.row && props.proposed?.(props.row)) }) as Partial<V>)
  const draft = useFormDraft(props.draft, opened)
  const typed = useRef(draft.restored !== null)
  const [outrun, setOutrun] = useState(draft.outrun)
  const unsaved = () => open && !readOnly && (typed.current || dirty)
  useUnsaved(unsaved)

  /** By Escape, the cross, the mask or the button: never while it saves, and typed work is asked for before it goes. */
  const leave = async () => {
    if (busy || (unsaved() && !(await askToDiscard()))) return
    draft.drop()
    onClose?.()
  }
  const startOver = () => {
    draft.drop()
    form.setFieldsValue(opened as never)
    typed.current = false
    setOutrun(null)
  }
  const submit = async (shown: V) => {
    if (props.ready === false) return
    worked.current = document.activeElement
    if (outrun) return setProblem(t('他人也修改了同一处，请先选择保留哪一个'))
    setBusy(true)
    setProblem('')
    setLacking([])
    setWrong(null)
    try {
      const sent = sentOf(shown, fields)
      const answer = await versions.guard(() => props.save(sent, row, changedPart(valuesOf(row) as V, sent)))
      typed.current = false
      worked.current = null
      draft.drop()
      if (props.saved !== null) {
        const words = typeof props.saved === 'function' ? props.saved(answer) : (props.saved ?? t('已保存'))
        const undo = props.undo?.(answer)
        if (undo) offerUndo(words, undo, props.refreshes)
        else toast.success(words)
      }
      props.onSaved?.(answer)
      onClose?.()
    } catch (error) {
      refused(atField(error, fieldOf))
    } finally {
      setBusy(false)
    }
  }
  const refused = (error: unknown) => {
    const all = fieldErrorsOf(error)
    const known = all.filter((field) => form.getFieldInstance(field.name as never) !== undefined)
    if (known.length > 0) form.setFields(known as never)
    if (known.length < all.length || all.length === 0) {
      // What no field of the form is named after is said above it.
      const { hint } = faultOf(error)
      const others = all.filter((field) => !known.includes(field)).flatMap((field) => field.errors)
      setProblem([hint, others.filter((words) => !hint.includes(words)).join(t('；'))].filter(Boolean).join(t('：')))
    }
    if (known[0]) setWrong({ field: known[0].name })
  }

  const box = useRef<HTMLDivElement>(null)
  const worked = useRef<Element | null>(null)
  const [wrong, setWrong] = useState<{ field: unknown } | null>(null)
  // The button that was pressed may be far below.
  useEffect(() => {
    if (problem) box.current?.querySelector('.ui-form-problem')?.scrollIntoView?.({ block: 'nearest' })
  }, [problem])
  /** The keyboard begins in the first field, not at the cross that closes; who was quicker stays where they type. */
  const begin = (shown: boolean) => {
    if (!shown || box.current?.contains(document.activeElement)) return
    const first = box.current?.querySelector<HTMLElement>('input:not([disabled]):not([type="file"]), textarea:not([disabled])')
    const chosen = first?.closest('.ant-radio-group')?.querySelector<HTMLElement>('input:checked')
    ;(chosen ?? first)?.focus()
  }
  useEffect(() => {
    if (as === 'page' || as === 'panel') begin(true)
  }, [as])

  const body = (
    <div
      ref={box}
      onKeyDown={(event) =>
        !busy &&
        !readOnly &&
        pressInForm(event, length ?? (as === 'panel' ? 'panel' : as === 'dialog' && fields.size <= SHORT ? 'short' : 'long'), form.submit)
      }
    >
      <KnownFieldsContext value={known}>
        <Form<V>
          form={form}
          layout="vertical"
          initialValues={(draft.restored ?? opened) as V}
          onValuesChange={() => {
            const values = form.getFieldsValue(true) as Partial<V>
            typed.current = !sameTyped(opened, values)
            draft.keep(typed.current ? keptOf(values, fields) : null)
          }}
          onFinish={(values) => void submit(values)}
          onFinishFailed={({ errorFields }) => setLacking(lackingOf(errorFields, fields))}
          requiredMark="optional"
          disabled={busy || readOnly}
          scrollToFirstError={{ focus: true, block: 'nearest' }}
        >
          {draft.restored ? (
            <Alert
              type="info"
              showIcon
              className="ui-form-problem"
              title={t('已恢复上次没有保存的内容')}
              action={
                <Button size="small" onClick={() => startOver()}>
                  {t('从头填写')}
                </Button>
              }
            />
          ) : null}
          {problem ? <Alert type="error" showIcon title={problem} role="alert" className="ui-form-problem" /> : null}
          {lacking.length > 1 && as !== 'dialog' ? (
            <LackingFields fields={lacking} onGo={(name) => form.focusField(name as never)} />
          ) : null}
          <VersionConflict<Partial<V>>
            base={outrun ?? valuesOf(row)}
            present={outrun ? opened : versions.present === null ? null : valuesOf(versions.present)}
            fields={() => [...fields].map(([name, { label, words }]) => ({ name: name as never, label, words }))}
            onTake={() => {
              setProblem('')
              setOutrun(null)
              if (outrun) draft.keep(keptOf(form.getFieldsValue(true) as Partial<V>, fields))
              versions.take()
            }}
          />
          {typeof props.children === 'function' ? props.children(row) : props.children}
          {busy ? null : <FocusAgain wrong={wrong} worked={worked} />}
          {as === 'page' ? (
            <div className="edit-submit">
              {onClose ? leaveButton() : null}
              {saveButton()}
            </div>
          ) : null}
        </Form>
      </KnownFieldsContext>
    </div>
  )
  function saveButton() {
    return (
      <Button
        type="primary"
        danger={danger}
        loading={busy}
        disabled={props.ready === false}
        aria-keyshortcuts="Control+Enter"
        onClick={() => form.submit()}
      >
        {props.okText ?? t('保存')} <KeyHint keys={as === 'panel' ? 'Enter' : 'Ctrl+↵'} />
      </Button>
    )
  }
  function leaveButton() {
    return (
      <Button onClick={() => (forced ? forced.onLeave() : void leave())} disabled={busy}>
        {forced ? forced.words : readOnly ? t('关闭') : t('取消')}
      </Button>
    )
  }
  if (as === 'page') return body
  const title = typeof props.title === 'function' ? props.title(row) : props.title
  if (as === 'panel') {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      void leave()
    }
    return (
      <section className={danger ? 'edit-panel edit-panel-danger' : 'edit-panel'} aria-label={title} aria-busy={busy} onKeyDown={pressed}>
        <h2>{title}</h2>
        {body}
        <div className="edit-panel-foot">
          {saveButton()}
          <Button onClick={() => void leave()} disabled={busy}>
            {t('返回')} <KeyHint keys="Esc" />
          </Button>
        </div>
      </section>
    )
  }
  const footer = (
    <div className="ui-dialog-footer">
      {leaveButton()}
      {readOnly ? null : saveButton()}
    </div>
  )
  const frame = {
    open,
    title,
    afterOpenChange: begin,
    footer,
    destroyOnHidden: true,
    closable: !forced,
    keyboard: !forced,
  }
  return as === 'drawer' ? (
    <Drawer {...frame} size={props.width ?? 480} onClose={() => void leave()} mask={{ closable: true }}>
      {body}
    </Drawer>
  ) : (
    <Modal {...frame} width={props.width ?? 480} onCancel={() => void leave()} mask={{ closable: false }}>
      {body}
    </Modal>
  )
}

interface Lacking {
  name: (string | number)[]
  label: string
}
const lackingOf = (errors: readonly { name: unknown }[], fields: KnownFields): Lacking[] =>
  errors.map(({ name }) => {
    const path = [name].flat() as (string | number)[]
    return { name: path, label: fields.get(path.join('.'))?.label ?? '' }
  })

/** What is still to be filled in of a long form, each a way to its field. */
function LackingFields({ fields, onGo }: { fields: readonly Lacking[]; onGo: (name: (string | number)[]) => void }) {
  const named = fields.filter(({ label }) => label !== '')
  return (
    <Alert
      type="error"
      role="alert"
      className="ui-form-problem"
      title={t('还有 {n} 处需要修改', { n: fields.length })}
      description={named.map(({ name, label }) => (
        <Button key={name.join('.')} type="link" size="small" onClick={() => onGo(name)}>
          {label}
        </Button>
      ))}
    />
  )
}

/**
 * Fields that are disabled while it saves lose the focus: what was refused has it then, or where one was. It stands among the fields, for a
 * drawer shows them enabled a moment after the form itself knows that they are.
 */
function FocusAgain({ wrong, worked }: { wrong: { field: unknown } | null; worked: RefObject<Element | null> }) {
  const form = Form.useFormInstance()
  useEffect(() => {
    if (wrong) form.focusField(wrong.field as never)
    if (document.activeElement === document.body && worked.current instanceof HTMLElement) worked.current.focus()
  }, [form, wrong, worked])
  return null
}
