import { type CallRow, phoneCalls, type WrapUpCode, wrapUpText } from '@chauffeur/contract/call-centre/phone'
import { Form, Input, Radio } from 'antd'
import { useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import './phone.css'

interface Values {
  wrapUp: WrapUpCode
  note?: string
}

/** What became of a call, in a code and a note. */
export default function WrapUpDialog({
  callId,
  known,
  onClose,
}: {
  callId: string | null
  known?: Pick<CallRow, 'wrapUp' | 'note'>
  onClose: () => void
}) {
  const { send } = useSend(phoneCalls.wrapUp, { refreshes: [phoneCalls.mine, phoneCalls.list] })
  return (
    <FormDialog<Values>
      open={callId !== null}
      title={t('通话登记')}
      initial={{ wrapUp: known?.wrapUp ?? undefined, note: known?.note }}
      onClose={onClose}
      onSubmit={(values) => send({ callId: callId ?? '', ...values })}
    >
      <Form.Item name="wrapUp" label={t('处理结果')} rules={[{ required: true, message: t('请选择处理结果') }]}>
        <Radio.Group
          optionType="button"
          options={Object.entries(wrapUpText).map(([value, label]) => ({ value, label: tr(label) }))}
          className="wrap-up-codes"
        />
      </Form.Item>
      <Form.Item name="note" label={t('备注')}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </FormDialog>
  )
}
