import { appsCalls, type AppRow, payAccount, type TransferScene } from '@chauffeur/contract/access/app'
import type { AnswerOf, InputOf } from '@chauffeur/contract/kernel/call'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { CallForm } from '#kit/edit/call.form.tsx'
import { choicesOf, FieldRow, LongTextField, RadioField, RowsField, SecretField, SwitchField, TextField } from '#kit/fields/fields.ts'
import { useCall } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EnabledTag, Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { payAccountText, payMissingText, payWayText, reportWords, secretWords } from './app.view.ts'
import './app.css'

type Pay = AnswerOf<typeof appsCalls.pays>['ways'][number]

/** The merchant by whom drivers are paid. Stored secrets are shown by their last four characters and can only be replaced. */
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
                  [t('付款'), <Ready key="ready" missing={pay.missing} />],
                  [t('商户号'), pay.merchantNo || t('未设置')],
                  [t('微信 AppID'), pay.channelAppId || t('未设置')],
                  [t('商户证书序列号'), pay.certSerial || t('未设置')],
                  [t('商户私钥'), secretWords(pay.signSecretLast4)],
                  [t('APIv3 密钥'), secretWords(pay.secretLast4)],
                  [t('微信支付公钥 ID'), pay.platformKeyId || t('未设置')],
                  [t('微信支付公钥'), pay.platformKey === '' ? t('未设置') : t('已设置')],
                  [t('转账场景 ID'), pay.scene.id],
                  [t('场景报备信息'), reportWords(pay.scene.reports)],
                  [t('付款账户'), tr(payAccountText[pay.account])],
                  ...(pay.baseUrl === '' ? [] : [[t('接口地址'), pay.baseUrl] as const]),
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
          <p className="apps-hint">{t('银行卡提现按银行文件付款，不需要这里的配置。')}</p>
          <PayForm appId={appId} pay={changing} onClose={() => setChanging(null)} />
        </>
      )}
    </Async>
  )
}

/** Whether withdrawals are paid this way, and what is missing where they are not. */
function Ready({ missing }: { missing: Pay['missing'] }) {
  if (missing.length === 0) return <Tag tone="done">{t('微信单笔、微信批量提现可以付款')}</Tag>
  return (
    <span>
      <Tag tone="wait">{t('还不能付款')}</Tag> {t('还缺：{what}', { what: joined(missing.map((one) => tr(payMissingText[one]))) })}
    </span>
  )
}

type NewPay = InputOf<typeof appsCalls.savePay>

function PayForm({ appId, pay: shown, onClose }: { appId: string; pay: Pay | null; onClose: () => void }) {
  const way = shown ? tr(payWayText[shown.way]) : ''
  const keep = (last4 = '') => (last4 === '' ? t('未设置') : t('现为 {secret}，留空则不修改', { secret: secretWords(last4) }))
  return (
    <CallForm<typeof appsCalls.savePay, Pay>
      call={appsCalls.savePay}
      open={shown !== null}
      as="drawer"
      width={520}
      title={t('修改{way}配置', { way })}
      row={shown}
      valuesOf={({
        enabled,
        merchantNo,
        channelAppId,
        certSerial,
        platformKeyId,
        platformKey,
        baseUrl,
        scene,
        account,
      }): Partial<NewPay> => ({
        enabled,
        merchantNo,
        channelAppId,
        certSerial,
        platformKeyId,
        platformKey,
        baseUrl,
        scene,
        account,
      })}
      beside={(pay) => ({ appId, way: pay?.way })}
      saved={t('{way}配置已保存', { way })}
      onClose={onClose}
    >
      {(pay) => (
        <>
          <SwitchField name="enabled" label={t('启用')} />
          <TextField name="merchantNo" label={t('商户号')} maxLength={64} inputMode="text" />
          <TextField name="channelAppId" label={t('微信 AppID')} maxLength={64} inputMode="text" placeholder="wx0123456789abcdef" />
          <TextField name="certSerial" label={t('商户证书序列号')} maxLength={64} inputMode="text" />
          <SecretField
            name="signSecret"
            label={t('商户私钥')}
            maxLength={8000}
            rows={3}
            placeholder="-----BEGIN PRIVATE KEY-----"
            hint={t('粘贴 apiclient_key.pem 的全部内容；{now}', { now: keep(pay?.signSecretLast4) })}
          />
          <SecretField name="secret" label={t('APIv3 密钥')} maxLength={64} hint={keep(pay?.secretLast4)} />
          <TextField name="platformKeyId" label={t('微信支付公钥 ID')} maxLength={80} inputMode="text" placeholder="PUB_KEY_ID_…" />
          <LongTextField name="platformKey" label={t('微信支付公钥')} maxLength={4000} placeholder="-----BEGIN PUBLIC KEY-----" />
          <TextField
            name={['scene', 'id']}
            label={t('转账场景 ID')}
            required
            maxLength={8}
            inputMode="numeric"
            hint={t('商户平台开通的转账场景；佣金报酬为 1005')}
          />
          <RowsField<TransferScene['reports'][number]>
            name={['scene', 'reports']}
            label={t('场景报备信息')}
            words={reportWords}
            addText={t('增加一项')}
            added={{ type: '', content: '' }}
            most={5}
            removeText={(n) => t('删除第 {n} 项报备', { n })}
          >
            {(at) => (
              <FieldRow>
                <TextField name={[at, 'type']} label={t('信息类型')} required maxLength={15} inputMode="text" />
                <TextField name={[at, 'content']} label={t('信息内容')} required maxLength={32} inputMode="text" />
              </FieldRow>
            )}
          </RowsField>
          <RadioField name="account" label={t('付款账户')} required choices={choicesOf(payAccount.options, payAccountText)} />
          <TextField name="baseUrl" label={t('接口地址')} maxLength={300} inputMode="url" hint={t('留空即微信支付的地址')} />
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
