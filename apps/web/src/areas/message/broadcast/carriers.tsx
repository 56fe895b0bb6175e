import { type BroadcastCarrier, type BroadcastRow } from '@chauffeur/contract/message/broadcast-model'
import { broadcastCalls } from '@chauffeur/contract/message/broadcast'
import { submittedText } from '@chauffeur/contract/message/broadcast-text'
import { smsProviderText } from '@chauffeur/contract/message/sending'
import { Alert, Form } from 'antd'
import { TextField } from '#kit/fields/fields.ts'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { cannotWords } from './broadcast.view.ts'
import type { FormValues } from './form.view.ts'

const nameOf = ({ name, provider }: BroadcastCarrier) => name || tr(smsProviderText[provider])

/** Under which code each provider that sends registered templates alone has the text, with what is submitted there. */
export function CodeFields({ open }: { open: boolean }) {
  const form = Form.useFormInstance<FormValues>()
  const body = Form.useWatch('body', form) ?? ''
  const refuseBy = Form.useWatch('refuseBy', form) ?? 'R'
  const { data } = useCall(broadcastCalls.carriers, {}, { enabled: open })
  const rows = data?.rows.filter(({ needsCode, enabled }) => needsCode && enabled) ?? []
  if (rows.length === 0) return null
  return (
    <fieldset className="broadcast-codes">
      <legend>{t('服务商的模板编号')}</legend>
      <p className="broadcast-note">
        {t('下列服务商只发送审核过的模板：先把内容提交到服务商控制台，通过后填写编号；不填的服务商不发送这次群发。')}
      </p>
      {rows.map((row) => (
        <TextField
          key={row.smsServiceId}
          name={`code${row.smsServiceId}`}
          label={nameOf(row)}
          maxLength={40}
          placeholder={row.provider === 'ALIYUN' ? 'SMS_123456789' : '1234567'}
          hint={body.trim() === '' ? undefined : t('提交的内容：{text}', { text: submittedText(row.provider, { body, refuseBy }) })}
        />
      ))}
    </fieldset>
  )
}

/** Before it is approved: which providers cannot send it, or that none can. */
export function Carriers({ row: { codes }, open }: { row: BroadcastRow; open: boolean }) {
  const { data } = useCall(broadcastCalls.carriers, {}, { enabled: open })
  const said = data && cannotWords(data.rows, codes, nameOf)
  return said ? <Alert type={said.none ? 'error' : 'warning'} showIcon title={said.words} /> : null
}
