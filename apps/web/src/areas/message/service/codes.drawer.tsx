import { messageLanguageText } from '@chauffeur/contract/kernel/language'
import { messageEventText } from '@chauffeur/contract/message/event'
import { type SmsCode, smsProviders, smsServiceCalls, type SmsServiceView } from '@chauffeur/contract/message/service'
import { Button } from 'antd'
import { useState } from 'react'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { TagsField, TextField } from '#kit/fields/fields.ts'
import { sendCall, useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { nameOf } from './service.view.ts'
import './service.css'

type Service = SmsServiceView & { smsServiceId: string }

/** Each of our texts, and under which code a provider has it. */
export default function CodesDrawer({ row, mayChange, onClose }: { row: Service | null; mayChange: boolean; onClose: () => void }) {
  return (
    <KeptDrawer row={row} size={980} title={(service) => t('模板编号：{name}', { name: nameOf(service) })} onClose={onClose}>
      {(service) => <Codes key={service.smsServiceId} service={service} mayChange={mayChange} />}
    </KeptDrawer>
  )
}

const placeWords = ({ cityName, channelName, language }: SmsCode) =>
  [tr(cityName) || t('全部城市'), channelName, language !== 'zh' && tr(messageLanguageText[language])].filter(Boolean).join(' · ')
const eventWords = ({ event }: SmsCode) => tr(messageEventText[event])

function Codes({ service, mayChange }: { service: Service; mayChange: boolean }) {
  const [editing, setEditing] = useState<SmsCode | null>(null)
  const { smsServiceId, provider } = service
  const { needsTemplate } = smsProviders[provider]
  const query = useCall(smsServiceCalls.codes, { smsServiceId }, { enabled: needsTemplate })
  if (!needsTemplate) return <EmptyState title={t('HTTP 网关发送任意内容，不需要模板编号')} />
  return (
    <>
      <p className="sms-service-why">
        {t('把内容原样提交到服务商控制台审核，再把通过后的模板编号登记在这里；模板改版后须重新登记。没有编号的由其他服务商发出。')}
      </p>
      <Async query={query}>
        {({ rows }) => (
          <PlainTable
            label={t('模板编号')}
            rows={rows}
            rowKey={({ textId }) => textId}
            columns={[
              { title: t('事件'), head: true, cell: eventWords },
              { title: t('适用范围'), cell: (code) => <span className="sms-code-place">{placeWords(code)}</span> },
              {
                title: t('提交到控制台的内容'),
                cell: (code) => (
                  <div className="sms-code-body">
                    {code.body}
                    {code.state === 'WAITING' ? <Tag tone="wait">{t('待审核')}</Tag> : null}
                  </div>
                ),
              },
              { title: t('变量顺序'), cell: ({ params }) => params.join(t('、')) || '—' },
              { title: t('编号'), cell: ({ code }) => code || <span className="ui-none">{t('未填编号')}</span> },
              {
                title: t('操作'),
                cell: (code) =>
                  mayChange ? (
                    <Button size="small" aria-label={t('填写编号 {name}', { name: eventWords(code) })} onClick={() => setEditing(code)}>
                      {t('填写编号')}
                    </Button>
                  ) : (
                    '—'
                  ),
              },
            ]}
          />
        )}
      </Async>
      <CallForm<typeof smsServiceCalls.saveCode, SmsCode>
        call={smsServiceCalls.saveCode}
        of="textId"
        refreshes={[smsServiceCalls.codes, smsServiceCalls.list]}
        open={editing !== null}
        title={(row) => t('登记模板编号：{name}', { name: row ? eventWords(row) : '' })}
        row={editing}
        valuesOf={({ code, params, signName }) => ({ code, params, signName })}
        beside={() => ({ smsServiceId })}
        present={async ({ textId }) => (await sendCall(smsServiceCalls.codes, { smsServiceId })).rows.find((one) => one.textId === textId)}
        onClose={() => setEditing(null)}
      >
        <TextField
          name="code"
          label={t('编号')}
          maxLength={40}
          placeholder={provider === 'ALIYUN' ? 'SMS_123456789' : '1234567'}
          hint={t('清空则不再由这家发送该模板')}
        />
        <TagsField
          name="params"
          label={t('变量顺序')}
          most={15}
          hint={
            provider === 'ALIYUN' ? t('服务商的变量名不同时写成 变量=服务商变量名，如 code=number') : t('依次对应服务商模板里的 {1}、{2}……')
          }
        />
        <TextField name="signName" label={t('签名')} maxLength={20} placeholder={service.signName} hint={t('留空用该服务商的签名')} />
      </CallForm>
    </>
  )
}
