import { type FinanceWithdrawal, withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { withdrawalWayText } from '@chauffeur/contract/finance/withdrawal'
import { Segmented } from 'antd'
import { WorkQueue } from '#kit/queue/work-queue.tsx'
import { prefetchCall, refresh, useCall } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Page } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import { WithdrawalLife } from '../withdrawal-life/life.tsx'
import { Since } from './review.columns.tsx'
import { flagsWords, withdrawalReads } from './review.view.ts'
import './review.css'

/** What somebody has to decide, oldest first. */
const stages = { review: [10, 20], pay: [30], failed: [60], onWay: [40, 45] } as const
type Stage = keyof typeof stages
const AT_ONCE = 100

/** Finance's day: one withdrawal after the other, each in full, decided by one key; what was done stands written below. */
export default function WithdrawalQueueScreen() {
  const [stage, setStage] = useTabState<Stage>('stage', 'review')
  const counts = useCall(withdrawalReviewCalls.counts, {}, { silent: true, refetchIntervalS: usePollS(10, 60) }).data
  useLive('withdrawals', () => void refresh(withdrawalReads), { onGap: () => void refresh(withdrawalReads) })
  const label = (words: string, of: Stage) => `${words} ${counts ? countText(counts[of]) : ''}`
  return (
    <Page
      title={t('提现处理')}
      fill
      actions={
        <Segmented<Stage>
          aria-label={t('处理什么')}
          value={stage}
          onChange={setStage}
          options={[
            { value: 'review', label: label(t('待审核'), 'review') },
            { value: 'pay', label: label(t('待打款'), 'pay') },
            { value: 'failed', label: label(t('打款失败'), 'failed') },
            { value: 'onWay', label: label(t('打款中'), 'onWay') },
          ]}
        />
      }
    >
      <Queue key={stage} stage={stage} />
    </Page>
  )
}

function Queue({ stage }: { stage: Stage }) {
  const query = useCall(
    withdrawalReviewCalls.list,
    { states: [...stages[stage]], sortBy: 'createdAt', sortOrder: 'asc', pageNo: 1, pageSize: AT_ONCE },
    { saysRefusals: true, refetchIntervalS: usePollS(10, 60) },
  )
  return (
    <Async query={query} skeleton={<Skeleton lines={12} />}>
      {({ rows, total, totalCapped }) => (
        <WorkQueue
          name={stage}
          rows={rows}
          idOf={idOf}
          nameOf={nameOf}
          draw={(row) => <Waiting row={row} />}
          prefetch={({ withdrawalId }) => prefetchCall(withdrawalReviewCalls.life, { withdrawalId })}
          more={totalCapped || total > rows.length ? t('先显示最早的 {n} 笔', { n: AT_ONCE }) : null}
          empty={{ title: t('没有等待处理的提现'), hint: t('司机申请后会自动出现在这里') }}
          gone={t('这笔已不在本队列，下面是它现在的状态。按 J 到下一笔。')}
          keys={keysOf}
        >
          {(withdrawalId, done) => <WithdrawalLife key={withdrawalId} withdrawalId={withdrawalId} keys onDone={done} />}
        </WorkQueue>
      )}
    </Async>
  )
}
const idOf = ({ withdrawalId }: FinanceWithdrawal) => withdrawalId
const nameOf = ({ withdrawNo }: FinanceWithdrawal) => withdrawNo

const Waiting = ({ row }: { row: FinanceWithdrawal }) => (
  <>
    <span>
      {row.driverName} <span className="ui-none">{tr(row.cityName)}</span>
    </span>
    <strong>
      <Money fen={row.applyFen} />
    </strong>
    <span className="ui-none">
      {tr(withdrawalWayText[row.way])} · <Since row={row} />
    </span>
    {row.riskFlags.length > 0 ? (
      <span className="withdrawal-flagged" title={flagsWords(row)}>
        {t('风险 {n}', { n: row.riskFlags.length })}
      </span>
    ) : null}
  </>
)

const keysOf = (): [string, string][] => [
  ['A', t('通过')],
  ['R', t('驳回')],
  ['P', t('打款')],
  ['T', t('重新打款')],
  ['B', t('退回钱包')],
  ['C', t('查询渠道')],
]
