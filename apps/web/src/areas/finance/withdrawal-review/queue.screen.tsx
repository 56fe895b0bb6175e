import { type FinanceWithdrawal, withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { withdrawalWayText } from '@chauffeur/contract/finance/withdrawal'
import { StageQueue } from '#kit/queue/stage-queue.tsx'
import { prefetchCall, refresh, useCall } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { t, tr } from '#platform/text/text.ts'
import { Money } from '#ui/show/money.tsx'
import { WithdrawalLife } from '../withdrawal-life/life.tsx'
import { Since } from './review.columns.tsx'
import { flagsWords, withdrawalReads } from './review.view.ts'
import './review.css'

/** What somebody has to decide, oldest first. */
const stages = { review: [10, 20], pay: [30], failed: [60], onWay: [40, 45] } as const
type Stage = keyof typeof stages

/** Finance's day: one withdrawal after the other, each in full, decided by one key; what was done stands written below. */
export default function WithdrawalQueueScreen() {
  const counts = useCall(withdrawalReviewCalls.counts, {}, { silent: true, refetchIntervalS: usePollS(10, 60) }).data
  useLive('withdrawals', () => void refresh(withdrawalReads), { onGap: () => void refresh(withdrawalReads) })
  return (
    <StageQueue<Stage, typeof withdrawalReviewCalls.list>
      title={t('提现处理')}
      stages={[
        { stage: 'review', label: t('待审核'), count: counts?.review },
        { stage: 'pay', label: t('待打款'), count: counts?.pay },
        { stage: 'failed', label: t('打款失败'), count: counts?.failed },
        { stage: 'onWay', label: t('打款中'), count: counts?.onWay },
      ]}
      call={withdrawalReviewCalls.list}
      asked={(stage) => ({ states: [...stages[stage]], sortBy: 'createdAt', sortOrder: 'asc' })}
      pollS={10}
      idOf={idOf}
      nameOf={nameOf}
      draw={(row) => <Waiting row={row} />}
      prefetch={({ withdrawalId }) => prefetchCall(withdrawalReviewCalls.life, { withdrawalId })}
      more={(n) => t('先显示最早的 {n} 笔', { n })}
      empty={() => ({ title: t('没有等待处理的提现'), hint: t('司机申请后会自动出现在这里') })}
      gone={t('这笔已不在本队列，下面是它现在的状态。按 J 到下一笔。')}
      keys={keysOf}
    >
      {(withdrawalId, done) => <WithdrawalLife key={withdrawalId} withdrawalId={withdrawalId} keys onDone={done} />}
    </StageQueue>
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
