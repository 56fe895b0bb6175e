import { payoutCalls } from '@chauffeur/contract/finance/payout'
import { CallForm } from '#kit/edit/call.form.tsx'
import { TextField } from '#kit/fields/text-fields.tsx'
import { InstantField } from '#kit/fields/time-fields.tsx'
import { PictureField } from '#kit/media/picture-field.tsx'
import { t } from '#platform/text/text.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { accountWords, type Life, withdrawalReads } from '../withdrawal-review/review.view.ts'

interface VoucherDialogProps {
  open: boolean
  life: Life
  onTold: (words: string) => void
  onClose: () => void
}

/** That it was paid outside, with the voucher's number; another person confirms it, and only then is it paid. */
export function VoucherDialog({ open, life, onTold, onClose }: VoucherDialogProps) {
  return (
    <CallForm
      call={payoutCalls.enterVoucher}
      refreshes={withdrawalReads}
      beside={() => ({ withdrawalId: life.withdrawalId })}
      open={open}
      title={t('登记线下打款 {no}', { no: life.withdrawNo })}
      okText={t('登记')}
      initial={{ paidAt: new Date().toISOString() }}
      saved={null}
      onSaved={() => onTold(t('凭证已登记，等待另一位同事确认后才算到账'))}
      onClose={onClose}
    >
      <p>
        {t('已在系统外付给 {name}（{account}）{sum} 后登记。', {
          name: life.account.holderName,
          account: accountWords(life, life.account),
          sum: moneyText(life.netFen),
        })}
      </p>
      <TextField
        name="voucherNo"
        label={t('凭证号')}
        required
        maxLength={64}
        inputMode="text"
        hint={t('银行回单号，一张凭证只能登记一笔')}
      />
      <InstantField name="paidAt" label={t('支付时间')} required offsetMinutes={null} />
      <PictureField name="file" label={t('凭证图片')} required />
    </CallForm>
  )
}

/** That it was never paid outside: it has failed, and can be paid again or given back. */
export const NotPaidDialog = ({ open, life, onTold, onClose }: VoucherDialogProps) => (
  <CallForm
    call={payoutCalls.notPaid}
    refreshes={withdrawalReads}
    beside={() => ({ withdrawalId: life.withdrawalId })}
    open={open}
    title={t('登记未付款 {no}', { no: life.withdrawNo })}
    okText={t('登记未付款')}
    danger
    saved={null}
    onSaved={() => onTold(t('{no} 已登记为未付款，可重新打款或退回钱包', { no: life.withdrawNo }))}
    onClose={onClose}
  >
    <p>{t('确认系统外没有付出 {sum}；之后再付会是第二笔。', { sum: moneyText(life.netFen) })}</p>
    <TextField name="reason" label={t('原因')} required maxLength={200} />
  </CallForm>
)
