import { WITHDRAWAL_STATE, withdrawalWayText } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { withdrawalEventText } from '@chauffeur/contract/finance/withdrawal-review-model'
import { Alert } from 'antd'
import { useState } from 'react'
import { Facts } from '#kit/detail/facts.tsx'
import { Timeline } from '#kit/detail/timeline.tsx'
import { refresh, useCall } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Money } from '#ui/show/money.tsx'
import { Time } from '#ui/show/time.tsx'
import { LifeActions } from './life-actions.tsx'
import { AccountFacts, Attempts, Postings, TaxYears, Vouchers } from './life-parts.tsx'
import { Flags, State } from '../withdrawal-review/review.columns.tsx'
import { failureWords, type Life, standsWords, stateTone, whyNot, withdrawalReads } from '../withdrawal-review/review.view.ts'
import '../withdrawal-review/review.css'

interface LifeProps {
  withdrawalId: string
  /** Its actions have letters. */
  keys?: boolean
  onDone?: (words: string) => void
}

/** All that became of a withdrawal, why, by whom, and what can be done now; kept in step with what happens to it. */
export function WithdrawalLife({ withdrawalId, ...working }: LifeProps) {
  const query = useCall(withdrawalReviewCalls.life, { withdrawalId }, { saysRefusals: true, refetchIntervalS: usePollS(5, 60) })
  const again = () => void refresh(withdrawalReads)
  useLive('withdrawals', (event) => event.withdrawalId === withdrawalId && again(), { onGap: again })
  return (
    <Async query={query} skeleton={<Skeleton lines={14} height={28} />}>
      {(life) => <Known life={life} {...working} />}
    </Async>
  )
}

function Known({ life, ...working }: Omit<LifeProps, 'withdrawalId'> & { life: Life }) {
  const rights = useCall(withdrawalReviewCalls.cities, {}, { freshS: 300, silent: true }).data
  const mayDriver = useCan('driver.view')
  const [said, setSaid] = useState('')
  const why = whyNot(life, rights)
  const failed = life.state === WITHDRAWAL_STATE.failed ? failureWords(life.failCode) : null
  const bankSaid = life.attempts.find(({ attempt }) => attempt === life.attempt)?.said
  return (
    <div className="withdrawal-life">
      <header>
        <strong className="withdrawal-sum">
          <Money fen={life.applyFen} />
        </strong>
        <State row={life} />
        {failed ? null : <span className="withdrawal-next">{standsWords(life)}</span>}
      </header>
      {failed ? (
        <Alert
          type="error"
          showIcon
          title={failed.said}
          description={
            <>
              {[failed.who, failed.hint].join(t('：'))}
              {bankSaid ? <div>{t('银行原话：{words}', { words: bankSaid })}</div> : null}
            </>
          }
        />
      ) : null}
      {life.riskFlags.length > 0 ? (
        <section className="withdrawal-risks">
          <h3>{t('风险提示')}</h3>
          <Flags row={life} />
        </section>
      ) : null}
      <LifeActions life={life} onSaid={setSaid} {...working} />
      <p className="withdrawal-said" role="status">
        {said || why}
      </p>
      <Facts
        as="tiles"
        facts={[
          [
            t('提现单号'),
            <span key="no" className="ui-number">
              {life.withdrawNo}
            </span>,
          ],
          [
            t('司机'),
            mayDriver ? (
              <a key="driver" className="ui-link" href={`#/yunYing/driverDetail?driverId=${life.driverId}`}>
                {life.driverName} {life.driverNo}
              </a>
            ) : (
              `${life.driverName} ${life.driverNo}`
            ),
          ],
          [t('城市'), tr(life.cityName)],
          [t('机构'), life.orgName],
          [t('提现方式'), tr(withdrawalWayText[life.way])],
          [t('手续费'), <Money key="fee" fen={life.feeFen} />],
          [t('代缴税'), <Money key="tax" fen={life.taxFen} />],
          [t('实付金额'), <Money key="net" fen={life.netFen} />],
          [t('申请时间'), <Time key="at" at={life.createdAt} as="exact" />],
          [t('到账时间'), life.paidAt && <Time key="paid" at={life.paidAt} as="exact" />],
        ]}
      />
      <AccountFacts life={life} rights={rights} />
      {life.vouchers.length > 0 ? <Vouchers life={life} /> : null}
      {life.attempts.length > 0 ? <Attempts attempts={life.attempts} /> : null}
      {life.tax ? <TaxYears years={life.tax.years} /> : null}
      <section>
        <h3>{t('经过')}</h3>
        <Timeline
          label={t('经过')}
          goesOn={life.waitsSince !== null}
          steps={life.events.map((event, at) => ({
            key: at,
            at: event.at,
            title: withdrawalEventText[event.event] ? tr(withdrawalEventText[event.event]!) : event.event,
            tone: stateTone[event.toState as keyof typeof stateTone],
            by: event.actor || t('系统'),
            reason: event.event === 'fail' && event.reason ? failureWords(event.reason).what : event.reason,
            within: event.fromState === event.toState,
          }))}
        />
      </section>
      <Postings postings={life.postings} />
    </div>
  )
}
