export { allowedActions, isCancellable, judgeCancel, type OrderEvent } from './order.rules.ts'
export { type Actor, lockOrder, type OrderRowDb, recordEvent } from './transition.queries.ts'
export { moveOrder, noteOrder } from './transition.service.ts'
