import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { type FormEvent, useEffect, useState } from 'react'
import { LanguageButton } from '../messages/language-button.tsx'
import type { Session } from '../platform/session.ts'
import { t } from '../platform/text.ts'
import type { App } from '../platform/use-app.ts'
import { useAct } from '../platform/use-act.ts'
import { ask, type Refused } from '../platform/wire.ts'
import { Notice } from './notice.tsx'
import { Problem, ServicePhone } from './parts.tsx'

const RESEND_S = 60

interface Props {
  site: { tenantId: string; brandName: string } | null
  app: App | null
  onSignedIn: (session: Session) => void
}

/** Telephone number and the code that is sent to it. */
export function SignIn({ site, app, onSignedIn }: Props) {
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [waitS, setWaitS] = useState(0)
  const act = useAct()
  useEffect(() => {
    if (waitS <= 0) return
    const timer = setTimeout(() => setWaitS(waitS - 1), 1_000)
    return () => clearTimeout(timer)
  }, [waitS])

  const send = () =>
    act.run(
      async () => {
        await ask(dispatchCalls.sendCode, { tenantId: site!.tenantId, phone })
        setWaitS(RESEND_S)
      },
      ({ retryAfterS }: Refused) => {
        setWaitS(retryAfterS)
        return false
      },
    )
  const signIn = (event: FormEvent) => {
    event.preventDefault()
    act.run(async () => {
      const { tenantId, brandName } = site!
      const { token, name, driverNo } = await ask(dispatchCalls.signIn, { tenantId, phone, code })
      onSignedIn({ tenantId, brandName, token, name, driverNo })
    })
  }
  const known = site !== null && /^1\d{10}$/.test(phone)
  return (
    <main className="sheet">
      <h1>
        {app?.logo ? <img className="logo" src={app.logo} alt="" /> : null}
        {app?.name ?? site?.brandName ?? t('司机端')}
      </h1>
      {app ? <Notice app={app} /> : null}
      <form onSubmit={signIn}>
        <label>
          {t('手机号')}
          <input
            type="tel"
            inputMode="numeric"
            autoComplete="tel"
            maxLength={11}
            value={phone}
            onChange={({ target }) => setPhone(target.value.trim())}
          />
        </label>
        <label>
          {t('验证码')}
          <span className="beside">
            <input
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={code}
              onChange={({ target }) => setCode(target.value.trim())}
            />
            <button type="button" disabled={!known || waitS > 0 || act.busy} onClick={send}>
              {waitS > 0 ? t('{n} 秒后重发', { n: waitS }) : t('获取验证码')}
            </button>
          </span>
        </label>
        <Problem of={act} />
        <button type="submit" className="primary" disabled={!known || code.length < 4 || act.busy}>
          {t('登录')}
        </button>
      </form>
      <p className="hint">{t('第一次使用，请打开公司短信里的链接。')}</p>
      <ServicePhone phone={app?.servicePhone ?? ''} />
      <LanguageButton />
    </main>
  )
}
