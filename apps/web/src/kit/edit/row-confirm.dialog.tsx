import type { Call } from '@chauffeur/contract/kernel/call'
import { isVersionConflict, refresh } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import type { Confirmation } from '#kit/list/define.view.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { offerUndo } from './undo.ts'

const textFor = <Row,>(words: string | ((row: Row) => string), row: Row): string => (typeof words === 'function' ? words(row) : words)

interface RowConfirmProps<Row> {
  label: string
  danger: boolean
  confirm: Confirmation<Row>
  row: Row
  name: string
  open: boolean
  list: Call
  onClose: () => void
}

/** What is done to a row of a list, asked once more. */
export function RowConfirm<Row>({ label, danger, confirm, row, name, open, list, onClose }: RowConfirmProps<Row>) {
  return (
    <ConfirmDialog
      open={open}
      title={confirm.title ? textFor(confirm.title, row) : t('{what} {name}', { what: label, name })}
      okText={label}
      danger={danger}
      onConfirm={() => carryOut(confirm, row, list)}
      onClose={onClose}
    >
      {confirm.text?.(row)}
    </ConfirmDialog>
  )
}

/** Sends it, says that it is done, and shows it wherever it shows. */
export async function carryOut<Row>(confirm: Confirmation<Row>, row: Row, list: Call): Promise<void> {
  const changed = [list, ...(confirm.refreshes ?? [])]
  let answer: unknown
  try {
    answer = await confirm.send(row)
  } catch (error) {
    if (isVersionConflict(error)) void refresh(changed)
    throw error
  }
  const words = confirm.done && textFor(confirm.done, row)
  if (words && confirm.undo) offerUndo(words, confirm.undo(row, answer as never), changed)
  else if (words) toast.success(words)
  void refresh(changed)
}
