import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'

const edits = () => import('./edit.form.tsx')
const cancel = () => import('./cancel.form.tsx')
const assign = () => import('./assign.form.tsx')
const message = () => import('./message.form.tsx')
const terminate = () => import('./terminate.form.tsx')

/** What is asked for an action, wherever it is done: a dialog of a list or a page, a panel of the desk. */
export const actionForms = {
  cancel: lazyPiece(async () => ({ default: (await cancel()).CancelForm })),
  assign: lazyPiece(async () => ({ default: (await assign()).AssignForm })),
  changeContact: lazyPiece(async () => ({ default: (await edits()).ContactForm })),
  remark: lazyPiece(async () => ({ default: (await edits()).RemarkForm })),
  redispatch: lazyPiece(async () => ({ default: (await edits()).RedispatchForm })),
  confirmArrival: lazyPiece(async () => ({ default: (await edits()).ArrivalForm })),
  message: lazyPiece(async () => ({ default: (await message()).MessageForm })),
  terminate: lazyPiece(async () => ({ default: (await terminate()).TerminateForm })),
} as const

/** Where a key opens a form and the next ones are typed into it, its code is there before. */
export const fetchActionForms = (): void => void Promise.all([edits(), cancel(), assign(), message(), terminate()]).catch(() => undefined)
