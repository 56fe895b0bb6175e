import { accountCalls } from '@chauffeur/contract/access/account'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Alert, Button, Steps } from 'antd'
import { useState } from 'react'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { SecretField, TextField } from '#kit/fields/fields.ts'
import { RefusalError, sendCall } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useSession } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { copyText } from '#ui/show/copy.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { secretGroups } from './authenticator.view.ts'
import { AuthenticatorCodeField, SmsCodeField } from './sms-code.tsx'

type Started = AnswerOf<typeof accountCalls.bindStart>
type Secret = AnswerOf<typeof accountCalls.bindSecret>
interface Proof {
  password: string
  /** Of the authenticator that is there. */
  code: string
}
type Step = { at: 0 } | { at: 1; proof: Proof; started: Started } | { at: 2; ticket: string; secret: Secret }

interface Props {
  /** There is one already: its code is asked for as well. */
  bound: boolean
  onCodes: (codes: readonly string[]) => void
}

/** Password, code of a text message, QR code, code of the authenticator; then come the recovery codes. */
export function BindAuthenticator({ bound, onCodes }: Props) {
  const username = useSession((state) => state.username)
  const [step, setStep] = useState<Step>({ at: 0 })
  const [expired, setExpired] = useState('')

  const start = (proof: Proof) => sendCall(accountCalls.bindStart, { username, ...proof }, { silent: true })
  /** A binding that took too long begins anew, and says so there. */
  const orBeginAnew = async (work: Promise<void>) => {
    try {
      await work
    } catch (error) {
      if (error instanceof RefusalError && error.error === 'account.bindingExpired') {
        setExpired(faultOf(error).hint)
        setStep({ at: 0 })
      }
      throw error
    }
  }
  const checkSms = async (ticket: string, code: string) => {
    await sendCall(accountCalls.bindCheck, { ticket, code }, { silent: true })
    setStep({ at: 2, ticket, secret: await sendCall(accountCalls.bindSecret, { ticket }, { silent: true }) })
  }
  const confirm = async (ticket: string, code: string) =>
    onCodes((await sendCall(accountCalls.bindConfirm, { ticket, code }, { silent: true })).recoveryCodes)

  return (
    <>
      <Steps
        size="small"
        className="account-steps"
        current={step.at}
        items={[{ title: t('验证身份') }, { title: t('短信验证') }, { title: t('扫码') }, { title: t('恢复码') }]}
      />
      {expired ? <Alert type="error" showIcon title={expired} role="alert" className="ui-form-problem" /> : null}
      {step.at === 0 ? (
        <EditForm<Partial<Proof>>
          as="page"
          okText={t('发送短信验证码')}
          saved={null}
          save={async ({ password = '', code = '' }) => {
            setExpired('')
            const proof = { password, code: code.trim() }
            setStep({ at: 1, proof, started: await start(proof) })
          }}
        >
          <SecretField name="password" label={t('登录密码')} required maxLength={256} autoComplete="current-password" />
          {bound ? (
            <TextField
              name="code"
              label={t('现有验证器的验证码或恢复码')}
              required
              maxLength={16}
              inputMode="text"
              autoComplete="one-time-code"
            />
          ) : null}
        </EditForm>
      ) : step.at === 1 ? (
        <EditForm<{ smsCode: string }>
          key={step.started.ticket}
          as="page"
          okText={t('下一步')}
          saved={null}
          save={({ smsCode }) => orBeginAnew(checkSms(step.started.ticket, smsCode.trim()))}
        >
          <SmsCodeField
            name="smsCode"
            sent={step.started}
            send={async () => {
              // Sending again is a new binding.
              const started = await start(step.proof)
              setStep({ ...step, started })
              return started
            }}
          />
        </EditForm>
      ) : (
        <EditForm<{ code: string }>
          key="scan"
          as="page"
          okText={t('完成绑定')}
          saved={null}
          save={({ code }) => orBeginAnew(confirm(step.ticket, code.trim()))}
        >
          <Scan secret={step.secret} />
        </EditForm>
      )}
    </>
  )
}

function Scan({ secret }: { secret: Secret }) {
  const copy = async () => {
    if (await copyText(secret.secret)) toast.success(t('密钥已复制'))
    else toast.error(t('复制失败，请手动选择'))
  }
  return (
    <>
      <div className="account-qr">
        <img src={secret.qr} alt={t('验证器二维码')} width={184} height={184} />
        <div>
          <ol>
            <li>{t('在手机上打开验证器应用，选择扫描二维码')}</li>
            <li>{t('扫描左侧二维码，或手动输入下面的密钥')}</li>
            <li>{t('输入应用显示的 6 位验证码')}</li>
          </ol>
          <p className="account-secret">{secretGroups(secret.secret)}</p>
          <Button size="small" onClick={() => void copy()}>
            {t('复制密钥')}
          </Button>
        </div>
      </div>
      <AuthenticatorCodeField />
    </>
  )
}
