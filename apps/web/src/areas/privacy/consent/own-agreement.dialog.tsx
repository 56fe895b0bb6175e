import { ownConsentCalls } from '@chauffeur/contract/privacy/consent'
import { Button, Modal, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Time } from '#ui/show/time.tsx'
import { AgreementText } from './agreement-text.tsx'
import './consent.css'

/** What an operator agreed to, to be read again; where another version is in force now, both. */
export default function OwnAgreementDialog({ onClose }: { onClose: () => void }) {
  const query = useCall(ownConsentCalls.own, {}, { saysRefusals: true })
  const { agreement = null, agreed = null, said } = query.data ?? {}
  const [earlier, setEarlier] = useState(false)
  const [before] = useState(() => document.activeElement)
  // It is taken away without being closed first.
  useEffect(() => () => (before instanceof HTMLElement ? before.focus() : undefined), [before])
  const shown = earlier ? agreed : agreement
  return (
    <Modal
      open
      title={shown?.title ?? t('员工隐私协议')}
      width={760}
      onCancel={onClose}
      className="own-agreement"
      footer={
        <div className="ui-dialog-footer">
          <Button onClick={onClose}>{t('关闭')}</Button>
        </div>
      }
    >
      <Async query={query} skeleton={<Skeleton lines={10} height={24} />}>
        {() =>
          shown ? (
            <>
              {agreement && agreed ? (
                <Segmented
                  value={earlier}
                  onChange={setEarlier}
                  options={[
                    { value: false, label: t('现行第 {n} 版', { n: agreement.number }) },
                    { value: true, label: t('您同意的第 {n} 版', { n: agreed.number }) },
                  ]}
                />
              ) : null}
              <p className="own-agreement-why">
                {t('第 {n} 版', { n: shown.number })} · {t('生效时间')} <Time at={shown.effectiveAt} as="short" />
                {said?.given ? (
                  <>
                    {' · '}
                    {t('您的同意时间')} <Time at={said.at} as="short" />
                  </>
                ) : null}
              </p>
              <AgreementText html={shown.html} />
            </>
          ) : (
            <EmptyState title={t('公司还没有发布员工隐私协议')} />
          )
        }
      </Async>
    </Modal>
  )
}
