import { orderCancelCalls } from '@chauffeur/contract/order/cancel'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Form, Input, Radio } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { RefusalError, sendCall } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { cancelRuleWords, driverConsequences, verdictText, verdictTone } from '#shared/order/cancel.view.ts'
import { Fault, Skeleton } from '#ui/page/async.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { Facts } from '#kit/detail/facts.tsx'
import { Money } from '#ui/show/money.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { useOrderSend } from '#shared/order-actions/use-order-send.ts'
import '../order.css'
import './cancel.css'

type Judgement = AnswerOf<typeof orderCancelCalls.judgeCancel>

interface CancelOrderDialogProps {
  /** Null while closed. */
  order: { orderId: string; orderNo: string } | null
  onClose: () => void
}

/** Two steps: who is at fault and what it costs is shown first; only that judgement can be confirmed. */
export default function CancelOrderDialog({ order, onClose }: CancelOrderDialogProps) {
  const orderId = order?.orderId
  const cancel = useOrderSend(orderCancelCalls.cancel)
  const [byCustomer, setByCustomer] = useState(true)
  const [reason, setReason] = useState('')
  const [judgement, setJudgement] = useState<Judgement | null>(null)
  const [fault, setFault] = useState<unknown>(null)
  const latest = useRef(0)

  const judge = useCallback(async () => {
    if (orderId === undefined) return
    const turn = ++latest.current
    setJudgement(null)
    setFault(null)
    try {
      const answer = await sendCall(orderCancelCalls.judgeCancel, { orderId, byCustomer })
      if (turn === latest.current) setJudgement(answer)
    } catch (error) {
      if (turn === latest.current) setFault(error)
    }
  }, [orderId, byCustomer])
  useEffect(() => void judge(), [judge])
  useEffect(() => {
    setReason('')
    setByCustomer(true)
  }, [orderId])

  const confirm = async () => {
    if (orderId === undefined || !judgement) return
    try {
      await cancel({ orderId, quoteId: judgement.quoteId, reason, byCustomer })
      toast.success(t('订单 {no} 已取消', { no: order?.orderNo ?? '' }))
    } catch (error) {
      // The refusal brings the judgement that holds now.
      if (error instanceof RefusalError && error.error === 'order.cancelQuoteStale') setJudgement(error.data as Judgement)
      throw error
    }
  }
  return (
    <ConfirmDialog
      open={order !== null}
      title={t('取消订单 {no}', { no: order?.orderNo ?? '' })}
      okText={t('确认取消')}
      danger
      disabled={!judgement}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('谁要求取消')}>
          <Radio.Group
            value={byCustomer}
            onChange={(event) => setByCustomer(event.target.value === true)}
            options={[
              { value: true, label: t('客户要求') },
              { value: false, label: t('客服决定') },
            ]}
          />
        </Form.Item>
        <div className="order-judgement" aria-live="polite">
          {fault ? (
            <Fault error={fault} retry={judge} />
          ) : judgement ? (
            <Facts
              facts={[
                [
                  t('判责'),
                  <Tag key="verdict" tone={verdictTone[judgement.verdict]}>
                    {tr(verdictText[judgement.verdict])}
                  </Tag>,
                ],
                [t('取消费'), <Money key="fee" fen={judgement.feeFen} />],
                [t('依据'), cancelRuleWords(judgement.rule, judgement.ruleCase)],
                [t('对司机'), (judgement.consequence && driverConsequences(judgement.consequence).join(t('，'))) || t('无')],
              ]}
            />
          ) : (
            <Skeleton lines={3} height={24} />
          )}
        </div>
        <Form.Item label={t('取消原因')} htmlFor="cancel-reason">
          <Input.TextArea
            id="cancel-reason"
            value={reason}
            maxLength={200}
            autoSize={{ minRows: 2, maxRows: 4 }}
            placeholder={t('写给后来查看订单的同事')}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </ConfirmDialog>
  )
}
