import type { PasswordProblem } from '@chauffeur/contract/access/account'
import { Form } from 'antd'
import { SecretField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { meetsRules } from './password.view.ts'
import { PasswordRules } from './password-rules.tsx'

interface Props {
  username: string
  /** What the server found wrong with a password. */
  refused: { password: string; problems: readonly PasswordProblem[] }
}

/** New password and its repetition for a form, with the rules in sight while typing. */
export function NewPassword({ username, refused }: Props) {
  const typed = Form.useWatch<string | undefined>('newPassword') ?? ''
  return (
    <>
      <SecretField
        name="newPassword"
        label={t('新密码')}
        required
        maxLength={256}
        validateTrigger="onSubmit"
        rules={[
          {
            validator: (_, value?: string) =>
              !value || meetsRules(value, username) ? Promise.resolve() : Promise.reject(new Error(t('新密码还不符合下列要求'))),
          },
        ]}
        hint={<PasswordRules password={typed} username={username} refused={typed === refused.password ? refused.problems : []} />}
      />
      <SecretField
        name="again"
        label={t('再次输入新密码')}
        required
        maxLength={256}
        dependencies={['newPassword']}
        validateTrigger="onBlur"
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, value?: string) =>
              !value || value === getFieldValue('newPassword') ? Promise.resolve() : Promise.reject(new Error(t('两次输入的密码不一致'))),
          }),
        ]}
      />
    </>
  )
}
