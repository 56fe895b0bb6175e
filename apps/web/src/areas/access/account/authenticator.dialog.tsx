import { accountCalls } from '@chauffeur/contract/access/account'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Time } from '#ui/show/time.tsx'
import { BindAuthenticator } from './bind-authenticator.tsx'
import { ProveAuthenticator } from './prove-authenticator.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import './account.css'

interface Props {
  onClose: () => void
  /** An authenticator must be bound before anything else: the dialog stays, the only other way is out. */
  forced?: { onSignOut: () => void }
}

type View = 'state' | 'bind' | 'codes' | 'remove'

/** The own authenticator: whether there is one, binding another, new recovery codes, removing it. */
export default function AuthenticatorDialog({ onClose, forced }: Props) {
  const state = useCall(accountCalls.authenticator, {})
  const [view, setView] = useState<View>(forced ? 'bind' : 'state')
  /** On the screen for the only time: the dialog does not go by a stray key. */
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const back = () => {
    void state.refetch()
    setView('state')
  }
  const kept = () => {
    setCodes(null)
    if (forced) onClose()
    else back()
  }
  const held = forced !== undefined || codes !== null
  return (
    <Modal
      open
      title={forced ? t('请先绑定验证器') : t('登录验证器')}
      width={520}
      onCancel={held ? undefined : onClose}
      closable={!held}
      keyboard={!held}
      mask={{ closable: false }}
      footer={
        forced && !codes ? (
          <div className="ui-dialog-footer">
            <Button onClick={forced.onSignOut}>{t('退出登录')}</Button>
          </div>
        ) : null
      }
    >
      {forced ? <p className="account-why">{t('您的角色登录时必须使用验证器。绑定后才能使用其他功能。')}</p> : null}
      {codes ? (
        <RecoveryCodes codes={codes} onDone={kept} />
      ) : view === 'bind' ? (
        <BindAuthenticator bound={state.data?.bound ?? false} onCodes={setCodes} />
      ) : view === 'codes' || view === 'remove' ? (
        <ProveAuthenticator what={view} onCodes={setCodes} onClose={back} />
      ) : (
        <Async query={state} skeleton={<Skeleton lines={4} />}>
          {(known) => (
            <>
              <p className="account-why">
                {t('绑定后，登录时除密码外还需输入手机验证器应用（如 Google Authenticator）显示的 6 位验证码。')}
              </p>
              <Facts
                facts={[
                  [t('状态'), `${known.bound ? t('已绑定') : t('未绑定')}${known.required ? t('（您的角色必须使用）') : ''}`],
                  known.boundAt !== null && [t('绑定时间'), <Time key="bound" at={known.boundAt} as="short" />],
                  known.bound && [t('剩余恢复码'), t('{n} 个', { n: known.recoveryCodesLeft })],
                  [t('登记手机号'), known.phone || t('没有登记，请联系管理员')],
                ]}
              />
              <div className="account-row">
                <Button type="primary" disabled={known.phone === ''} onClick={() => setView('bind')}>
                  {known.bound ? t('更换验证器') : t('绑定验证器')}
                </Button>
                {known.bound ? <Button onClick={() => setView('codes')}>{t('重新生成恢复码')}</Button> : null}
                {known.bound && !known.required ? (
                  <Button danger onClick={() => setView('remove')}>
                    {t('解除绑定')}
                  </Button>
                ) : null}
              </div>
            </>
          )}
        </Async>
      )}
    </Modal>
  )
}
