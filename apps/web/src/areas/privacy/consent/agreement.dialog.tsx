import { ownConsentCalls } from '@chauffeur/contract/privacy/consent'
import { Alert, Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { RefusalError, useCall, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { faultOf } from '#ui/page/fault.view.ts'
import { Time } from '#ui/show/time.tsx'
import { AgreementText } from './agreement-text.tsx'
import './consent.css'

/** What the business asks its people to agree to before anything else. The only other way is out: that is kept as a no. */
export default function AgreementDialog({
  onClose,
  onDeclined,
  onSignOut,
}: {
  onClose: () => void
  onDeclined: () => void
  onSignOut: () => void
}) {
  const query = useCall(ownConsentCalls.own, {}, { saysRefusals: true })
  const agree = useSend(ownConsentCalls.agree)
  const decline = useSend(ownConsentCalls.decline)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const { agreement, due, said } = query.data ?? {}
  // Agreed to in another window meanwhile, or nothing is asked any more.
  useEffect(() => {
    if (due === false) onClose()
  }, [due, onClose])
  const say = async (send: () => Promise<unknown>, then: () => void) => {
    setBusy(true)
    setProblem('')
    try {
      await send()
      then()
    } catch (error) {
      setProblem(faultOf(error).hint)
      // Replaced while it was read.
      if (error instanceof RefusalError) void query.refetch()
    } finally {
      setBusy(false)
    }
  }
  const number = agreement?.number ?? 0
  return (
    <Modal
      open
      title={agreement?.title ?? t('员工隐私协议')}
      width={760}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      className="own-agreement"
      footer={
        <div className="ui-dialog-footer">
          {agreement ? (
            <Button disabled={busy} onClick={() => void say(() => decline.send({ number }), onDeclined)}>
              {t('不同意并退出')}
            </Button>
          ) : (
            <Button onClick={onSignOut}>{t('退出登录')}</Button>
          )}
          <Button type="primary" loading={busy} disabled={!agreement} onClick={() => void say(() => agree.send({ number }), onClose)}>
            {t('同意并继续')}
          </Button>
        </div>
      }
    >
      {problem ? <Alert type="error" showIcon title={problem} role="alert" className="ui-form-problem" /> : null}
      <Async query={query} skeleton={<Skeleton lines={10} height={24} />}>
        {() =>
          agreement ? (
            <>
              <p className="own-agreement-why">
                {said?.given ? t('协议有重大变更，请阅读并重新同意。') : t('使用控制台前，请阅读并同意以下协议。')}{' '}
                {t('第 {n} 版', { n: agreement.number })} · {t('生效时间')} <Time at={agreement.effectiveAt} as="short" />
              </p>
              {said?.given && agreement.summary ? (
                <p className="own-agreement-summary">
                  <strong>{t('本次变更')}</strong> {agreement.summary}
                </p>
              ) : null}
              <AgreementText html={agreement.html} />
            </>
          ) : null
        }
      </Async>
    </Modal>
  )
}
