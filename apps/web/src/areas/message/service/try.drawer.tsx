import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { messageEventText } from '@chauffeur/contract/message/event'
import { smsProviders, smsServiceCalls, type SmsServiceView } from '@chauffeur/contract/message/service'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { TrialForm } from '#kit/edit/trial.form.tsx'
import { SelectField, TextField } from '#kit/fields/fields.ts'
import { useCall, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { reasonWords } from '../log/log.view.ts'
import { nameOf } from './service.view.ts'
import './service.css'

type Service = SmsServiceView & { smsServiceId: string }
interface Asked {
  phone?: string
  textId?: string
}

/** Sends one text by one provider, whether it is on or not, and shows what it says to that. */
export default function TryDrawer({ row, onClose }: { row: Service | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} title={(service) => t('试发：{name}', { name: nameOf(service) })} size={560} onClose={onClose}>
      {(service) => <Trial key={service.smsServiceId} service={service} />}
    </KeptDrawer>
  )
}

function Trial({ service: { smsServiceId, provider } }: { service: Service }) {
  const codes = useCall(smsServiceCalls.codes, { smsServiceId })
  const { send, pending } = useSend(smsServiceCalls.tryOut)
  const [answer, setAnswer] = useState<AnswerOf<typeof smsServiceCalls.tryOut> | null>(null)
  const [problem, setProblem] = useState('')
  const texts = (codes.data?.rows ?? []).filter(({ code }) => code !== '' || !smsProviders[provider].needsTemplate)
  const ask = async ({ phone, textId }: Asked) => {
    if (pending || !phone || !textId) return
    setAnswer(null)
    setProblem('')
    await send({ smsServiceId, phone, textId }).then(setAnswer, (error: unknown) => setProblem(faultOf(error).hint))
  }
  return (
    <TrialForm<Asked>
      name="sms-service.try"
      initial={{}}
      onSubmit={(asked) => void ask(asked)}
      fields={
        <>
          <TextField
            name="phone"
            label={t('手机号')}
            maxLength={20}
            inputMode="numeric"
            hint={t('真实发出一条短信，按服务商价格计费')}
            autoFocus
          />
          <SelectField
            name="textId"
            label={t('消息模板')}
            choices={texts.map((one) => ({
              value: one.textId,
              label: `${tr(messageEventText[one.event])}（${one.cityName || t('全部城市')}）`,
            }))}
            placeholder={texts.length === 0 ? t('请先登记模板编号') : undefined}
          />
        </>
      }
    >
      {(asked) => (
        <>
          <Button type="primary" loading={pending} disabled={!asked.phone || !asked.textId} onClick={() => void ask(asked)}>
            {t('试发')}
          </Button>
          <div className="sms-service-answer" aria-live="polite">
            {problem ? <Alert type="error" showIcon title={problem} /> : null}
            {answer?.taken ? (
              <Alert
                type="success"
                showIcon
                title={t('服务商已接收，用时 {ms} 毫秒，回执编号 {id}', { ms: answer.tookMs, id: answer.bizId })}
                description={answer.text}
              />
            ) : null}
            {answer && !answer.taken ? (
              <Alert type="error" showIcon title={reasonWords(answer.reason, answer.code)} description={answer.text} />
            ) : null}
          </div>
        </>
      )}
    </TrialForm>
  )
}
