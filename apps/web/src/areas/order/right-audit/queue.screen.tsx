import { type AuditCase, rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import { rightAuditRulesCalls } from '@chauffeur/contract/order/right-audit-rules'
import { AUDIT_STATUS as A } from '@chauffeur/contract/order/model'
import { Button } from 'antd'
import { StageQueue } from '#kit/queue/stage-queue.tsx'
import { prefetchCall, refresh, useCall } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { useMay } from '#platform/session/session.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { Money } from '#ui/show/money.tsx'
import { Remaining, Time } from '#ui/show/time.tsx'
import { auditReads, whyWords } from './audit.view.ts'
import { caseKeys } from './case-actions.tsx'
import { RightAuditCase } from './case.tsx'
import './audit.css'

const stages = { review: [A.waiting, A.inReview], appeal: [A.appeal] } as const
type Stage = keyof typeof stages

/** The reviewer's day: what waits longest first, each case in full, decided by one key. */
export default function RightAuditQueueScreen() {
  const counts = useCall(rightAuditCalls.counts, {}, { silent: true, refetchIntervalS: usePollS(15, 60) }).data
  useLive('orders', ({ event }) => event.startsWith('rightAudit') && void refresh(auditReads), { onGap: () => void refresh(auditReads) })
  const mayRules = useMay(rightAuditRulesCalls.rules)
  return (
    <StageQueue<Stage, typeof rightAuditCalls.list>
      title={t('权益审核')}
      extra={counts && counts.screening > 0 ? t('{n} 单正在筛查', { n: counts.screening }) : undefined}
      stages={[
        { stage: 'review', label: t('待审核'), count: counts && counts.waiting + counts.mine },
        { stage: 'appeal', label: t('申诉'), count: counts?.appeals },
      ]}
      call={rightAuditCalls.list}
      asked={(stage) => ({ states: [...stages[stage]], forMe: true, sortBy: 'turn' })}
      pollS={15}
      idOf={idOf}
      nameOf={nameOf}
      draw={(row) => <Waiting row={row} />}
      prefetch={({ orderId }) => prefetchCall(rightAuditCalls.view, { orderId })}
      more={(n) => t('先显示最早的 {n} 单', { n })}
      empty={(stage) =>
        stage === 'review'
          ? {
              title: t('没有等待审核的权益订单'),
              hint: t('用合作方权益付款的订单报单后自动筛查：命中风险规则或被抽中的会出现在这里。'),
              ...(mayRules && {
                action: <Button onClick={() => void (location.hash = '#/Order/RightAuditRules')}>{t('查看审核规则')}</Button>,
              }),
            }
          : { title: t('没有等待终审的申诉'), hint: t('自己初审或登记申诉的单由其他同事终审，不会出现在这里。') }
      }
      gone={t('这单已不在本队列，下面是它现在的状态。按 J 到下一笔。')}
      keys={caseKeys}
    >
      {(orderId, done) => <RightAuditCase key={orderId} orderId={orderId} keys onDone={done} />}
    </StageQueue>
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
    <span className="ui-none queue-fact">
      <span title={row.rightName}>{row.rightName}</span>
      <span>
        · <Time at={row.usedAt} />
      </span>
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
