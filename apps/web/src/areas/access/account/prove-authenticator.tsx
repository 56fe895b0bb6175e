import { accountCalls } from '@chauffeur/contract/access/account'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { sendCall } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

interface Props {
  what: 'codes' | 'remove'
  onCodes: () => void
  onDone: () => void
  onBack: () => void
}

interface Values {
  password: string
  code: string
}

/** What asks for password and authenticator again: new recovery codes, and doing without. */
export function ProveAuthenticator({ what, onCodes, onDone, onBack }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  const submit = async ({ password, code }: Values) => {
    setBusy(true)
    setProblem('')
    const input = { password, code: code.trim() }
    try {
      if (what === 'codes') {
        setCodes((await sendCall(accountCalls.newRecoveryCodes, input, { silent: true })).recoveryCodes)
        onCodes()
      } else {
        await sendCall(accountCalls.unbind, input, { silent: true })
        toast.success(t('验证器已解除绑定'))
        onDone()
      }
    } catch (error) {
      setProblem(faultOf(error).hint)
    } finally {
      setBusy(false)
    }
  }

  if (codes) {
    return (
      <>
        <RecoveryCodes codes={codes} />
        <div className="ui-dialog-footer">
          <Button type="primary" onClick={onDone}>
            {t('已保存，完成')}
          </Button>
        </div>
      </>
    )
  }
  return (
    <Form<Values> layout="vertical" requiredMark={false} disabled={busy} onFinish={(values) => void submit(values)}>
      <p className="account-why">
        {what === 'codes' ? t('生成后，以前的恢复码全部失效。') : t('解除后，登录只需密码，账号更容易被他人使用。以前的恢复码也会失效。')}
      </p>
      {problem ? <Alert type="error" showIcon title={problem} role="alert" className="ui-form-problem" /> : null}
      <Form.Item name="password" label={t('登录密码')} rules={[{ required: true, message: t('请输入登录密码') }]}>
        <Input.Password autoComplete="current-password" maxLength={256} autoFocus />
      </Form.Item>
      <Form.Item
        name="code"
        label={t('验证器中的 6 位验证码')}
        rules={[
          { required: true, message: t('请输入验证码') },
          { pattern: /^\s*\d{6}\s*$/, message: t('验证码为 6 位数字') },
        ]}
      >
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={8} />
      </Form.Item>
      <div className="ui-dialog-footer">
        <Button onClick={onBack}>{t('返回')}</Button>
        <Button type="primary" danger={what === 'remove'} htmlType="submit" loading={busy}>
          {what === 'codes' ? t('生成新的恢复码') : t('解除绑定')}
        </Button>
      </div>
    </Form>
  )
}
