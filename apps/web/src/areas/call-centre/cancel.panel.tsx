import { callCentreCalls } from '@chauffeur/contract/call-centre'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Button } from 'antd'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { refresh, RefusalError, sendCall } from '#platform/call.ts'
import { t, tr } from '#platform/text.ts'
import { Money } from '#ui/money.tsx'
import { refusalOf } from './desk.refusal.ts'
import { Field, Problem } from './field.tsx'
import { verdictWords } from './progress.view.ts'

type Judgement = AnswerOf<typeof callCentreCalls.cancel>

/** Cancelling in two steps: first whose fault it is and what it costs, then, with that told to the customer, doing it. */
export function CancelPanel({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const [judgement, setJudgement] = useState<Judgement | null>(null)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const judge = useCallback(async () => {
    setBusy(true)
    try {
      setJudgement(await sendCall(callCentreCalls.cancel, { orderId }))
    } catch (error) {
      setJudgement(null)
      setProblem(refusalOf(error).text)
    } finally {
      setBusy(false)
    }
  }, [orderId])
  useEffect(() => {
    void judge()
    field.current?.focus()
  }, [judge])

  const confirm = async () => {
    if (!judgement?.quoteId || busy) return
    setBusy(true)
    setProblem('')
    try {
      await sendCall(callCentreCalls.cancel, { orderId, quoteId: judgement.quoteId, reason: reason.trim() || t('客户要求取消') })
      await refresh([callCentreCalls.orderStatus, callCentreCalls.customerInfo])
      onClose()
    } catch (error) {
      setProblem(refusalOf(error).text)
      if (error instanceof RefusalError && error.error === 'order.cancelQuoteStale') await judge()
    } finally {
      setBusy(false)
    }
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      void confirm()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
  }

  return (
    <section className="desk-cancel" aria-label={t('取消订单')} aria-busy={busy}>
      <h2 className="desk-head">{t('取消判责')}</h2>
      {judgement ? (
        <p className="desk-judgement" role="status">
          <strong>{verdictWords[judgement.verdict]()}</strong> · {tr(judgement.rule)} · {t('取消费')} <Money fen={judgement.feeFen} />
        </p>
      ) : (
        <p className="desk-quiet">{busy ? t('判责中') : ''}</p>
      )}
      {problem ? <Problem text={problem} /> : null}
      <Field label={t('取消原因')}>
        {(props) => (
          <input
            {...props}
            ref={field}
            className="desk-input"
            maxLength={200}
            autoComplete="off"
            placeholder={t('客户要求取消')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={pressed}
          />
        )}
      </Field>
      <div className="desk-actions">
        <Button danger type="primary" disabled={!judgement?.quoteId} loading={busy} onClick={() => void confirm()}>
          {t('确认取消（Enter）')}
        </Button>
        <Button onClick={onClose}>{t('不取消（Esc）')}</Button>
      </div>
    </section>
  )
}
