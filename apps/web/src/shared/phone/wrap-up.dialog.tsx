import { type CallRow, phoneCalls, wrapUpCode, wrapUpText } from '@chauffeur/contract/call-centre/phone'
import { CallForm } from '#kit/edit/call.form.tsx'
import { choicesOf, LongTextField, RadioField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'

interface WrapUpDialogProps {
  callId: string | null
  known?: Pick<CallRow, 'wrapUp' | 'note'>
  onClose: () => void
}

/** What became of a call, in a code and a note. */
export default function WrapUpDialog({ callId, known, onClose }: WrapUpDialogProps) {
  return (
    <CallForm
      call={phoneCalls.wrapUp}
      refreshes={[phoneCalls.mine, phoneCalls.list]}
      beside={() => ({ callId: callId ?? '' })}
      open={callId !== null}
      title={t('通话登记')}
      initial={{ ...known }}
      onClose={onClose}
    >
      <RadioField name="wrapUp" label={t('处理结果')} required buttons choices={choicesOf(wrapUpCode.options, wrapUpText)} />
      <LongTextField name="note" label={t('备注')} maxLength={500} rows={3} />
    </CallForm>
  )
}
