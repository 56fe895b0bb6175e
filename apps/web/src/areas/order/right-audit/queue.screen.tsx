import { type AuditCase, rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import { rightAuditRulesCalls } from '@chauffeur/contract/order/right-audit-rules'
import { AUDIT_STATUS as A } from '@chauffeur/contract/order/model'
import { Button, Segmented } from 'antd'
import { WorkQueue } from '#kit/queue/work-queue.tsx'
import { prefetchCall, refresh, useCall } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { useMay } from '#platform/session/session.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Page } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import { Remaining, Time } from '#ui/show/time.tsx'
import { auditReads, whyWords } from './audit.view.ts'
import { caseKeys } from './case-actions.tsx'
import { RightAuditCase } from './case.tsx'
import './audit.css'

const stages = { review: [A.waiting, A.inReview], appeal: [A.appeal] } as const
type Stage = keyof typeof stages
const AT_ONCE = 100

/** The reviewer's day: what waits longest first, each case in full, decided by one key. */
export default function RightAuditQueueScreen() {
  const [stage, setStage] = useTabState<Stage>('stage', 'review')
  const counts = useCall(rightAuditCalls.counts, {}, { silent: true, refetchIntervalS: usePollS(15, 60) }).data
  useLive('orders', ({ event }) => event.startsWith('rightAudit') && void refresh(auditReads), { onGap: () => void refresh(auditReads) })
  const label = (words: string, count: number | undefined) => `${words} ${count === undefined ? '' : countText(count)}`
  return (
    <Page
      title={t('权益审核')}
      fill
      extra={counts && counts.screening > 0 ? t('{n} 单正在筛查', { n: counts.screening }) : undefined}
      actions={
        <Segmented<Stage>
          aria-label={t('处理什么')}
          value={stage}
          onChange={setStage}
          options={[
            { value: 'review', label: label(t('待审核'), counts && counts.waiting + counts.mine) },
            { value: 'appeal', label: label(t('申诉'), counts?.appeals) },
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
    rightAuditCalls.list,
    { states: [...stages[stage]], forMe: true, sortBy: 'turn', pageNo: 1, pageSize: AT_ONCE },
    { saysRefusals: true, refetchIntervalS: usePollS(15, 60) },
  )
  const mayRules = useMay(rightAuditRulesCalls.rules)
  return (
    <Async query={query} skeleton={<Skeleton lines={12} />}>
      {({ rows, total, totalCapped }) => (
        <WorkQueue
          name={stage}
          rows={rows}
          idOf={idOf}
          nameOf={nameOf}
          draw={(row) => <Waiting row={row} />}
          prefetch={({ orderId }) => prefetchCall(rightAuditCalls.view, { orderId })}
          more={totalCapped || total > rows.length ? t('先显示最早的 {n} 单', { n: AT_ONCE }) : null}
          empty={
            stage === 'review'
              ? {
                  title: t('没有等待审核的权益订单'),
                  hint: t('用合作方权益付款的订单报单后自动筛查：命中风险规则或被抽中的会出现在这里。'),
                  ...(mayRules && {
                    action: <Button onClick={() => void (location.hash = '#/Order/RightAuditRules')}>{t('查看审核规则')}</Button>,
                  }),
                }
              : { title: t('没有等待终审的申诉'), hint: t('自己初审的单由其他同事终审，不会出现在这里。') }
          }
          gone={t('这单已不在本队列，下面是它现在的状态。按 J 到下一笔。')}
          keys={caseKeys}
        >
          {(orderId, done) => <RightAuditCase key={orderId} orderId={orderId} keys onDone={done} />}
        </WorkQueue>
      )}
    </Async>
  )
}
const idOf = ({ orderId }: AuditCase) => orderId
const nameOf = ({ orderNo }: AuditCase) => orderNo

const Waiting = ({ row }: { row: AuditCase }) => (
  <>
    <span>
      {row.driverName} <span className="ui-none">{tr(row.cityName)}</span>
    </span>
    <strong>
      <Money fen={row.coveredFen} />
    </strong>
    <span className="ui-none">
      {row.rightName} · <Time at={row.usedAt} />
    </span>
    {row.claimed ? (
      <Remaining until={row.claimed.until} />
    ) : row.hits.length > 0 ? (
      <span className="audit-flagged" title={joined(whyWords(row))}>
        {t('风险 {n}', { n: row.hits.length })}
      </span>
    ) : null}
  </>
)
