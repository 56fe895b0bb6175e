import { optOutCalls, type OptOutRow } from '@chauffeur/contract/message/opt-out'
import { CallForm } from '#kit/edit/call.form.tsx'
import { TextField } from '#kit/fields/fields.ts'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { t } from '#platform/text/text.ts'

/** A number goes from the list; that its owner agrees to marketing is noted with the customer. */
export default function RemoveDialog({ row, open, onClose }: Pick<RowDialogProps<OptOutRow>, 'row' | 'open' | 'onClose'>) {
  return (
    <CallForm
      call={optOutCalls.remove}
      refreshes={[optOutCalls.list]}
      open={open}
      danger
      title={t('移出名单 {name}', { name: row.phone || t('已抹除') })}
      okText={t('移出名单')}
      beside={() => ({ optOutId: row.optOutId, version: row.version })}
      saved={t('已移出')}
      onClose={onClose}
    >
      <p>{t('移出后还须在客户详情登记“同意接收营销信息”，才会再收到群发。')}</p>
      <TextField name="reason" label={t('原因')} required maxLength={200} />
    </CallForm>
  )
}
