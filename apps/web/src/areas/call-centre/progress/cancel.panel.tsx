import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useCallback, useEffect, useState } from 'react'
import { refresh, RefusalError, sendCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { cancelRuleWords, driverConsequences, verdictText } from '#shared/order/cancel.view.ts'
import { Money } from '#ui/show/money.tsx'
import { ActionPanel } from './action.panel.tsx'
import { refusalOf } from '../draft/desk-refusal.ts'
import { Field } from '../draft/field.tsx'
import '../call-centre.css'
import './progress.css'

type Judgement = AnswerOf<typeof callCentreCalls.cancel>

/** Cancelling in two steps: first whose fault it is and what it costs, then, with that told to the customer, doing it. */
export function CancelPanel({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const [judgement, setJudgement] = useState<Judgement | null>(null)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

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
  useEffect(() => void judge(), [judge])

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

  const forDriver = judgement?.consequence ? driverConsequences(judgement.consequence) : []
  return (
    <ActionPanel
      title={t('取消订单')}
      confirm={t('确认取消')}
      danger
      busy={busy}
      ready={typeof judgement?.quoteId === 'string'}
      problem={problem}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {judgement ? (
        <p className="desk-judgement" role="status">
          <strong>{tr(verdictText[judgement.verdict])}</strong> · {t('取消费')} <Money fen={judgement.feeFen} />
          <br />
          {cancelRuleWords(judgement.rule, judgement.ruleCase)}
          {forDriver.length > 0 ? (
            <>
              <br />
              {t('对司机')}
              {t('：')}
              {forDriver.join(t('，'))}
            </>
          ) : null}
        </p>
      ) : (
        <p className="desk-quiet">{busy ? t('判责中') : ''}</p>
      )}
      <Field label={t('取消原因')}>
        {(field) => (
          <input
            {...field}
            className="desk-input"
            maxLength={200}
            autoComplete="off"
            placeholder={t('客户要求取消')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </ActionPanel>
  )
}
