import { bulletinCalls, type BulletinRow } from '@chauffeur/contract/message/bulletin'
import { CallForm } from '#kit/edit/call.form.tsx'
import { TextField } from '#kit/fields/fields.ts'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { t } from '#platform/text/text.ts'

/** A bulletin goes from drivers' telephones; who read it stays known. */
export default function WithdrawDialog({ row, open, onClose }: Pick<RowDialogProps<BulletinRow>, 'row' | 'open' | 'onClose'>) {
  return (
    <CallForm
      call={bulletinCalls.withdraw}
      refreshes={[bulletinCalls.list, bulletinCalls.detail, bulletinCalls.readers]}
      open={open}
      title={t('撤回公告 {name}', { name: row.title })}
      beside={() => ({ bulletinId: row.bulletinId, version: row.version })}
      okText={t('撤回')}
      saved={t('已撤回')}
      onClose={onClose}
    >
      <p>{t('撤回后司机端不再显示，已读记录保留。')}</p>
      <TextField name="reason" label={t('原因')} required maxLength={200} />
    </CallForm>
  )
}
