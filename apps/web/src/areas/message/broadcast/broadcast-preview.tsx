import { broadcastCalls } from '@chauffeur/contract/message/broadcast'
import {
  broadcastFault,
  broadcastSamples,
  broadcastText,
  broadcastVariable,
  broadcastVariableText,
} from '@chauffeur/contract/message/broadcast-text'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { segmentsOf } from '@chauffeur/contract/message/segments'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useSession } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { CountFacts } from './count-facts.tsx'
import { type FormValues, saidOf } from './form.view.ts'
import './broadcast.css'

type Asked = InputOf<typeof broadcastCalls.count>
const NONE: Asked = { whom: 'CUSTOMERS', body: '', refuseBy: 'R' }

/** What can be put into the text, how it reads, as how many messages it goes out; and who would get it now. */
export function BroadcastPreview() {
  const form = Form.useFormInstance<FormValues>()
  const values = Form.useWatch([], form) as FormValues | undefined
  const brand = useSession((state) => state.brandName)
  const [asked, setAsked] = useState<string | null>(null)
  const counted = useCall(broadcastCalls.count, asked === null ? NONE : (JSON.parse(asked) as Asked), {
    enabled: asked !== null,
    saysRefusals: true,
  })
  const { body = '', sign, refuseBy = 'R' } = values ?? {}
  const sample = broadcastText({ sign: sign || brand, body, refuseBy }, broadcastSamples)
  const { segments, units, left } = segmentsOf(sample)
  const present = () => {
    const { name: _name, sendAt: _sendAt, codes: _codes, ...said } = saidOf(form.getFieldsValue(true) as FormValues)
    return JSON.stringify(said)
  }
  const stale = asked !== null && values !== undefined && asked !== present()
  return (
    <section className="broadcast-preview" aria-label={t('预览')}>
      <p className="broadcast-variables">
        {broadcastVariable.options.map((variable) => (
          <Button key={variable} size="small" onClick={() => form.setFieldValue('body', `${body}\${${variable}}`)}>
            {tr(broadcastVariableText[variable])}
          </Button>
        ))}
      </p>
      {body.trim() === '' ? null : (
        <>
          <p className="broadcast-text">{sample}</p>
          <p className="broadcast-units">{t('{units} 字，计 {n} 条，还可写 {left} 字', { units, n: segments, left })}</p>
          <p>
            <Button loading={counted.isFetching} disabled={broadcastFault(body) !== null} onClick={() => setAsked(present())}>
              {t('统计人数')}
            </Button>{' '}
            {asked !== null && counted.error ? <span role="alert">{counted.error.message}</span> : null}
            {stale && !counted.error ? <span>{t('内容或对象已修改，请重新统计')}</span> : null}
          </p>
          {asked !== null && counted.data && !counted.error ? <CountFacts count={counted.data} some={counted.data.some} /> : null}
        </>
      )}
    </section>
  )
}
