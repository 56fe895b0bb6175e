import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { Call } from '@chauffeur/contract/kernel/call'
import { Button } from 'antd'
import { useCallback, useMemo, useState, type ComponentType } from 'react'
import { useMayAny } from '#platform/session/session.ts'
import { openTab } from '#platform/tab/tab.ts'
import { t, useLocale, type Locale } from '#platform/text/text.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { columnsOf } from './columns.tsx'
import type { Fixed, ListKit, ListSpec, RowOf, Shown } from './define.view.ts'
import { filterKit, useFilters } from './filters.ts'
import { QueryTable } from './query-table.tsx'
import type { PageOf, ShownFilter } from './query-table.view.ts'
import { actionsOf, useRowActions } from './row-actions.tsx'
import { useLiveRows, usePace } from './live-rows.ts'

interface ListProps {
  /** Parts of the call's input that are not filters. */
  fixed?: Fixed
  /** What the rows belong to is not this operator's to change: nothing is added or brought in. */
  locked?: boolean
}

const noFilter: ShownFilter = { input: {}, ready: false }
const nothing: ReadonlySet<string> = new Set()
const unfixed: Fixed = {}

/** A list screen, said: what it calls, what narrows it, what it shows, what can be done. The words are put together once for each language. */
export function defineList<C extends Call>(call: C, define: (kit: ListKit<RowOf<C>>) => ListSpec<RowOf<C>>): ComponentType<ListProps> {
  const specs = new Map<Locale, ListSpec<RowOf<C>>>()
  return function DefinedList({ fixed = unfixed, locked = false }: ListProps) {
    const language = useLocale()
    let spec = specs.get(language)
    if (!spec) specs.set(language, (spec = define({ c: columnsOf<RowOf<C>>(), f: filterKit, a: actionsOf<RowOf<C>>() })))
    return <List call={call} spec={spec} fixed={fixed} locked={locked} />
  }
}

function List<Row>({ call, spec, fixed, locked }: { call: Call; spec: ListSpec<Row>; fixed: Fixed; locked: boolean }) {
  const { add, bulk, Extra, Buttons, Below } = spec
  const may = useMayAny()
  const filters = useFilters(spec.filters ?? none)
  const [shown, setShown] = useState<Omit<Shown<Row>, 'fixed'>>({ rows: none, answer: undefined })
  const [found, setFound] = useState(noFilter)
  const [adding, setAdding] = useState(false)
  const [keys, setKeys] = useState(nothing)
  const mayBulk = bulk !== undefined && may(bulk.may)
  const mayAdd = add !== undefined && !locked && may(add.may)
  const { verbs, letters, dialogs, open } = useRowActions(spec, call, fixed)
  const live = useLiveRows(call, spec.live, shown.rows, spec.rowKey)
  const onRows = useCallback((rows: readonly Row[], answer: PageOf<Row> | undefined) => setShown({ rows, answer }), [])
  const selection = useMemo(() => ({ keys, onChange: setKeys }), [keys])
  const clear = useCallback(() => setKeys(nothing), [])
  const pollS = usePace(spec.pollS, shown.rows)

  const primary = mayAdd ? (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      {...(add.path ? { onClick: () => openTab(add.path!) } : { onClick: () => setAdding(true) })}
    >
      {add.label ?? t('新建')}
    </Button>
  ) : null
  const bar = mayBulk ? <bulk.Bar keys={keys} rows={shown.rows} input={found.input} ready={found.ready} clear={clear} /> : null
  const barBesideTitle = bulk?.beside === 'title'
  const buttons = (
    <>
      {barBesideTitle ? bar : null}
      {Buttons && !locked ? <Buttons {...shown} fixed={fixed} /> : null}
      {primary}
    </>
  )
  const table = (
    <QueryTable
      name={spec.name}
      label={spec.title}
      call={call}
      fixed={fixed}
      columns={spec.columns}
      filters={filters}
      rowKey={spec.rowKey}
      rowName={spec.rowName}
      tabs={spec.tabs}
      verbs={verbs}
      keys={letters}
      onOpen={open}
      onRows={onRows}
      onFilter={bulk || Extra ? setFound : undefined}
      {...(mayBulk && { selection })}
      pollS={pollS}
      fills={spec.fills}
      empty={spec.empty && <EmptyState title={spec.empty} hint={spec.fills} />}
      toolbar={
        <>
          {live.fresh > 0 ? (
            <Button type="primary" ghost onClick={live.show}>
              {live.newText}
            </Button>
          ) : null}
          {barBesideTitle ? null : bar}
          {spec.inside ? buttons : null}
        </>
      }
    />
  )
  const around = (
    <>
      {table}
      {Below ? <Below /> : null}
      {dialogs}
      {add?.Dialog ? (
        <WhenOpened open={adding}>
          <add.Dialog row={null} open={adding} onClose={() => setAdding(false)} fixed={fixed} />
        </WhenOpened>
      ) : null}
    </>
  )
  if (spec.inside) return around
  return (
    <Page
      title={spec.title}
      extra={spec.extra ?? (Extra ? <Extra {...shown} fixed={fixed} found={found} /> : undefined)}
      actions={buttons}
      fill
    >
      {around}
    </Page>
  )
}
const none: readonly never[] = []
