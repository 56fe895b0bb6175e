import { Button, Input, type InputRef } from 'antd'
import { type ComponentProps, type Ref, useState } from 'react'
import { FieldFrame, TextField } from '#kit/fields/fields.ts'
import { RefusalError } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { useCountdown } from '#ui/timing/use-countdown.ts'

interface SentCode {
  phone: string
  validS: number
  resendAfterS: number
}

interface Props {
  name: string
  /** Sends the code; says where it went and when it may be sent again. */
  send: () => Promise<SentCode>
  /** The code that is under way already, where an earlier step has sent it. */
  sent?: SentCode
}

const SIX_DIGITS = /^\s*\d{6}\s*$/

/** The six digits of an authenticator. */
export const AuthenticatorCodeField = () => (
  <TextField
    name="code"
    label={t('验证器中的 6 位验证码')}
    required
    maxLength={8}
    inputMode="numeric"
    autoComplete="one-time-code"
    rules={[{ pattern: SIX_DIGITS, message: t('验证码为 6 位数字') }]}
  />
)

/** A field for the code of a text message, with the button that sends it. */
export function SmsCodeField({ name, send, sent: first }: Props) {
  const [sent, setSent] = useState<SentCode | null>(first ?? null)
  const [waitS, wait] = useCountdown(first?.resendAfterS ?? 0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  const ask = async () => {
    setBusy(true)
    setProblem('')
    try {
      const answer = await send()
      setSent(answer)
      wait(answer.resendAfterS)
    } catch (error) {
      setProblem(faultOf(error).hint)
      if (error instanceof RefusalError) wait(secondsOf(error.data))
    } finally {
      setBusy(false)
    }
  }
  const told = sent ? t('已发送至 {phone}，{n} 分钟内有效', { phone: sent.phone, n: Math.round(sent.validS / 60) }) : undefined
  return (
    <FieldFrame
      name={name}
      label={t('短信验证码')}
      required
      known={{ secret: true }}
      hint={
        <span aria-live="polite" className={problem ? 'account-problem' : undefined}>
          {problem || told || t('验证码将发送至账号登记的手机号')}
        </span>
      }
      rules={[{ pattern: SIX_DIGITS, message: t('验证码为 6 位数字') }]}
    >
      <CodeInput>
        <Button onClick={() => void ask()} loading={busy} disabled={busy || waitS > 0}>
          {waitS > 0 ? t('{n} 秒后可重发', { n: waitS }) : sent ? t('重新发送') : t('发送验证码')}
        </Button>
      </CodeInput>
    </FieldFrame>
  )
}

/** What is typed, with the button beside it. */
const CodeInput = ({ children, ref, ...input }: ComponentProps<typeof Input> & { ref?: Ref<InputRef> }) => (
  <div className="account-sms">
    <Input {...input} ref={ref} inputMode="numeric" autoComplete="one-time-code" maxLength={8} />
    {children}
  </div>
)

/** How long a refusal asks to wait; nothing where it does not say. */
function secondsOf(data: unknown): number {
  if (typeof data !== 'object' || data === null || !('retryAfterS' in data)) return 0
  const seconds = Number(data.retryAfterS)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(3600, Math.ceil(seconds)) : 0
}
