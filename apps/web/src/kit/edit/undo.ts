import type { Call, InputOf } from '@chauffeur/contract/kernel/call'
import { toast } from '#platform/browser/events.ts'
import { refresh, sendCall } from '#platform/http/call.ts'
import { requestId } from '#platform/http/http.ts'
import { t } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'

/** The call that takes something back, with the version that the first one left. */
export type Undo = () => Promise<unknown>
export const undoBy =
  <C extends Call>(call: C, input: InputOf<C>): Undo =>
  () =>
    // What is refused is said in one sentence, by who offered it.
    sendCall(call, input, { silent: true, ...(call.once && { idempotencyKey: requestId() }) })

/** Says what was done, and for a while offers to take it back; `shows` are the reading calls that show either. */
export function offerUndo(done: string, undo: Undo, shows: readonly Call[] = []): void {
  const run = async () => {
    try {
      await undo()
      toast.success(t('已撤销'))
    } catch (error) {
      toast.error(t('没有撤销：{why}', { why: faultOf(error).hint }))
    }
    await refresh(shows)
  }
  toast.success(done, { label: label(), run: () => void run() })
}

// The focus stays where the work is.
window.addEventListener('mousedown', (event) => {
  if (event.target instanceof Element && event.target.closest('.toast-action')) event.preventDefault()
})
const label = () => t('撤销（Alt+Z）')
// NOTE: on the window: where the screen has a use of its own for the key, that comes first.
window.addEventListener('keydown', (event) => {
  if (!event.altKey || event.code !== 'KeyZ' || event.defaultPrevented) return
  const offers = document.querySelectorAll<HTMLElement>('.toast-action')
  const newest = [...offers].findLast(({ textContent }) => textContent === label())
  if (!newest) return
  event.preventDefault()
  newest.click()
})
