import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { orderCancelCalls } from '@chauffeur/contract/order/cancel-rules'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Facts } from '#kit/detail/facts.tsx'
import { LongTextField, RadioField, TextField, WithField } from '#kit/fields/fields.ts'
import { RefusalError, sendCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { cancelRuleWords, driverConsequences, verdictText, verdictTone } from '#shared/order/cancel.view.ts'
import { Fault, Skeleton } from '#ui/page/async.tsx'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { OrderForm, type OrderFormProps } from './order.form.tsx'
import './order-actions.css'

type Judgement = AnswerOf<typeof orderCancelCalls.judgeCancel>

/** Two steps: who is at fault and what it costs is shown first; only that judgement can be confirmed. */
export function CancelForm(props: OrderFormProps) {
  const { orderId, orderNo } = props.order
  const [judgement, setJudgement] = useState<Judgement | null>(null)
  const Reason = props.as === 'panel' ? TextField : LongTextField
  return (
    <OrderForm
      {...props}
      call={orderCancelCalls.cancel}
      input={({ byCustomer, reason }) => ({
        orderId,
        quoteId: judgement?.quoteId ?? '',
        byCustomer,
        reason: reason?.trim() || (byCustomer ? t('客户要求取消') : undefined),
      })}
      unseen
      ready={judgement !== null}
      refused={(error) => {
        // The refusal brings the judgement that holds now.
        if (error instanceof RefusalError && error.error === 'order.cancelQuoteStale') setJudgement(error.data as Judgement)
        return error
      }}
      title={t('取消订单 {no}', { no: orderNo })}
      okText={t('确认取消')}
      danger
      initial={{ byCustomer: true }}
      saved={t('订单 {no} 已取消', { no: orderNo })}
    >
      <WithField name="byCustomer">
        {(byCustomer) => (
          <JudgementFacts orderId={orderId} byCustomer={byCustomer === true} judgement={judgement} onJudgement={setJudgement} />
        )}
      </WithField>
      <Reason name="reason" label={t('取消原因')} maxLength={200} placeholder={t('写给后来查看订单的同事')} />
      <RadioField
        name="byCustomer"
        label={t('谁要求取消')}
        required
        choices={[
          { value: true, label: t('客户要求') },
          { value: false, label: t('客服决定') },
        ]}
      />
    </OrderForm>
  )
}

interface JudgementProps {
  orderId: string
  byCustomer: boolean
  judgement: Judgement | null
  onJudgement: (judgement: Judgement | null) => void
}

/** Asked for anew for each who may have asked for it; of two answers on their way the last one counts. */
function JudgementFacts({ orderId, byCustomer, judgement, onJudgement }: JudgementProps) {
  const [fault, setFault] = useState<unknown>(null)
  const latest = useRef(0)
  const judge = useCallback(async () => {
    const turn = ++latest.current
    onJudgement(null)
    setFault(null)
    try {
      const answer = await sendCall(orderCancelCalls.judgeCancel, { orderId, byCustomer })
      if (turn === latest.current) onJudgement(answer)
    } catch (error) {
      if (turn === latest.current) setFault(error)
    }
  }, [orderId, byCustomer, onJudgement])
  useEffect(() => void judge(), [judge])
  return (
    <div className="order-judgement" role="status">
      {fault ? (
        <Fault error={fault} retry={judge} />
      ) : judgement ? (
        <Facts
          label={t('判责')}
          facts={[
            [
              t('判责'),
              <Tag key="verdict" tone={verdictTone[judgement.verdict]}>
                {tr(verdictText[judgement.verdict])}
              </Tag>,
            ],
            [
              t('取消费'),
              <span key="fee">
                <Money fen={judgement.feeFen} />
                {judgement.waivedFen === undefined
                  ? null
                  : ` ${t('（下单时本城市不收取消费，按规则应为 {sum}）', { sum: moneyText(judgement.waivedFen) })}`}
              </span>,
            ],
            [t('依据'), cancelRuleWords(judgement.rule, judgement.ruleCase)],
            [t('对司机'), (judgement.consequence && driverConsequences(judgement.consequence).join(t('，'))) || t('无')],
          ]}
        />
      ) : (
        <Skeleton lines={3} height={24} />
      )}
    </div>
  )
}
