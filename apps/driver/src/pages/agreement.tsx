import { driverConsentCalls } from '@chauffeur/contract/privacy/consent'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useCallback, useEffect, useState } from 'react'
import { RichText } from '../platform/rich-text.tsx'
import { clock, t } from '../platform/text.ts'
import { useAct } from '../platform/use-act.ts'
import { ask } from '../platform/wire.ts'
import { Problem } from './parts.tsx'

interface Props {
  token: string
  /** Once nothing is asked of the driver any more. */
  onAgreed: () => void
  onSignedOut: () => void
}

/** What the company asks its drivers to agree to before they go on. Who says no is signed out, and can come again. */
export function AgreementPage({ token, onAgreed, onSignedOut }: Props) {
  const [own, setOwn] = useState<AnswerOf<typeof driverConsentCalls.agreement> | null>(null)
  const [unread, setUnread] = useState('')
  const act = useAct()
  const look = useCallback(
    () =>
      ask(driverConsentCalls.agreement, {}, token).then(
        (found) => {
          setOwn(found)
          setUnread('')
          if (!found.due) onAgreed()
        },
        (error: unknown) => setUnread(error instanceof Error ? error.message : String(error)),
      ),
    [token, onAgreed],
  )
  useEffect(() => void look(), [look])
  const agreement = own?.agreement
  const say = (agree: boolean) =>
    act.run(
      async () => {
        await ask(agree ? driverConsentCalls.agree : driverConsentCalls.decline, { number: agreement!.number }, token)
        if (agree) onAgreed()
        else onSignedOut()
      },
      ({ error }) => {
        // Replaced while it was read: the present one is shown, with why.
        if (error === 'privacy.replaced') void look()
        return false
      },
    )
  return (
    <main className="sheet">
      <header>
        <strong>{agreement?.title ?? t('隐私协议')}</strong>
      </header>
      <Problem of={{ problem: act.problem || unread }} />
      {own === null && unread === '' ? <p role="status">{t('正在打开…')}</p> : null}
      {unread === '' ? null : (
        <button type="button" className="plain" onClick={() => void look()}>
          {t('再试一次')}
        </button>
      )}
      {agreement ? (
        <>
          <p className="hint">
            {t('第 {n} 版，{time} 起生效。请阅读并同意后继续使用。', { n: agreement.number, time: clock(agreement.effectiveAt) })}
          </p>
          {own.said?.given && agreement.summary ? <p className="notice">{t('本次变更：{what}', { what: agreement.summary })}</p> : null}
          <section className="card" aria-label={agreement.title}>
            <RichText html={agreement.html} />
          </section>
          <button type="button" className="primary" disabled={act.busy} onClick={() => say(true)}>
            {t('同意并继续')}
          </button>
          <button type="button" className="quiet" disabled={act.busy} onClick={() => say(false)}>
            {t('不同意并退出')}
          </button>
        </>
      ) : null}
    </main>
  )
}
