import type { Call, InputOf } from '@chauffeur/contract/kernel/call'
import { useCallback, useMemo, useState, type ComponentType, type ReactNode } from 'react'
import { sendCall } from '#platform/http/call.ts'
import { useMayAny } from '#platform/session/session.ts'
import type { ScreenKey } from '#platform/tab/screen-keys.ts'
import { openTab } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { useNarrow } from './list-state.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import type { Verb } from '#ui/table/grid.view.ts'
import type { Confirmation, Fixed, ListSpec, RowAction, RowDialogProps, RowDrawerProps } from './define.view.ts'

const undoing = () => import('#kit/edit/undo.ts')
const confirming = () => import('#kit/edit/row-confirm.dialog.tsx')
const RowConfirm = lazyPiece(async () => ({ default: (await confirming()).RowConfirm }))

const carryOutNow = async <Row,>(confirm: Confirmation<Row>, row: Row, list: Call) => (await confirming()).carryOut(confirm, row, list)

interface Doing<Row> {
  action: RowAction<Row>
  row: Row
  /** A dialog closes with its row still in it. */
  open: boolean
}

const said = <Row,>(words: string | ((row: Row) => string), row: Row): string => (typeof words === 'function' ? words(row) : words)

interface OnOff<C extends Call, Row> {
  input: (row: Row, on: boolean) => InputOf<C>
  /** What either means; where neither is said, it is done without a question. */
  on?: (row: Row) => ReactNode
  off?: (row: Row) => ReactNode
  /** Where the row's `allowedActions` do not say which of the two can be done to it. */
  isOn?: (row: Row) => boolean
  may?: Call
  done?: (row: Row, on: boolean) => string
  refreshes?: readonly Call[]
}

/** What can be done to most things, under the same words and letters in every list. */
export function actionsOf<Row>() {
  type More = Partial<RowAction<Row>>
  return {
    edit: (Dialog: ComponentType<RowDialogProps<Row>>, more: More = {}): RowAction<Row> => ({
      key: 'edit',
      label: t('修改'),
      letter: 'E',
      Dialog,
      ...more,
    }),
    look: (Drawer: ComponentType<RowDrawerProps<Row>>, more: More = {}): RowAction<Row> => ({
      key: 'look',
      label: t('查看'),
      letter: 'V',
      can: () => true,
      Drawer,
      ...more,
    }),
    history: (Dialog: ComponentType<RowDialogProps<Row>>): RowAction<Row> => ({ key: 'history', label: t('历史'), letter: 'H', Dialog }),
    remove: (confirm: Confirmation<Row>): RowAction<Row> => ({
      key: 'delete',
      label: t('删除'),
      danger: true,
      confirm: { done: t('已删除'), ...confirm },
    }),
    /** To be in use and not to be: either can be taken back for a while, where the row as it was answered says how. */
    onOff: <C extends Call>(call: C, { input, isOn, may, done, refreshes = [], ...meaning }: OnOff<C, Row>): RowAction<Row>[] =>
      [true, false].map((on) => ({
        key: on ? 'enable' : 'disable',
        label: on ? t('启用') : t('停用'),
        danger: !on && meaning.off !== undefined,
        ...(isOn && { can: (row) => isOn(row) !== on }),
        ...(may && { may }),
        confirm: {
          text: on ? meaning.on : meaning.off,
          send: (row) => sendCall(call, input(row, on)),
          undo: (row, answer: object) => async () => (await undoing()).undoBy(call, input({ ...row, ...answer }, !on))(),
          done: (row) => done?.(row, on) ?? (on ? t('已启用') : t('已停用')),
          refreshes,
        },
      })),
  }
}
export type ActionKit<Row> = ReturnType<typeof actionsOf<Row>>

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
      // What was refused was told as the call was made.
      else if (action.confirm && !action.confirm.text) carryOutNow(action.confirm, row, call).catch(() => undefined)
      else setDoing({ action, row, open: true })
    },
    [narrow, call],
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
          ...(isDanger(action, row) && { danger: true }),
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
        {action.Drawer ? <action.Drawer row={isOpen ? row : null} onClose={close} /> : null}
        {action.confirm ? (
          <RowConfirm
            label={said(action.label, row)}
            danger={isDanger(action, row)}
            confirm={action.confirm}
            row={row}
            name={rowName(row)}
            open={isOpen}
            list={call}
            onClose={close}
          />
        ) : null}
      </WhenOpened>
    )
  }
  return { verbs: verbs && allowed && allowed.length > 0 ? verbs : undefined, letters, open, dialogs }
}

const isDanger = <Row,>({ danger }: RowAction<Row>, row: Row): boolean => (typeof danger === 'function' ? danger(row) : danger === true)

function canBeDone<Row>({ key, can }: RowAction<Row>, row: Row): boolean {
  if (can) return can(row)
  const { allowedActions } = row as { allowedActions?: readonly string[] }
  return allowedActions?.includes(key) ?? true
}
