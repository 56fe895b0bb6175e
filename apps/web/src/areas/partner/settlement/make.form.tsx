import { partnerStatementCalls } from '@chauffeur/contract/partner/statement'
import { CallForm } from '#kit/edit/call.form.tsx'
import { ChannelField, SelectField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { openTab } from '#platform/tab/tab.ts'
import { monthsOver, statementPath, statementReads } from './settlement.view.ts'

const MONTHS = 12

/** That of a month that is over, where none was made by itself. */
export default function MakeForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const months = monthsOver(new Date(), MONTHS)
  return (
    <CallForm
      call={partnerStatementCalls.make}
      refreshes={statementReads}
      open={open}
      width={480}
      title={t('生成结算单')}
      initial={{ month: months[0]! }}
      saved={({ statementNo }) => t('已生成 {no}', { no: statementNo })}
      onSaved={(made) => openTab(statementPath(made))}
      onClose={onClose}
    >
      <ChannelField name="channelId" label={t('合作渠道')} required />
      <SelectField
        name="month"
        label={t('结算月份')}
        required
        choices={months.map((month) => ({ value: month, label: month }))}
        hint={t('按北京时间；往月审核完成的使用和更正一并列入')}
      />
    </CallForm>
  )
}
