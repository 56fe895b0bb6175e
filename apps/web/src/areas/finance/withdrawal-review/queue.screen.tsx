import { type FinanceWithdrawal, withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { withdrawalWayText } from '@chauffeur/contract/finance/withdrawal'
import { Segmented } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { prefetchCall, refresh, useCall } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { type ScreenKey, useScreenKeys } from '#platform/tab/screen-keys.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { t, tr, useLocale } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import { WithdrawalLife } from '../withdrawal-life/life.tsx'
import { useLetters } from '../withdrawal-life/use-letters.ts'
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
      {({ rows, total, totalCapped }) => <Working stage={stage} rows={rows} more={totalCapped || total > rows.length} />}
    </Async>
  )
}

function Working({ stage, rows, more }: { stage: Stage; rows: readonly FinanceWithdrawal[]; more: boolean }) {
  const [at, setAt] = useTabState<{ id: string; no: string; index: number } | null>(`at ${stage}`, null)
  const [log, setLog] = useTabState<readonly string[]>('log', [])
  const list = useRef<HTMLOListElement>(null)
  const index = rows.findIndex(({ withdrawalId }) => withdrawalId === at?.id)
  const go = (to: number) => {
    const row = rows[Math.max(0, Math.min(to, rows.length - 1))]
    if (row) setAt({ id: row.withdrawalId, no: row.withdrawNo, index: rows.indexOf(row) })
    else setAt(null)
  }
  // The first of them, once there is one and nothing is looked at.
  useEffect(() => {
    const [first] = rows
    if (at === null && first) setAt({ id: first.withdrawalId, no: first.withdrawNo, index: 0 })
  }, [at, rows, setAt])
  // The next is there when it is gone to.
  const nextId = rows[(index < 0 ? (at?.index ?? 0) - 1 : index) + 1]?.withdrawalId
  useEffect(() => {
    if (nextId) void prefetchCall(withdrawalReviewCalls.life, { withdrawalId: nextId })
  }, [nextId])
  useEffect(() => {
    // NOTE: newer browsers answer this with a promise, which an effect must not return.
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [at?.id])

  /** Gone from the list since somebody decided, here or elsewhere: its place is the next one's. */
  const forward = () => go(index < 0 ? (at?.index ?? 0) : index + 1)
  const back = () => go((index < 0 ? (at?.index ?? 0) : index) - 1)
  useQueueKeys({ forward, back })
  const done = (words: string) => {
    setLog((before) => [words, ...before].slice(0, 20))
    const rest = rows.filter(({ withdrawalId }) => withdrawalId !== at?.id)
    const row = rest[Math.min(Math.max(index, 0), rest.length - 1)]
    setAt(row ? { id: row.withdrawalId, no: row.withdrawNo, index: Math.max(index, 0) } : null)
  }
  if (at === null && rows.length === 0)
    return (
      <>
        <EmptyState title={t('没有等待处理的提现')} hint={t('司机申请后会自动出现在这里')} />
        <Log log={log} />
      </>
    )
  return (
    <div className="withdrawal-queue">
      <nav aria-label={t('队列')}>
        <p>
          <button type="button" className="ui-text-button" onClick={back}>
            {t('上一笔')} <KeyHint keys="K" />
          </button>
          <button type="button" className="ui-text-button" onClick={forward}>
            {t('下一笔')} <KeyHint keys="J" />
          </button>
        </p>
        <ol ref={list}>
          {rows.map((row, position) => (
            <li key={row.withdrawalId}>
              <button type="button" aria-current={row.withdrawalId === at?.id} onClick={() => go(position)}>
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
              </button>
            </li>
          ))}
        </ol>
        {more ? <p className="ui-none">{t('先显示最早的 {n} 笔', { n: AT_ONCE })}</p> : null}
      </nav>
      <section aria-label={at?.no}>
        {at ? (
          <>
            {index < 0 ? (
              <p className="withdrawal-gone" role="status">
                {t('这笔已不在本队列，下面是它现在的状态。按 J 到下一笔。')}
              </p>
            ) : null}
            <WithdrawalLife key={at.id} withdrawalId={at.id} keys onDone={done} />
          </>
        ) : null}
      </section>
      <Log log={log} />
    </div>
  )
}

/** What was done here since the screen was opened, the newest first. */
const Log = ({ log }: { log: readonly string[] }) =>
  log.length === 0 ? null : (
    <ol className="withdrawal-log" aria-label={t('刚才处理的')} aria-live="polite">
      {log.map((words, at) => (
        <li key={log.length - at}>{words}</li>
      ))}
    </ol>
  )

function useQueueKeys(acts: { forward: () => void; back: () => void }): void {
  const { forward, back } = acts
  useLetters((key) => ({ J: forward, ArrowDown: forward, K: back, ArrowUp: back })[key])
  const language = useLocale()
  useScreenKeys(
    useMemo<ScreenKey[]>(
      () =>
        language
          ? [
              ['J', t('下一笔')],
              ['K', t('上一笔')],
              ['A', t('通过')],
              ['R', t('驳回')],
              ['P', t('打款')],
              ['T', t('重新打款')],
              ['B', t('退回钱包')],
              ['C', t('查询渠道')],
            ]
          : [],
      [language],
    ),
  )
}
