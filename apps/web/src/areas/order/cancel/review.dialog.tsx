import { type CancelReview, orderReviewCalls, reviewReasonText } from '@chauffeur/contract/order/cancel-review'
import { Form, Input, InputNumber, Radio } from 'antd'
import { RefusalError, refresh, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { hiddenWords, verdictText } from '#shared/order/cancel.view.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { fenOf, moneyText, yuanOf } from '#ui/show/money.view.ts'
import { Remaining } from '#ui/show/time.tsx'
import { orderReads } from '../model/use-order-send.ts'
import '../order.css'
import './cancel.css'

interface Values {
  approve: boolean
  verdict: CancelReview['verdict']
  feeYuan?: number
  penaltyYuan: number
  note: string
}
const isCustomerAtFault = (verdict: Values['verdict']) => verdict === 'CUSTOMER_AT_FAULT' || verdict === 'SHARED'
const isDriverAtFault = (verdict: Values['verdict']) => verdict === 'DRIVER_AT_FAULT' || verdict === 'SHARED'
/** What goes with finding the driver at fault who was not so far; of one who was, it stands as it is. */
function hiddenBy(review: CancelReview, verdict: Values['verdict']): string | undefined {
  const seconds = isDriverAtFault(verdict) && verdict !== review.verdict ? review.hideDriverS[verdict as 'DRIVER_AT_FAULT' | 'SHARED'] : 0
  return seconds > 0 ? hiddenWords(seconds) : undefined
}
const verdicts = Object.keys(verdictText) as CancelReview['verdict'][]

/** A request is decided once; what follows is said before it is. */
export function ReviewDialog({ review, onClose }: { review: CancelReview | null; onClose: () => void }) {
  const { send } = useSend(orderReviewCalls.decide, { refreshes: [orderReviewCalls.list, ...orderReads] })
  const leaves = review?.kind === 'LEAVE'
  const submit = async ({ approve, verdict, feeYuan, penaltyYuan, note }: Values) => {
    if (!review) return
    try {
      const penaltyFen = fenOf(penaltyYuan ?? 0)
      // What stays as it is keeps what was let go, too.
      const stays = verdict === review.verdict && penaltyFen === review.penaltyFen
      const change = approve
        ? {
            verdict,
            feeFen: isCustomerAtFault(verdict) ? fenOf(feeYuan ?? 0) : 0,
            ...(isDriverAtFault(verdict) && !stays && { penaltyFen }),
          }
        : {}
      await send({ reviewId: review.reviewId, approve, note, ...change })
      toast.success(approve ? t('已同意') : t('已驳回'))
    } catch (error) {
      if (error instanceof RefusalError) await refresh([orderReviewCalls.list])
      throw error
    }
  }
  return (
    <FormDialog<Values>
      open={review !== null}
      title={leaves ? t('司机申请取消 {no}', { no: review?.orderNo ?? '' }) : t('判责申诉 {no}', { no: review?.orderNo ?? '' })}
      okText={t('确认')}
      initial={
        review
          ? {
              approve: false,
              verdict: leaves ? 'NO_FAULT' : review.verdict,
              feeYuan: leaves ? 0 : yuanOf(review.feeFen),
              penaltyYuan: yuanOf(review.penaltyFen),
            }
          : {}
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {review ? (
        <>
          <dl className="order-facts order-review-facts">
            <dt>{t('剩余时间')}</dt>
            <dd>
              <Remaining until={review.dueAt} />
            </dd>
            <dt>{t('司机')}</dt>
            <dd>{[review.driverName, review.driverNo].filter(Boolean).join(' ')}</dd>
            <dt>{t('原因')}</dt>
            <dd>{`${tr(reviewReasonText[review.reason])}${t('：')}${review.note}`}</dd>
            {review.refusedBefore > 0 ? (
              <>
                <dt>{t('近 30 天被驳回')}</dt>
                <dd>{t('{n} 次', { n: review.refusedBefore })}</dd>
              </>
            ) : null}
          </dl>
          <Form.Item name="approve" label={t('处理')} required>
            <Radio.Group
              options={[
                { value: false, label: leaves ? t('驳回，司机须继续服务') : t('驳回，维持原判') },
                { value: true, label: leaves ? t('同意，换司机') : t('同意，改判') },
              ]}
            />
          </Form.Item>
          <Form.Item noStyle shouldUpdate>
            {({ getFieldValue }) =>
              getFieldValue('approve') === true ? (
                <>
                  <Form.Item
                    name="verdict"
                    label={t('判责')}
                    required
                    extra={review.driverName ? hiddenBy(review, getFieldValue('verdict') as Values['verdict']) : undefined}
                  >
                    <Radio.Group options={verdicts.map((value) => ({ value, label: tr(verdictText[value]) }))} />
                  </Form.Item>
                  <div className="order-review-sums">
                    {isCustomerAtFault(getFieldValue('verdict') as Values['verdict']) ? (
                      <Form.Item name="feeYuan" label={t('向客户收取取消费（元）')} rules={[{ required: true, message: t('请填写') }]}>
                        <InputNumber min={0} max={1000} precision={2} style={{ width: 140 }} />
                      </Form.Item>
                    ) : null}
                    {review.driverName && isDriverAtFault(getFieldValue('verdict') as Values['verdict']) ? (
                      <Form.Item
                        name="penaltyYuan"
                        label={t('扣司机（元）')}
                        extra={leaves ? undefined : t('已扣 {sum}，改少则退回', { sum: moneyText(review.penaltyFen) })}
                      >
                        <InputNumber min={0} max={1000} precision={2} style={{ width: 140 }} />
                      </Form.Item>
                    ) : null}
                  </div>
                </>
              ) : null
            }
          </Form.Item>
          <Form.Item name="note" label={t('处理说明')} rules={[{ required: true, whitespace: true, message: t('请填写') }]}>
            <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
          </Form.Item>
        </>
      ) : null}
    </FormDialog>
  )
}
