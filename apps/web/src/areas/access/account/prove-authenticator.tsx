import { accountCalls } from '@chauffeur/contract/access/account'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { SecretField } from '#kit/fields/fields.ts'
import { useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { AuthenticatorCodeField } from './sms-code.tsx'

interface Props {
  what: 'codes' | 'remove'
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}

/** What asks for password and authenticator again: new recovery codes, and doing without. */
export function ProveAuthenticator({ what, onCodes, onClose }: Props) {
  const renew = useSend(accountCalls.newRecoveryCodes)
  const unbind = useSend(accountCalls.unbind)
  return (
    <EditForm<{ password: string; code: string }>
      as="page"
      okText={what === 'codes' ? t('生成新的恢复码') : t('解除绑定')}
      danger={what === 'remove'}
      save={async ({ password, code }) => {
        const proof = { password, code: code.trim() }
        if (what === 'remove') await unbind.send(proof)
        else onCodes((await renew.send(proof)).recoveryCodes)
      }}
      saved={what === 'remove' ? t('验证器已解除绑定') : null}
      onClose={onClose}
    >
      <p className="account-why">
        {what === 'codes' ? t('生成后，以前的恢复码全部失效。') : t('解除后，登录只需密码，账号更容易被他人使用。以前的恢复码也会失效。')}
      </p>
      <SecretField name="password" label={t('登录密码')} required maxLength={256} autoComplete="current-password" />
      <AuthenticatorCodeField />
    </EditForm>
  )
}
