import { accountCalls } from '@chauffeur/contract/access/account'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Alert, Button, Form, Input, Steps } from 'antd'
import { useState } from 'react'
import { RefusalError, sendCall } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useSession } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { copyText } from '#ui/show/copy.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { secretGroups } from './authenticator.view.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SmsCode } from './sms-code.tsx'

type Started = AnswerOf<typeof accountCalls.bindStart>
type Secret = AnswerOf<typeof accountCalls.bindSecret>
type Step = { at: 0 } | { at: 1; started: Started } | { at: 2; started: Started; secret: Secret } | { at: 3; codes: string[] }

interface Values {
  password?: string
  boundCode?: string
  smsCode?: string
  code?: string
}

interface Props {
  /** There is one already: its code is asked for as well. */
  bound: boolean
  onCodes: () => void
  onDone: () => void
}

/** Password, code of a text message, QR code, code of the authenticator; then the recovery codes. */
export function BindAuthenticator({ bound, onCodes, onDone }: Props) {
  const username = useSession((state) => state.username)
  const [form] = Form.useForm<Values>()
  const [step, setStep] = useState<Step>({ at: 0 })
  const [known, setKnown] = useState<{ password: string; code: string }>({ password: '', code: '' })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  const start = (proof: { password: string; code: string }) =>
    sendCall(accountCalls.bindStart, { username, password: proof.password, code: proof.code }, { silent: true })

  const next = async ({ password = '', boundCode = '', smsCode = '', code = '' }: Values): Promise<void> => {
    if (step.at === 0) {
      const proof = { password, code: boundCode.trim() }
      const started = await start(proof)
      setKnown(proof)
      setStep({ at: 1, started })
    } else if (step.at === 1) {
      const { ticket } = step.started
      await sendCall(accountCalls.bindCheck, { ticket, code: smsCode.trim() }, { silent: true })
      setStep({ at: 2, started: step.started, secret: await sendCall(accountCalls.bindSecret, { ticket }, { silent: true }) })
    } else if (step.at === 2) {
      const { ticket } = step.started
      const { recoveryCodes } = await sendCall(accountCalls.bindConfirm, { ticket, code: code.trim() }, { silent: true })
      setKnown({ password: '', code: '' })
      setStep({ at: 3, codes: recoveryCodes })
      onCodes()
    }
  }
  const submit = async (values: Values) => {
    setBusy(true)
    setProblem('')
    try {
      await next(values)
    } catch (error) {
      setProblem(faultOf(error).hint)
      if (error instanceof RefusalError && error.error === 'account.bindingExpired') {
        form.resetFields()
        setStep({ at: 0 })
      }
    } finally {
      setBusy(false)
    }
  }
  /** Sending again is a new binding. */
  const resend = async (): Promise<Started> => {
    const started = await start(known)
    setStep({ at: 1, started })
    return started
  }

  return (
    <>
      <Steps
        size="small"
        className="account-steps"
        current={step.at}
        items={[{ title: t('验证身份') }, { title: t('短信验证') }, { title: t('扫码') }, { title: t('恢复码') }]}
      />
      {problem ? <Alert type="error" showIcon title={problem} role="alert" className="ui-form-problem" /> : null}
      {step.at === 3 ? (
        <>
          <RecoveryCodes codes={step.codes} />
          <div className="ui-dialog-footer">
            <Button type="primary" onClick={onDone}>
              {t('已保存，完成')}
            </Button>
          </div>
        </>
      ) : (
        <Form<Values> form={form} layout="vertical" requiredMark={false} disabled={busy} onFinish={(values) => void submit(values)}>
          {step.at === 0 ? (
            <>
              <Form.Item name="password" label={t('登录密码')} rules={[{ required: true, message: t('请输入登录密码') }]}>
                <Input.Password autoComplete="current-password" maxLength={256} autoFocus />
              </Form.Item>
              {bound ? (
                <Form.Item
                  name="boundCode"
                  label={t('现有验证器的验证码或恢复码')}
                  rules={[{ required: true, message: t('请输入验证码') }]}
                >
                  <Input autoComplete="one-time-code" maxLength={16} />
                </Form.Item>
              ) : null}
            </>
          ) : null}
          {step.at === 1 ? <SmsCode key={step.started.ticket} name="smsCode" sent={step.started} send={resend} /> : null}
          {step.at === 2 ? <Scan secret={step.secret} /> : null}
          <div className="ui-dialog-footer">
            <Button type="primary" htmlType="submit" loading={busy}>
              {step.at === 0 ? t('发送短信验证码') : step.at === 1 ? t('下一步') : t('完成绑定')}
            </Button>
          </div>
        </Form>
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
      <Form.Item
        name="code"
        label={t('验证器中的 6 位验证码')}
        rules={[
          { required: true, message: t('请输入验证码') },
          { pattern: /^\s*\d{6}\s*$/, message: t('验证码为 6 位数字') },
        ]}
      >
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={8} autoFocus />
      </Form.Item>
    </>
  )
}
