import { accountCalls, type PasswordProblem } from '@chauffeur/contract/access/account'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Segmented } from 'antd'
import { useState } from 'react'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { SecretField } from '#kit/fields/fields.ts'
import { RefusalError, sendCall, useSend } from '#platform/http/call.ts'
import { useSession } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { NewPassword } from './new-password.tsx'
import { problemsOf } from './password.view.ts'
import { SmsCodeField } from './sms-code.tsx'
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

/** Changes the own password, by the old one or by a code to the own telephone. */
export default function ChangePasswordDialog({ onClose, forced }: Props) {
  const username = useSession((state) => state.username)
  const byOldPassword = useSend(accountCalls.updatePassword)
  const byCode = useSend(accountCalls.checkChangePassword)
  const [way, setWay] = useState<'old' | 'sms'>('old')
  const [refused, setRefused] = useState<{ password: string; problems: PasswordProblem[] }>({ password: '', problems: [] })
  return (
    <EditForm<Values, never, AnswerOf<typeof accountCalls.updatePassword>>
      title={forced ? t('首次登录，请先修改密码') : t('修改密码')}
      okText={t('修改密码')}
      width={440}
      forced={forced && { words: t('退出登录'), onLeave: forced.onSignOut }}
      save={async ({ oldPassword = '', code = '', newPassword }) => {
        try {
          return await (way === 'old' ? byOldPassword.send({ oldPassword, newPassword }) : byCode.send({ code: code.trim(), newPassword }))
        } catch (error) {
          if (error instanceof RefusalError) setRefused({ password: newPassword, problems: problemsOf(error.data) })
          throw error
        }
      }}
      saved={({ endedSessions }) =>
        endedSessions > 0 ? t('密码已修改，其他 {n} 个登录会话已结束', { n: endedSessions }) : t('密码已修改')
      }
      onClose={onClose}
    >
      <p className="account-why">
        {forced ? t('初始密码由他人设置。修改后才能使用其他功能。') : t('修改后，本账号在其他设备上的登录会话会立即结束。')}
      </p>
      <Segmented<'old' | 'sms'>
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
      {way === 'old' ? (
        <SecretField name="oldPassword" label={t('原密码')} required maxLength={256} autoComplete="current-password" />
      ) : (
        <SmsCodeField name="code" send={() => sendCall(accountCalls.preChangePassword, {}, { silent: true })} />
      )}
      <NewPassword username={username} refused={refused} />
    </EditForm>
  )
}
