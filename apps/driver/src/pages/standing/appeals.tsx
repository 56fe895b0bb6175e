import { orderReviewCalls, type ReviewKind, type ReviewReason, type ReviewState } from '@chauffeur/contract/order/cancel-review'
import { type AuditReason, rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { clock, money, t } from '../../platform/text.ts'
import { useAct } from '../../platform/use-act.ts'
import { ask } from '../../platform/wire.ts'
import { Problem } from '../parts.tsx'

type Audit = AnswerOf<typeof rightAuditCalls.driverList>['rows'][number]
type Review = AnswerOf<typeof orderReviewCalls.driverReviews>['rows'][number]
type Disputable = AnswerOf<typeof orderReviewCalls.driverReviews>['disputable'][number]

const asked = async (token: string) => {
  const [audits, reviews] = await Promise.all([ask(rightAuditCalls.driverList, {}, token), ask(orderReviewCalls.driverReviews, {}, token)])
  return { audits: audits.rows, reviews: reviews.rows, disputable: reviews.disputable }
}

const countOf = ({ audits, reviews, disputable }: Awaited<ReturnType<typeof asked>>) => audits.length + reviews.length + disputable.length

/** Opens the appeals of a driver who has any or may make one; for others nothing is drawn. */
export function AppealButton({ token, onOpen }: { token: string; onOpen: () => void }) {
  const [any, setAny] = useState(false)
  useEffect(() => {
    asked(token).then(
      (found) => setAny(countOf(found) > 0),
      () => undefined,
    )
  }, [token])
  return any ? (
    <button type="button" className="plain" onClick={onOpen}>
      {t('申诉与申请')}
    </button>
  ) : null
}

/** Trips that failed an audit and requests about cancellations: how each stands, in whose words, and an appeal where there is still time. */
export function Appeals({ token, onClose }: { token: string; onClose: () => void }) {
  const [found, setFound] = useState<Awaited<ReturnType<typeof asked>> | null>(null)
  const [problem, setProblem] = useState('')
  const look = useCallback(
    () =>
      asked(token).then(
        (answer) => {
          setFound(answer)
          setProblem('')
        },
        (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
      ),
    [token],
  )
  useEffect(() => void look(), [look])
  return (
    <main className="sheet">
      <header>
        <strong>{t('申诉与申请')}</strong>
        <button type="button" className="quiet" onClick={onClose}>
          {t('返回')}
        </button>
      </header>
      <Problem of={{ problem }} />
      {found === null && !problem ? <p role="status">{t('正在打开…')}</p> : null}
      {found && countOf(found) === 0 ? <p className="hint">{t('没有申诉或申请')}</p> : null}
      {found?.audits.map((audit) => (
        <AuditCard key={audit.orderId} token={token} audit={audit} onChanged={look} />
      ))}
      {found?.disputable.map((order) => (
        <VerdictCard key={order.orderId} token={token} order={order} onChanged={look} />
      ))}
      {found?.reviews.map((review) => (
        <ReviewCard key={review.reviewId} review={review} />
      ))}
    </main>
  )
}

/** What was said by whom, under its name. */
const Said = ({ name, words, at }: { name: string; words: string; at: string }) => (
  <p>
    <b>{name}</b> {words} <small className="hint">{clock(at)}</small>
  </p>
)

const auditReason = (reason: AuditReason): string =>
  ({
    COLLUSION: () => t('司机与客户串通刷单'),
    NO_TRIP: () => t('没有真实行程'),
    OWN_PHONE: () => t('司机本人或关联号码下单'),
    RESOLD: () => t('权益转卖或非本人使用'),
    SPLIT: () => t('一次行程拆成多单'),
    INFLATED: () => t('虚增里程或等待'),
    USED_BY_DRIVER: () => t('司机冒用客户权益'),
    OUT_OF_TERMS: () => t('不符合权益使用条件'),
    OTHER: () => t('其他'),
  })[reason]()
const auditState = (state: Audit['state']): string =>
  state === 30 ? t('申诉通过') : state === 50 ? t('申诉中') : state === 60 ? t('终审不通过') : t('审核不通过')

/** What a driver says against it. */
function AppealForm({ label, send, onSent }: { label: string; send: (words: string) => Promise<unknown>; onSent: () => Promise<unknown> }) {
  const [words, setWords] = useState('')
  const act = useAct()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // One whose answer was lost may stand all the same.
    act.run(() => send(words.trim()).finally(onSent))
  }
  return (
    <form onSubmit={submit}>
      <label>
        {label}
        <textarea rows={3} maxLength={500} value={words} onChange={({ target }) => setWords(target.value)} />
      </label>
      <Problem of={act} />
      <button type="submit" className="plain" disabled={words.trim() === '' || act.busy}>
        {t('提交申诉')}
      </button>
    </form>
  )
}

function AuditCard({ token, audit, onChanged }: { token: string; audit: Audit; onChanged: () => Promise<unknown> }) {
  const { orderId, orderNo, state, reason, takenFen, appealUntil, appeal, decision } = audit
  const mayAppeal = state === 40 && appealUntil !== null && Date.parse(appealUntil) > Date.now()
  return (
    <section className="card" aria-label={t('权益审核 {no}', { no: orderNo })}>
      <h2>
        {t('权益审核')} <span>{auditState(state)}</span>
      </h2>
      <p className="hint">{t('订单 {no}', { no: orderNo })}</p>
      {reason && state !== 30 ? <p>{t('原因：{reason}', { reason: auditReason(reason) })}</p> : null}
      {takenFen > 0 && state !== 30 ? <p>{t('已扣回 {money}', { money: money(takenFen) })}</p> : null}
      {appeal ? <Said name={t('我的申诉')} words={appeal.words} at={appeal.at} /> : null}
      {decision ? <Said name={t('处理说明')} words={decision.note} at={decision.at} /> : null}
      {mayAppeal ? (
        <AppealForm
          label={t('申诉理由（{time} 前可申诉）', { time: clock(appealUntil) })}
          send={(note) => ask(rightAuditCalls.driverAppeal, { id: orderId, note }, token)}
          onSent={onChanged}
        />
      ) : null}
    </section>
  )
}

const kindWords = (kind: ReviewKind): string => (kind === 'LEAVE' ? t('取消订单申请') : t('取消判责申诉'))
const reviewState = (state: ReviewState): string =>
  state === 30 ? t('已同意') : state === 40 ? t('已驳回') : state === 50 ? t('超时由系统处理') : t('处理中')
const reviewReason = (reason: ReviewReason): string =>
  ({
    NO_CONTACT: () => t('联系不上客户'),
    CUSTOMER_REQUEST: () => t('客户要求取消'),
    UNSAFE: () => t('存在安全风险'),
    VEHICLE: () => t('车辆无法代驾'),
    PERSONAL: () => t('个人原因'),
    WRONG_FAULT: () => t('判责不符合事实'),
    OTHER: () => t('其他'),
  })[reason]()

/** An order of which the driver was found at fault. */
function VerdictCard({ token, order, onChanged }: { token: string; order: Disputable; onChanged: () => Promise<unknown> }) {
  const { orderId, orderNo, cancelledAt, penaltyFen } = order
  return (
    <section className="card" aria-label={t('取消判责 {no}', { no: orderNo })}>
      <h2>
        {t('取消判责')} <span>{clock(cancelledAt)}</span>
      </h2>
      <p className="hint">{t('订单 {no}', { no: orderNo })}</p>
      <p>{penaltyFen > 0 ? t('判定司机有责，已扣 {money}', { money: money(penaltyFen) }) : t('判定司机有责')}</p>
      <AppealForm
        label={t('申诉理由')}
        send={(note) => ask(orderReviewCalls.driverApply, { id: orderId, reason: 'WRONG_FAULT', note }, token)}
        onSent={onChanged}
      />
    </section>
  )
}

function ReviewCard({ review: { kind, state, orderNo, reason, note, appliedAt, dueAt, decision } }: { review: Review }) {
  return (
    <section className="card" aria-label={`${kindWords(kind)} ${orderNo}`}>
      <h2>
        {kindWords(kind)} <span>{reviewState(state)}</span>
      </h2>
      <p className="hint">{t('订单 {no}', { no: orderNo })}</p>
      <Said name={reviewReason(reason)} words={note} at={appliedAt} />
      {decision ? <Said name={t('处理说明')} words={decision.note || '—'} at={decision.at} /> : null}
      {decision === null ? <p className="hint">{t('最晚 {time} 处理', { time: clock(dueAt) })}</p> : null}
    </section>
  )
}
