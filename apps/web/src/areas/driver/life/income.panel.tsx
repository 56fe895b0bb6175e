import { driverLifeCalls } from '@chauffeur/contract/driver/file'
import { withdrawalStateText } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { PagedTable } from '#kit/list/paged-table.tsx'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { ChartFrame } from '#ui/chart/chart-frame.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Money } from '#ui/show/money.tsx'
import { Time } from '#ui/show/time.tsx'
import { incomeFigures } from './life.view.ts'

/** What trips brought to the driver's wallet by week, and what they took out. */
export default function IncomePanel({ driverId }: { driverId: string }) {
  return (
    <div className="driver-stack">
      <ChartFrame
        title={t('每周收入')}
        label={t('最近 26 周入账的行程收入、提现到账和订单数')}
        query={useCall(driverLifeCalls.income, { driverId })}
        figures={incomeFigures}
        empty={{ title: t('最近 26 周没有收入') }}
        height={280}
      />
      <Panel title={t('提现记录')}>
        <PagedTable
          call={withdrawalReviewCalls.listOps}
          input={{ driverId }}
          label={t('提现记录')}
          empty={t('还没有提现')}
          pageSize={10}
          rowKey={({ withdrawalId }) => withdrawalId}
          columns={[
            { title: t('提现单号'), head: true, cell: ({ withdrawNo }) => <span className="ui-number">{withdrawNo}</span> },
            { title: t('状态'), cell: ({ state }) => tr(withdrawalStateText[state]) },
            { title: t('申请金额'), end: true, cell: ({ applyFen }) => <Money fen={applyFen} /> },
            { title: t('实付金额'), end: true, cell: ({ netFen }) => <Money fen={netFen} /> },
            { title: t('申请时间'), cell: ({ createdAt }) => <Time at={createdAt} /> },
            { title: t('到账时间'), cell: ({ paidAt }) => (paidAt ? <Time at={paidAt} /> : '—') },
          ]}
        />
      </Panel>
    </div>
  )
}
