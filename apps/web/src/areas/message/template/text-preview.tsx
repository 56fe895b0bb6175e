import {
  filled,
  type MessageEvent,
  messageEvents,
  messageEventText,
  messageSamples,
  messageVariableText,
  signOf,
  textFault,
  wayOf,
} from '@chauffeur/contract/message/event'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { segmentsOf } from '@chauffeur/contract/message/segments'
import { messageTextCalls } from '@chauffeur/contract/message/text'
import { driverFileCalls } from '@chauffeur/contract/driver/file'
import { orderCalls } from '@chauffeur/contract/order/list'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useMay, useSession } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import './text.css'

interface Asked {
  event: MessageEvent
  language: MessageLanguage
  sign: string
  body: string
  orderNo?: string
  driverNo?: string
}

/** What can be put into the text, how it reads, as how many messages it goes out; and of a real order or driver. */
export function TextPreview() {
  const form = Form.useFormInstance()
  const event = Form.useWatch<MessageEvent | undefined>('event')
  const language = Form.useWatch<MessageLanguage | undefined>('language') ?? 'zh'
  const sign = Form.useWatch<string | undefined>('sign') ?? ''
  const body = Form.useWatch<string | undefined>('body') ?? ''
  const brand = useSession((state) => state.brandName)
  const seesOrders = useMay(orderCalls.info)
  const seesDrivers = useMay(driverFileCalls.info)
  const [orderNo, setOrderNo] = useState('')
  const [driverNo, setDriverNo] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const real = useCall(messageTextCalls.preview, asked ?? { event: 'ORDER_NOTE', body: '' }, {
    enabled: asked !== null,
    saysRefusals: true,
  })
  if (!event) return null
  const { variables, by } = messageEvents[event]
  const inApp = wayOf(event) === 'APP'
  const sample = filled(signOf(event, sign || brand), body, messageSamples[language])
  const { segments, units, left } = segmentsOf(sample)
  const shown =
    asked !== null && asked.event === event && asked.language === language && asked.body === body && asked.sign === sign
      ? real.data
      : undefined
  return (
    <section className="text-preview" aria-label={t('预览')}>
      <p className="text-preview-variables">
        {variables.map((variable) => (
          <Button key={variable} size="small" onClick={() => form.setFieldValue('body', `${body}\${${variable}}`)}>
            {tr(messageVariableText[variable])}
          </Button>
        ))}
      </p>
      {body.trim() === '' ? null : (
        <>
          <div className="text-preview-text">
            {inApp ? <strong className="text-preview-title">{shown?.title ?? tr(messageEventText[event])}</strong> : null}
            {shown?.text ?? sample}
          </div>
          {inApp ? null : (
            <p className="text-preview-count">
              {t('{units} 字，计 {n} 条，还可写 {left} 字', {
                units: shown?.units ?? units,
                n: shown?.segments ?? segments,
                left: shown?.left ?? left,
              })}
            </p>
          )}
          {inApp ? <p className="text-preview-count">{t('显示在司机端，不经短信服务商，不计费')}</p> : null}
          {inApp && seesDrivers && textFault(event, body) === null ? (
            <Input.Search
              aria-label={t('司机工号')}
              placeholder={t('输入司机工号，用真实司机预览')}
              value={driverNo}
              maxLength={20}
              enterButton={t('预览')}
              loading={real.isFetching}
              onChange={({ target }) => setDriverNo(target.value)}
              onSearch={(typed) => setAsked(typed.trim() === '' ? null : { event, language, sign, body, driverNo: typed.trim() })}
            />
          ) : null}
          {seesOrders && by.includes('channel') && textFault(event, body) === null ? (
            <Input.Search
              aria-label={t('订单号')}
              placeholder={t('输入订单号，用真实订单预览')}
              value={orderNo}
              maxLength={40}
              enterButton={t('预览')}
              loading={real.isFetching}
              onChange={({ target }) => setOrderNo(target.value)}
              onSearch={(typed) => setAsked(typed.trim() === '' ? null : { event, language, sign, body, orderNo: typed.trim() })}
            />
          ) : null}
        </>
      )}
    </section>
  )
}
