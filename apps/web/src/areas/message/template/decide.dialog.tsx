import { messageEventText } from '@chauffeur/contract/message/event'
import { messageLanguageText } from '@chauffeur/contract/kernel/language'
import { messageTextCalls, type MessageTextRow } from '@chauffeur/contract/message/text'
import { Facts } from '#kit/detail/facts.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { LongTextField, RadioField } from '#kit/fields/fields.ts'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { placeWords, saysWords } from './text.view.ts'

/** What somebody else proposed, beside what holds now. */
export default function DecideDialog({ row, open, onClose }: RowDialogProps<MessageTextRow>) {
  const { data } = useCall(messageTextCalls.details, { textId: row.textId }, { enabled: open })
  const present = data?.versions.find(({ state }) => state === 'IN_FORCE')
  return (
    <CallForm
      call={messageTextCalls.decide}
      refreshes={[messageTextCalls.list, messageTextCalls.details, messageTextCalls.standard]}
      open={open}
      title={t('审核 {name}', { name: tr(messageEventText[row.event]) })}
      initial={{ event: 'approve' }}
      beside={() => ({ textId: row.textId, version: row.version })}
      saved={({ state }) => (state === 'IN_FORCE' ? t('已通过，用于之后的消息') : t('未通过'))}
      onClose={onClose}
    >
      <Facts
        facts={[
          [t('适用范围'), placeWords(row)],
          [t('语言'), tr(messageLanguageText[row.language])],
          [t('现在'), present ? saysWords(present) : t('沿用上级模板')],
          [t('改为'), saysWords(row)],
          row.sample !== '' && [t('示例'), row.sample],
          row.segments > 0 && [t('计费条数'), row.segments],
          [t('修改原因'), row.reason],
          [t('提交人'), row.proposedByName],
        ]}
      />
      <RadioField
        name="event"
        label={t('审核结果')}
        required
        choices={[
          { value: 'approve', label: t('通过') },
          { value: 'reject', label: t('驳回') },
        ]}
      />
      <LongTextField name="note" label={t('审核说明')} maxLength={200} />
    </CallForm>
  )
}
