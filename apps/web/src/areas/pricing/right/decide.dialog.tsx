import { rightCalls, rightExcessText, type RightRow, rightUnitText } from '@chauffeur/contract/pricing/right'
import { CallForm } from '#kit/edit/call.form.tsx'
import { Facts } from '#kit/detail/facts.tsx'
import { LongTextField, RadioField } from '#kit/fields/fields.ts'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { t, tr } from '#platform/text/text.ts'
import { coverWords, perUserWords, priceWords, stockWords, validityWords } from './right.view.ts'

/** What somebody else submitted: it goes on, or back. */
export default function DecideDialog({ row, open, onClose }: RowDialogProps<RightRow>) {
  const cities = useCities()
  const mayApprove = row.allowedActions.includes('approve')
  return (
    <CallForm
      call={rightCalls.decide}
      refreshes={[rightCalls.list, rightCalls.view, rightCalls.find]}
      open={open}
      title={t('审核 {name}', { name: row.name })}
      initial={{ event: mayApprove ? 'approve' : 'sendBack' }}
      beside={() => ({ rightId: row.rightId, version: row.version })}
      saved={({ state }) => (state === 'ON' ? t('已启用') : t('已退回修改'))}
      onClose={onClose}
    >
      <Facts
        facts={[
          [t('合作渠道'), row.channelName],
          [t('每单抵扣'), `${coverWords(row)} · ${tr(rightUnitText[row.unit])} · ${tr(rightExcessText[row.excess])}`],
          [t('有效期'), validityWords(row)],
          [t('适用城市'), cities.words(row.cityIds)],
          [t('每人次数上限'), perUserWords(row)],
          [t('每日库存'), stockWords(row)],
          [t('结算价'), priceWords(row)],
          [t('提交人'), row.submittedByName],
        ]}
      />
      <RadioField
        name="event"
        label={t('审核结果')}
        required
        hint={mayApprove ? undefined : t('自己提交的权益须由另一人通过')}
        choices={[...(mayApprove ? [{ value: 'approve', label: t('通过并启用') }] : []), { value: 'sendBack', label: t('退回修改') }]}
      />
      <LongTextField name="note" label={t('审核说明')} maxLength={200} />
    </CallForm>
  )
}
