import { type ClaimEvent, claimEventText, type ClaimRow, driverClaimCalls } from '@chauffeur/contract/qualification/claim'
import { COVERAGE_FEN } from '@chauffeur/contract/qualification/insurance'
import { CallForm } from '#kit/edit/call.form.tsx'
import { LongTextField, MoneyField, TextField } from '#kit/fields/fields.ts'
import { PictureField } from '#kit/media/picture-field.tsx'
import { t, tr } from '#platform/text/text.ts'

interface Props {
  row: ClaimRow
  open: boolean
  onClose: () => void
}
const refreshes = [driverClaimCalls.claims, driverClaimCalls.claim]

/** What the insurer said, written down. */
export function MoveClaim({ row, event, open, onClose }: Props & { event: ClaimEvent }) {
  return (
    <CallForm
      call={driverClaimCalls.move}
      refreshes={refreshes}
      open={open}
      danger={event === 'reject'}
      okText={tr(claimEventText[event])}
      title={t('{what}：{name}', { what: tr(claimEventText[event]), name: row.driverName })}
      initial={event === 'pay' ? { paidFen: row.amountFen } : {}}
      beside={() => ({ driverClaimId: row.driverClaimId, version: row.version, event })}
      saved={() => t('已记录')}
      onClose={onClose}
    >
      {event === 'file' ? <TextField name="reportNo" label={t('报案号')} hint={t('保险公司给的编号')} maxLength={60} /> : null}
      {event === 'pay' ? <MoneyField name="paidFen" label={t('赔付金额')} required min={COVERAGE_FEN.min} max={COVERAGE_FEN.max} /> : null}
      {event === 'reject' || event === 'reopen' ? <LongTextField name="reason" label={t('原因')} required maxLength={200} /> : null}
    </CallForm>
  )
}

export const AddClaimPicture = ({ row, open, onClose }: Props) => (
  <CallForm
    call={driverClaimCalls.addPicture}
    refreshes={refreshes}
    open={open}
    title={t('上传图片：{name}', { name: row.driverName })}
    okText={t('上传')}
    beside={() => ({ driverClaimId: row.driverClaimId })}
    saved={() => t('已上传')}
    onClose={onClose}
  >
    <PictureField name="file" label={t('现场照片或单据')} required />
  </CallForm>
)
