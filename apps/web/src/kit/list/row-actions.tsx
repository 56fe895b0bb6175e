import type { Call } from '@chauffeur/contract/kernel/call'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { refresh } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useMayAny } from '#platform/session/session.ts'
import type { ScreenKey } from '#platform/tab/screen-keys.ts'
import { openTab } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { isVersionConflict } from '#kit/edit/conflict.view.ts'
import { useNarrow } from './list-state.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import type { Verb } from '#ui/table/grid.view.ts'
import type { Confirmation, Fixed, ListSpec, RowAction } from './define.view.ts'

const undoing = () => import('#kit/edit/undo.ts')
const ConfirmDialog = lazyPiece(async () => ({ default: (await import('#ui/dialog/confirm.dialog.tsx')).ConfirmDialog }))

interface Doing<Row> {
  action: RowAction<Row>
  row: Row
  /** A dialog closes with its row still in it. */
  open: boolean
}

const said = <Row,>(words: string | ((row: Row) => string), row: Row): string => (typeof words === 'function' ? words(row) : words)

/** What can be done to the rows of a list, what Enter does, and the dialogs it is done in. */
export function useRowActions<Row>(spec: ListSpec<Row>, call: Call, fixed: Fixed) {
  const may = useMayAny()
  const [doing, setDoing] = useState<Doing<Row> | null>(null)
  const { actions, open: opens, rowName, keys: more } = spec

  const allowed = useMemo(() => actions?.filter((action) => action.may === undefined || may(action.may)), [actions, may])
  const narrow = useNarrow()
  const start = useCallback(
    (action: RowAction<Row>, row: Row) => {
      if (action.run) void action.run(row)
      else if (action.path) openTab(action.path(row))
      else if (action.address) narrow(action.address(row))
      else setDoing({ action, row, open: true })
    },
    [narrow],
  )
  const open = useMemo(() => {
    if (typeof opens === 'function') return (row: Row) => openTab(opens(row))
    const able = opens?.flatMap((key) => allowed?.filter((action) => action.key === key) ?? []) ?? []
    if (able.length === 0) return undefined
    return (row: Row) => {
      const action = able.find((one) => canBeDone(one, row))
      if (action) start(action, row)
    }
  }, [opens, allowed, start])
  const verbs = useMemo(() => {
    if (!allowed) return undefined
    return (row: Row): Verb[] =>
      allowed
        .filter((action) => canBeDone(action, row))
        .map((action) => ({
          key: action.key,
          label: said(action.label, row),
          ...(action.letter && { letter: action.letter }),
          ...(action.shown?.(row) === false && { unseen: true }),
          ...((typeof action.danger === 'function' ? action.danger(row) : action.danger) && { danger: true }),
          ...(action.path && { href: `#${action.path(row)}` }),
          act: () => start(action, row),
        }))
  }, [allowed, start])

  /** For the list of the screen's keys. */
  const letters = useMemo(
    () => [
      ...(allowed ?? []).flatMap(({ letter, label }): ScreenKey[] => (letter && typeof label === 'string' ? [[letter, label]] : [])),
      ...(more ?? []),
    ],
    [allowed, more],
  )

  const close = () => setDoing((now) => now && { ...now, open: false })
  let dialogs: ReactNode = null
  if (doing) {
    const { action, row, open: isOpen } = doing
    dialogs = (
      <WhenOpened key={action.key} open={isOpen}>
        {action.Dialog ? <action.Dialog row={row} fixed={fixed} open={isOpen} onClose={close} /> : null}
        {action.confirm ? (
          <Confirm action={action} confirm={action.confirm} row={row} name={rowName(row)} open={isOpen} list={call} onClose={close} />
        ) : null}
      </WhenOpened>
    )
  }
  return { verbs: verbs && allowed && allowed.length > 0 ? verbs : undefined, letters, open, dialogs }
}

function canBeDone<Row>({ key, can }: RowAction<Row>, row: Row): boolean {
  if (can) return can(row)
  const { allowedActions } = row as { allowedActions?: readonly string[] }
  return allowedActions?.includes(key) ?? true
}

interface ConfirmProps<Row> {
  action: RowAction<Row>
  confirm: Confirmation<Row>
  row: Row
  name: string
  open: boolean
  list: Call
  onClose: () => void
}

function Confirm<Row>({ action, confirm, row, name, open, list, onClose }: ConfirmProps<Row>) {
  const label = said(action.label, row)
  const changed = [list, ...(confirm.refreshes ?? [])]
  return (
    <ConfirmDialog
      open={open}
      title={confirm.title ? said(confirm.title, row) : t('{what} {name}', { what: label, name })}
      okText={label}
      danger={(typeof action.danger === 'function' ? action.danger(row) : action.danger) ?? false}
      onConfirm={async () => {
        let answer: unknown
        try {
          answer = await confirm.send(row)
        } catch (error) {
          if (isVersionConflict(error)) void refresh(changed)
          throw error
        }
        const words = confirm.done && said(confirm.done, row)
        if (words && confirm.undo) {
          const undo = confirm.undo(row, answer as never)
          void undoing().then(({ offerUndo }) => offerUndo(words, undo, changed))
        } else if (words) toast.success(words)
        void refresh(changed)
      }}
      onClose={onClose}
    >
      {confirm.text(row)}
    </ConfirmDialog>
  )
}
