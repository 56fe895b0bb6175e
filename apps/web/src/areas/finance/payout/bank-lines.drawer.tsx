import { payoutCalls } from '@chauffeur/contract/finance/payout'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Money } from '#ui/show/money.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { failureWords } from '../withdrawal-review/review.view.ts'
import type { BankFile } from './bank-files.screen.tsx'

type Line = AnswerOf<typeof payoutCalls.bankLines>['rows'][number]

/** What went out in a file, and what the bank said of each. */
export default function BankLinesDrawer({ row, onClose }: { row: BankFile | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} title={(shown) => shown.batchNo} size={980} onClose={onClose}>
      {({ batchId }) => <Lines batchId={batchId} />}
    </KeptDrawer>
  )
}

function Lines({ batchId }: { batchId: string }) {
  const query = useCall(payoutCalls.bankLines, { batchId }, { saysRefusals: true })
  return (
    <Async query={query} skeleton={<Skeleton lines={8} />}>
      {({ rows }) => (
        <div className="payout-wide">
          <PlainTable
            label={t('银行代发明细')}
            rows={rows}
            rowKey={({ outNo }) => outNo}
            columns={[
              { title: t('提现单号'), head: true, cell: ({ withdrawNo }) => <span className="ui-number">{withdrawNo}</span> },
              { title: t('收款人'), cell: ({ account }) => `${account.holderName} ${account.bankName} ${account.numberMasked}` },
              { title: t('金额'), end: true, cell: ({ amountFen }) => <Money fen={amountFen} /> },
              { title: t('银行结果'), cell: (line) => <Said line={line} /> },
              { title: t('银行流水号'), cell: ({ bankNo }) => bankNo },
              { title: t('付款单号'), cell: ({ outNo }) => <span className="ui-number">{outNo}</span> },
            ]}
          />
        </div>
      )}
    </Async>
  )
}

function Said({ line: { result, code, said, paidAt, returnedAt } }: { line: Line }) {
  if (returnedAt)
    return (
      <Tag tone="off">
        {t('已退票')} <Time at={returnedAt} as="short" />
      </Tag>
    )
  if (result === 'FAILED')
    return (
      <>
        <Tag tone="lost">{failureWords(code).what}</Tag>
        {said ? <div className="ui-none">{said}</div> : null}
      </>
    )
  if (result === 'PAID')
    return (
      <Tag tone="done">
        {t('成功')} <Time at={paidAt} as="short" />
      </Tag>
    )
  return <Tag tone="wait">{t('待银行答复')}</Tag>
}
