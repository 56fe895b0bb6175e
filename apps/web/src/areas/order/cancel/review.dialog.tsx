import { type CancelReview, orderReviewCalls, reviewReasonText } from '@chauffeur/contract/order/cancel-review'
import { cancelVerdict } from '@chauffeur/contract/order/cancel-rules'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { choicesOf, FieldRow, LongTextField, MoneyField, RadioField, WhenField, WithField } from '#kit/fields/fields.ts'
import { RefusalError, refresh, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { hiddenWords, verdictText } from '#shared/order/cancel.view.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Remaining } from '#ui/show/time.tsx'
import { orderReads } from '#shared/order-actions/use-order-send.ts'
import '../order.css'
import './cancel.css'

type Values = Omit<InputOf<typeof orderReviewCalls.decide>, 'reviewId'>
const isCustomerAtFault = (verdict: Values['verdict']) => verdict === 'CUSTOMER_AT_FAULT' || verdict === 'SHARED'
const isDriverAtFault = (verdict: Values['verdict']) => verdict === 'DRIVER_AT_FAULT' || verdict === 'SHARED'
/** What goes with finding the driver at fault who was not so far; of one who was, it stands as it is. */
function hiddenBy(review: CancelReview, verdict: Values['verdict']): string | undefined {
  const seconds = isDriverAtFault(verdict) && verdict !== review.verdict ? review.hideDriverS[verdict as 'DRIVER_AT_FAULT' | 'SHARED'] : 0
  return seconds > 0 ? hiddenWords(seconds) : undefined
}
const MOST_FEN = 100_000

/** A request is decided once; what follows is said before it is. */
export default function ReviewDialog({ row: review, open, onClose }: { row: CancelReview; open: boolean; onClose: () => void }) {
  const { send } = useSend(orderReviewCalls.decide, { refreshes: [orderReviewCalls.list, ...orderReads] })
  const leaves = review.kind === 'LEAVE'
  const save = async ({ approve, verdict, feeFen = 0, penaltyFen = 0, note }: Values, row: CancelReview | null) => {
    if (!row) return
    // What stays as it is keeps what was let go, too.
    const stays = verdict === row.verdict && penaltyFen === row.penaltyFen
    try {
      await send({
        reviewId: row.reviewId,
        approve,
        note,
        ...(approve && {
          verdict,
          feeFen: isCustomerAtFault(verdict) ? feeFen : 0,
          ...(isDriverAtFault(verdict) && !stays && { penaltyFen }),
        }),
      })
    } catch (error) {
      if (error instanceof RefusalError) await refresh([orderReviewCalls.list])
      throw error
    }
    return approve
  }
  return (
    <EditForm<Values, CancelReview, boolean | undefined>
      open={open}
      title={leaves ? t('司机申请取消 {no}', { no: review.orderNo }) : t('判责申诉 {no}', { no: review.orderNo })}
      okText={t('确认')}
      row={review}
      valuesOf={({ verdict, feeFen, penaltyFen }) => ({
        approve: false,
        verdict: leaves ? 'NO_FAULT' : verdict,
        feeFen: leaves ? 0 : feeFen,
        penaltyFen,
        note: '',
      })}
      save={save}
      saved={(approved) => (approved ? t('已同意') : t('已驳回'))}
      onClose={onClose}
    >
      {(row) => (row ? <Decision review={row} leaves={leaves} /> : null)}
    </EditForm>
  )
}

function Decision({ review, leaves }: { review: CancelReview; leaves: boolean }) {
  return (
    <>
      <Facts
        className="order-review-facts"
        facts={[
          [t('剩余时间'), <Remaining key="due" until={review.dueAt} />],
          [t('司机'), [review.driverName, review.driverNo].filter(Boolean).join(' ')],
          [t('原因'), `${tr(reviewReasonText[review.reason])}${t('：')}${review.note}`],
          review.refusedBefore > 0 && [t('近 30 天被驳回'), t('{n} 次', { n: review.refusedBefore })],
        ]}
      />
      <RadioField
        name="approve"
        label={t('处理')}
        required
        choices={[
          { value: false, label: leaves ? t('驳回，司机须继续服务') : t('驳回，维持原判') },
          { value: true, label: leaves ? t('同意，换司机') : t('同意，改判') },
        ]}
      />
      <WhenField name="approve" is={true}>
        <WithField name="verdict">
          {(verdict) => (
            <>
              <RadioField
                name="verdict"
                label={t('判责')}
                required
                hint={review.driverName ? hiddenBy(review, verdict as Values['verdict']) : undefined}
                choices={choicesOf(cancelVerdict.options, verdictText)}
              />
              <FieldRow>
                {isCustomerAtFault(verdict as Values['verdict']) ? (
                  <MoneyField name="feeFen" label={t('向客户收取取消费')} required min={0} max={MOST_FEN} />
                ) : null}
                {review.driverName && isDriverAtFault(verdict as Values['verdict']) ? (
                  <MoneyField
                    name="penaltyFen"
                    label={t('扣司机')}
                    min={0}
                    max={MOST_FEN}
                    hint={leaves ? undefined : t('已扣 {sum}，改少则退回', { sum: moneyText(review.penaltyFen) })}
                  />
                ) : null}
              </FieldRow>
            </>
          )}
        </WithField>
      </WhenField>
      <LongTextField name="note" label={t('处理说明')} required maxLength={200} />
    </>
  )
}
