import type { PasswordProblem } from '@chauffeur/contract/access/account'
import { Form, Input } from 'antd'
import { t } from '#platform/text/text.ts'
import { meetsRules } from './password.view.ts'
import { PasswordRules } from './password-rules.tsx'

interface Props {
  username: string
  refused: readonly PasswordProblem[]
}

/** New password and its repetition for a form, with the rules in sight while typing. */
export function NewPassword({ username, refused }: Props) {
  const typed: string = Form.useWatch('newPassword') ?? ''
  return (
    <>
      <Form.Item
        name="newPassword"
        label={t('新密码')}
        rules={[
          { required: true, message: t('请输入新密码') },
          {
            validator: (_, value?: string) =>
              !value || meetsRules(value, username) ? Promise.resolve() : Promise.reject(new Error(t('新密码还不符合下列要求'))),
          },
        ]}
        validateTrigger="onSubmit"
      >
        <Input.Password autoComplete="new-password" maxLength={256} aria-describedby="new-password-rules" />
      </Form.Item>
      <PasswordRules id="new-password-rules" password={typed} username={username} refused={refused} />
      <Form.Item
        name="again"
        label={t('再次输入新密码')}
        dependencies={['newPassword']}
        validateTrigger="onBlur"
        rules={[
          { required: true, message: t('请再次输入新密码') },
          ({ getFieldValue }) => ({
            validator: (_, value?: string) =>
              !value || value === getFieldValue('newPassword') ? Promise.resolve() : Promise.reject(new Error(t('两次输入的密码不一致'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={256} />
      </Form.Item>
    </>
  )
}
