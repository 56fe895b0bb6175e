import { messageEventText } from '@chauffeur/contract/message/event'
import { messageTextCalls, type MessageTextRow } from '@chauffeur/contract/message/text'
import { CallForm } from '#kit/edit/call.form.tsx'
import { TextField } from '#kit/fields/fields.ts'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { t, tr } from '#platform/text/text.ts'
import { placeInLanguage } from './text.view.ts'

/** A city's or channel's own text ends: what holds more widely holds there again, once another person has approved that. */
export default function FollowDialog({ row, open, onClose }: RowDialogProps<MessageTextRow>) {
  return (
    <CallForm
      call={messageTextCalls.remove}
      refreshes={[messageTextCalls.list, messageTextCalls.details]}
      open={open}
      title={t('{place} 恢复沿用上级：{name}', { place: placeInLanguage(row), name: tr(messageEventText[row.event]) })}
      beside={() => ({ textId: row.textId, version: row.version })}
      saved={() => t('已提交，由另一位有权限的人员审核')}
      onClose={onClose}
    >
      <TextField name="reason" label={t('修改原因')} required maxLength={200} hint={t('审核的人会看到')} />
    </CallForm>
  )
}
