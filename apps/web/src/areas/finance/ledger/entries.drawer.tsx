import { ledgerAccountText, ledgerCalls } from '@chauffeur/contract/finance/ledger'
import { Pagination } from 'antd'
import { useState } from 'react'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import ExportButton from '#kit/jobs/export-button.tsx'
import { useCall } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Money } from '#ui/show/money.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { businessWords } from './ledger.view.ts'
import type { DaysOfAccount } from './cash-flow.screen.tsx'

const AT_ONCE = 50
/** Of the file, as they stand here. */
const columns = ['at', 'business', 'step', 'memo', 'inFen', 'outFen'].map((key) => ({ key }))

/** The entries of one account on a day, or on several. */
export default function EntriesDrawer({ row, onClose }: { row: DaysOfAccount | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} title={(of) => `${tr(ledgerAccountText[of.account])} ${daysWords(of)}`} size={980} onClose={onClose}>
      {(of) => <Entries key={`${of.account} ${of.from} ${of.to}`} {...of} />}
    </KeptDrawer>
  )
}

const daysWords = ({ from, to }: DaysOfAccount) => (from === to ? from : t('{from} 至 {to}', { from, to }))
/** As the file says what it holds. */
const conditions = () => [
  { kind: 'text' as const, key: 'account', label: t('资金账户') },
  { kind: 'text' as const, key: 'days', label: t('日期') },
]

function Entries({ account, from, to }: DaysOfAccount) {
  const mayExport = useCan('export.create')
  const [pageNo, setPageNo] = useState(1)
  const query = useCall(
    ledgerCalls.cashFlowEntries,
    { account, from, to, pageNo, pageSize: AT_ONCE },
    { saysRefusals: true, keepPrevious: true },
  )
  return (
    <Async query={query} skeleton={<Skeleton lines={10} />}>
      {({ rows, total, totalCapped }) => (
        <>
          {mayExport ? (
            <ExportButton
              call={ledgerCalls.cashFlowEntries}
              title={t('分录')}
              input={{ account, from, to }}
              filters={conditions()}
              values={{ account: tr(ledgerAccountText[account]), days: daysWords({ account, from, to }) }}
              columns={columns}
              total={{ total, totalCapped }}
              ready
            />
          ) : null}
          <div className="ledger-entries">
            <PlainTable
              label={t('分录')}
              rows={rows}
              rowKey={({ entryId }) => entryId}
              columns={[
                { title: t('时间'), cell: ({ at }) => <Time at={at} as="exact" /> },
                { title: t('事项'), cell: ({ business, step }) => businessWords(business, step) },
                { title: t('单号'), head: true, cell: ({ memo }) => <span className="ui-number">{memo}</span> },
                { title: t('转入'), end: true, cell: ({ inFen }) => (inFen === 0 ? '' : <Money fen={inFen} />) },
                { title: t('转出'), end: true, cell: ({ outFen }) => (outFen === 0 ? '' : <Money fen={outFen} />) },
                {
                  title: t('整笔分录'),
                  cell: ({ lines }) => (
                    <ul className="ledger-lines">
                      {lines.map((line, at) => (
                        <li key={at}>
                          {line.side === 'D' ? t('借') : t('贷')} {tr(ledgerAccountText[line.account])} {moneyText(line.amountFen)}
                        </li>
                      ))}
                    </ul>
                  ),
                },
              ]}
            />
          </div>
          {total > AT_ONCE ? (
            <Pagination size="small" current={pageNo} pageSize={AT_ONCE} total={total} showSizeChanger={false} onChange={setPageNo} />
          ) : null}
        </>
      )}
    </Async>
  )
}
