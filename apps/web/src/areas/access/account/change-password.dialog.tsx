import { accountCalls, type PasswordProblem } from '@chauffeur/contract/access/account'
import { Alert, Button, Form, Input, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { RefusalError, sendCall } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useSession } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { NewPassword } from './new-password.tsx'
import { problemsOf } from './password.view.ts'
import { SmsCode } from './sms-code.tsx'
import './account.css'

interface Props {
  onClose: () => void
  /** The password must be changed before anything else: the dialog stays, the only other way is out. */
  forced?: { onSignOut: () => void }
}

interface Values {
  oldPassword?: string
  code?: string
  newPassword: string
}

const ways = ['old', 'sms'] as const
type Way = (typeof ways)[number]

/** Changes the own password, by the old one or by a code to the own telephone. */
export default function ChangePasswordDialog({ onClose, forced }: Props) {
  const username = useSession((state) => state.username)
  const [form] = Form.useForm<Values>()
  const [way, setWay] = useState<Way>('old')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [refused, setRefused] = useState<{ password: string; problems: PasswordProblem[] }>({ password: '', problems: [] })
  const typed = Form.useWatch('newPassword', form)

  const submit = async ({ oldPassword = '', code = '', newPassword }: Values) => {
    setBusy(true)
    setProblem('')
    try {
      const { endedSessions } =
        way === 'old'
          ? await sendCall(accountCalls.updatePassword, { oldPassword, newPassword }, { silent: true })
          : await sendCall(accountCalls.checkChangePassword, { code, newPassword }, { silent: true })
      toast.success(endedSessions > 0 ? t('密码已修改，其他 {n} 个登录会话已结束', { n: endedSessions }) : t('密码已修改'))
      onClose()
    } catch (error) {
      const about = error instanceof RefusalError ? fieldOf(error.error) : ''
      if (error instanceof RefusalError) setRefused({ password: newPassword, problems: problemsOf(error.data) })
      if (about === '') setProblem(faultOf(error).hint)
      else {
        form.setFields([{ name: about, errors: [faultOf(error).hint] }])
        form.focusField(about)
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={forced ? t('首次登录，请先修改密码') : t('修改密码')}
      width={440}
      onCancel={forced ? undefined : onClose}
      closable={!forced}
      keyboard={!forced}
      mask={{ closable: false }}
      footer={
        <div className="ui-dialog-footer">
          {forced ? (
            <Button onClick={forced.onSignOut} disabled={busy}>
              {t('退出登录')}
            </Button>
          ) : (
            <Button onClick={onClose} disabled={busy}>
              {t('取消')}
            </Button>
          )}
          <Button type="primary" loading={busy} onClick={() => form.submit()}>
            {t('修改密码')}
          </Button>
        </div>
      }
    >
      <p className="account-why">
        {forced ? t('初始密码由他人设置。修改后才能使用其他功能。') : t('修改后，本账号在其他设备上的登录会话会立即结束。')}
      </p>
      <Segmented<Way>
        block
        value={way}
        aria-label={t('验证方式')}
        onChange={setWay}
        options={[
          { value: 'old', label: t('原密码验证') },
          { value: 'sms', label: t('短信验证') },
        ]}
        style={{ marginBottom: 16 }}
      />
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={busy}
        onFinish={(values) => void submit(values)}
        scrollToFirstError
      >
        {problem ? <Alert type="error" showIcon title={problem} role="alert" className="ui-form-problem" /> : null}
        {way === 'old' ? (
          <Form.Item name="oldPassword" label={t('原密码')} rules={[{ required: true, message: t('请输入原密码') }]}>
            <Input.Password autoComplete="current-password" maxLength={256} autoFocus />
          </Form.Item>
        ) : (
          <SmsCode name="code" send={() => sendCall(accountCalls.preChangePassword, {}, { silent: true })} />
        )}
        <NewPassword username={username} refused={typed === refused.password ? refused.problems : []} />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  )
}

/** The field a refusal is about. */
function fieldOf(error: string): keyof Values | '' {
  if (error === 'account.wrongPassword') return 'oldPassword'
  if (error === 'account.badSmsCode') return 'code'
  return error === 'account.weakPassword' || error === 'account.passwordUsedBefore' ? 'newPassword' : ''
}
