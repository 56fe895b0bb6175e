import { identityCheckText, privacyRequestCalls, type PrivacyRequestDetail } from '@chauffeur/contract/privacy/request'
import { CallForm } from '#kit/edit/call.form.tsx'
import { choicesOf, RadioField, TextField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { CorrectionFields, fieldsFor, wantedOf } from './correction-fields.tsx'
import { requesterOf } from './request.view.ts'

export type Answer = 'identify' | 'correct' | 'erase' | 'finish' | 'refuse' | 'withdraw'

interface Props {
  request: PrivacyRequestDetail
  asked: Answer | null
  onClose: () => void
}

/** What is done with a request, each a short form of its own. */
export function AnswerForms({ request, asked, onClose }: Props) {
  const { requestId, version } = request
  const shared = { of: undefined, beside: () => ({ requestId, version }), onClose }
  const name = requesterOf(request)
  return (
    <>
      <CallForm
        {...shared}
        call={privacyRequestCalls.identify}
        open={asked === 'identify'}
        title={t('登记身份核实：{name}', { name })}
        initial={{ identity: 'CALL_BACK' }}
        saved={t('已登记')}
      >
        <RadioField name="identity" label={t('核实方式')} required choices={choicesOf(['CALL_BACK', 'ID_DOCUMENT'], identityCheckText)} />
        <TextField name="identityNote" label={t('核实说明')} maxLength={200} />
      </CallForm>
      <CallForm
        {...shared}
        call={privacyRequestCalls.correct}
        open={asked === 'correct'}
        width={560}
        title={t('更正客户信息：{name}', { name })}
        initial={fieldsFor(request.wanted) as object}
        input={(values) => {
          const { wanted, rest } = wantedOf(values as Record<string, unknown>)
          return { ...rest, wanted }
        }}
        okText={t('更正')}
        saved={t('已更正')}
      >
        <p>{t('留空的项目保持不变。更正后请求即完成，更正前后的内容留在请求里。')}</p>
        <CorrectionFields />
        <TextField name="note" label={t('答复说明')} maxLength={200} />
      </CallForm>
      <CallForm
        {...shared}
        call={privacyRequestCalls.erase}
        open={asked === 'erase'}
        danger
        title={t('抹除 {name} 的个人信息', { name })}
        okText={t('抹除')}
        saved={t('已抹除')}
      >
        <p>{t('姓名、电话、地址、车牌、通话和短信中的内容将被永久抹除，不能恢复。订单金额和同意过协议的证明不含姓名，予以保留。')}</p>
      </CallForm>
      <CallForm
        {...shared}
        call={privacyRequestCalls.finish}
        open={asked === 'finish'}
        title={t('答复完成：{name}', { name })}
        saved={t('请求已完成')}
      >
        <TextField name="note" label={t('如何答复')} required maxLength={200} placeholder={t('如：文件已发送到登记邮箱')} />
      </CallForm>
      <CallForm
        {...shared}
        call={privacyRequestCalls.refuse}
        open={asked === 'refuse'}
        danger
        title={t('拒绝请求：{name}', { name })}
        okText={t('拒绝')}
        saved={t('已拒绝')}
      >
        <TextField name="reason" label={t('原因')} required maxLength={200} />
      </CallForm>
      <CallForm
        {...shared}
        call={privacyRequestCalls.withdraw}
        open={asked === 'withdraw'}
        title={t('登记撤回：{name}', { name })}
        okText={t('登记撤回')}
        saved={t('已登记')}
      >
        <TextField name="reason" label={t('原因')} required maxLength={200} />
      </CallForm>
    </>
  )
}
