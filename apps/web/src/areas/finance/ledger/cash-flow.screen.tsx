import { type LedgerAccount, ledgerAccount, ledgerAccountText, ledgerCalls } from '@chauffeur/contract/finance/ledger'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import DaysControl from '#kit/filter/days-control.tsx'
import ExportButton from '#kit/jobs/export-button.tsx'
import { useCall } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page, Panel } from '#ui/page/page.tsx'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { wallClockOf } from '#ui/show/time.view.ts'
import { PlainTable } from '#ui/table/plain-table.tsx'
import './ledger.css'

const EntriesDrawer = lazyPiece(() => import('./entries.drawer.tsx'))

type Row = AnswerOf<typeof ledgerCalls.cashFlow>['rows'][number]
export interface DaysOfAccount {
  account: LedgerAccount
  from: string
  to: string
}

/** Days begin by China's clock, as the books do. */
const BOOKS_MINUTES = 480
const DAY_MS = 86_400_000
/** Of the file, as they stand here. */
const columns = ['account', 'day', 'openingFen', 'inFen', 'outFen', 'closingFen', 'entries'].map((key) => ({ key }))
const dayOf = (ms: number) => wallClockOf(ms, BOOKS_MINUTES).slice(0, 10)

/** What there was, what came, what went and what there is, of each account on each day; each number opens what it is the sum of. */
export default function CashFlowScreen() {
  const [params, setParams] = useSearchParams()
  const from = params.get('from') ?? dayOf(Date.now() - 6 * DAY_MS)
  const to = params.get('to') ?? dayOf(Date.now())
  const query = useCall(ledgerCalls.cashFlow, { from, to }, { saysRefusals: true, keepPrevious: true })
  const mayExport = useCan('export.create')
  const [looking, setLooking] = useState<DaysOfAccount | null>(null)
  return (
    <Page
      title={t('资金流水')}
      extra={t('按北京时间的日期；点金额看分录')}
      actions={
        <>
          {mayExport && query.data ? (
            <ExportButton
              call={ledgerCalls.cashFlow}
              title={t('资金流水')}
              input={{ from, to }}
              filters={[{ kind: 'text', key: 'days', label: t('日期') }]}
              values={{ days: t('{from} 至 {to}', { from, to }) }}
              columns={columns}
              total={{ total: query.data.rows.length, totalCapped: false }}
              ready
            />
          ) : null}
          <DaysControl
            label={t('日期')}
            from={from}
            to={to}
            width={300}
            offsetMinutes={BOOKS_MINUTES}
            fresh={false}
            onChange={(first, last) => first && last && setParams({ from: first, to: last }, { replace: true })}
          />
        </>
      }
    >
      <Async
        query={query}
        skeleton={<Skeleton lines={12} />}
        isEmpty={({ rows }) => rows.length === 0}
        empty={<EmptyState title={t('这段时间没有资金变动')} />}
      >
        {({ rows }) => (
          <div className="ledger-accounts">
            {ledgerAccount.options.map((account) => {
              const own = rows.filter((row) => row.account === account)
              return own.length === 0 ? null : <Account key={account} account={account} rows={own} onLook={setLooking} />
            })}
          </div>
        )}
      </Async>
      <WhenOpened open={looking !== null}>
        <EntriesDrawer row={looking} onClose={() => setLooking(null)} />
      </WhenOpened>
    </Page>
  )
}

interface AccountProps {
  account: LedgerAccount
  rows: readonly Row[]
  onLook: (of: DaysOfAccount) => void
}

function Account({ account, rows, onLook }: AccountProps) {
  const days = rows.toSorted((a, b) => (a.day < b.day ? 1 : -1))
  const [last, first] = [days[0]!, days.at(-1)!]
  const sum = (key: 'inFen' | 'outFen' | 'entries') => days.reduce((all, row) => all + row[key], 0)
  const name = tr(ledgerAccountText[account])
  const figure = (row: Row, fen: number) =>
    fen === 0 ? (
      <Money fen={fen} />
    ) : (
      <button
        type="button"
        className="ui-text-button ui-number"
        aria-label={t('{account} {day} {sum} 的分录', { account: name, day: row.day || t('合计'), sum: moneyText(fen) })}
        onClick={() => onLook({ account, from: row.day || first.day, to: row.day || last.day })}
      >
        {moneyText(fen)}
      </button>
    )
  return (
    <Panel title={name} extra={t('期末 {sum}', { sum: moneyText(last.closingFen) })}>
      <PlainTable
        label={name}
        rows={days}
        rowKey={({ day }) => day}
        foot={{
          account,
          day: '',
          openingFen: first.openingFen,
          inFen: sum('inFen'),
          outFen: sum('outFen'),
          closingFen: last.closingFen,
          entries: sum('entries'),
        }}
        columns={[
          { title: t('日期'), head: true, cell: ({ day }) => (day === '' ? t('合计') : day) },
          { title: t('期初'), end: true, cell: ({ openingFen }) => <Money fen={openingFen} /> },
          { title: t('转入'), end: true, cell: (row) => figure(row, row.inFen) },
          { title: t('转出'), end: true, cell: (row) => figure(row, row.outFen) },
          { title: t('期末'), end: true, cell: ({ closingFen }) => <Money fen={closingFen} /> },
          { title: t('分录数'), end: true, cell: ({ entries }) => entries },
        ]}
      />
    </Panel>
  )
}
