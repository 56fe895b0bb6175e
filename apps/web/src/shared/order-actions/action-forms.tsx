import type { ComponentType } from 'react'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import type { DeskAction } from './actions.view.ts'
import type { OrderFormProps } from './order.form.tsx'

const edits = () => import('./edit.form.tsx')
const codes = {
  cancel: async () => (await import('./cancel.form.tsx')).CancelForm,
  assign: async () => (await import('./assign.form.tsx')).AssignForm,
  changePlaces: async () => (await import('./place.form.tsx')).PlaceForm,
  changeContact: async () => (await edits()).ContactForm,
  remark: async () => (await edits()).RemarkForm,
  redispatch: async () => (await edits()).RedispatchForm,
  confirmArrival: async () => (await edits()).ArrivalForm,
  message: async () => (await import('./message.form.tsx')).MessageForm,
  terminate: async () => (await import('./terminate.form.tsx')).TerminateForm,
} satisfies Record<DeskAction, () => Promise<ComponentType<OrderFormProps>>>
const all = Object.keys(codes) as DeskAction[]
const piece = (action: DeskAction) => lazyPiece<ComponentType<OrderFormProps>>(async () => ({ default: await codes[action]() }))

/** What is asked for an action, wherever it is done: a dialog of a list or a page, a panel of the desk. */
export const actionForms = Object.fromEntries(all.map((action) => [action, piece(action)])) as Record<
  DeskAction,
  ComponentType<OrderFormProps>
>

const atHand: Partial<Record<DeskAction, ComponentType<OrderFormProps>>> = {}
/** Where a key opens a form and the next ones are typed into it, its code is there before. */
export const fetchActionForms = (): void =>
  all.forEach((action) => {
    void codes[action]()
      .then((Form) => (atHand[action] = Form))
      .catch(() => undefined)
  })
/** The form itself where its code is there: what is typed right after its key lands in it. */
export const actionFormAtHand = (action: DeskAction) => atHand[action] ?? actionForms[action]
