import { appsCalls, type AppRow } from '@chauffeur/contract/access/app'
import type { AnswerOf, InputOf } from '@chauffeur/contract/kernel/call'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { CallForm } from '#kit/edit/call.form.tsx'
import { SwitchField } from '#kit/fields/choice-fields.tsx'
import { SecretField, TextField } from '#kit/fields/text-fields.tsx'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EnabledTag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { payWayText, secretWords } from './app.view.ts'
import './app.css'

type Pay = AnswerOf<typeof appsCalls.pays>['ways'][number]

/** How customers pay in an app. Stored secrets are shown by their last four characters and can only be replaced. */
export default function AppPaysDrawer({ row, onClose }: { row: AppRow | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} title={({ name }) => t('{name} 的支付配置', { name })} size={560} onClose={onClose}>
      {({ appId }) => <Pays appId={appId} />}
    </KeptDrawer>
  )
}

function Pays({ appId }: { appId: string }) {
  const query = useCall(appsCalls.pays, { appId })
  const [changing, setChanging] = useState<Pay | null>(null)
  return (
    <Async query={query} skeleton={<Skeleton lines={8} />}>
      {({ ways, mayChange }) => (
        <>
          {mayChange ? null : (
            <Alert type="info" showIcon className="ui-form-problem" title={t('只有该应用的管理员可以修改支付配置，您可以查看。')} />
          )}
          {ways.map((pay) => (
            <section key={pay.way} className="apps-pay">
              <header>
                <h3>{tr(payWayText[pay.way])}</h3>
                <EnabledTag enabled={pay.enabled} />
                {mayChange ? (
                  <Button size="small" aria-label={t('修改{way}', { way: tr(payWayText[pay.way]) })} onClick={() => setChanging(pay)}>
                    {t('修改配置')}
                  </Button>
                ) : null}
              </header>
              <Facts
                facts={[
                  [t('商户号'), pay.merchantNo || t('未设置')],
                  [t('密钥'), secretWords(pay.secretLast4)],
                  [t('签名密钥'), secretWords(pay.signSecretLast4)],
                  [
                    t('最近修改'),
                    pay.updatedAt ? (
                      <span key="changed">
                        {pay.updatedByName} <Time at={pay.updatedAt} />
                      </span>
                    ) : null,
                  ],
                ]}
              />
            </section>
          ))}
          <PayForm appId={appId} pay={changing} onClose={() => setChanging(null)} />
        </>
      )}
    </Async>
  )
}

type NewPay = InputOf<typeof appsCalls.savePay>

function PayForm({ appId, pay: shown, onClose }: { appId: string; pay: Pay | null; onClose: () => void }) {
  const way = shown ? tr(payWayText[shown.way]) : ''
  const keep = (last4 = '') => (last4 === '' ? t('未设置') : t('现为 {secret}，留空则不修改', { secret: secretWords(last4) }))
  return (
    <CallForm<typeof appsCalls.savePay, Pay>
      call={appsCalls.savePay}
      refreshes={[appsCalls.pays]}
      open={shown !== null}
      as="drawer"
      width={520}
      title={t('修改{way}配置', { way })}
      row={shown}
      valuesOf={({ enabled, merchantNo }): Partial<NewPay> => ({ enabled, merchantNo })}
      beside={(pay) => ({ appId, way: pay?.way })}
      fieldOf={{ 'apps.wrongPassword': 'password' }}
      saved={t('{way}配置已保存', { way })}
      onClose={onClose}
    >
      {(pay) => (
        <>
          <SwitchField name="enabled" label={t('启用')} />
          <TextField name="merchantNo" label={t('商户号')} maxLength={64} inputMode="text" />
          <SecretField name="secret" label={t('密钥')} maxLength={4000} hint={keep(pay?.secretLast4)} />
          <SecretField name="signSecret" label={t('签名密钥')} maxLength={8000} rows={2} hint={keep(pay?.signSecretLast4)} />
          <SecretField
            name="password"
            label={t('您的登录密码')}
            required
            maxLength={256}
            autoComplete="current-password"
            hint={t('修改支付配置须再次验证身份')}
          />
        </>
      )}
    </CallForm>
  )
}
