import { appsCalls, type AppRow } from '@chauffeur/contract/access/app'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Alert, Button, Drawer, Form, Input, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { refresh, sendCall, useCall } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { EnabledTag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { payWayText, secretWords } from './app.view.ts'
import './app.css'

type Pay = AnswerOf<typeof appsCalls.pays>['ways'][number]

/** How customers pay in an app. Stored secrets are shown by their last four characters and can only be replaced. */
export default function AppPaysDrawer({ row, onClose }: { row: AppRow | null; onClose: () => void }) {
  const [kept, setKept] = useState(row)
  useEffect(() => {
    if (row) setKept(row)
  }, [row])
  return (
    <Drawer
      open={row !== null}
      title={kept ? t('{name} 的支付配置', { name: kept.name }) : ''}
      size={560}
      onClose={onClose}
      destroyOnHidden
    >
      {kept ? <Pays appId={kept.appId} /> : null}
    </Drawer>
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
              <dl className="apps-facts">
                <dt>{t('商户号')}</dt>
                <dd>{pay.merchantNo || t('未设置')}</dd>
                <dt>{t('密钥')}</dt>
                <dd className="apps-mono">{secretWords(pay.secretLast4)}</dd>
                <dt>{t('签名密钥')}</dt>
                <dd className="apps-mono">{secretWords(pay.signSecretLast4)}</dd>
                <dt>{t('最近修改')}</dt>
                <dd>
                  {pay.updatedAt ? (
                    <>
                      {pay.updatedByName} <Time at={pay.updatedAt} />
                    </>
                  ) : (
                    '—'
                  )}
                </dd>
              </dl>
            </section>
          ))}
          <PayForm appId={appId} pay={changing} onClose={() => setChanging(null)} />
        </>
      )}
    </Async>
  )
}

interface Values {
  enabled: boolean
  merchantNo?: string
  secret?: string
  signSecret?: string
  password: string
}

function PayForm({ appId, pay, onClose }: { appId: string; pay: Pay | null; onClose: () => void }) {
  const [kept, setKept] = useState(pay)
  useEffect(() => {
    if (pay) setKept(pay)
  }, [pay])
  if (kept === null) return null
  const way = tr(payWayText[kept.way])
  const keep = (last4: string) => (last4 === '' ? t('未设置') : t('现为 {secret}，留空则不修改', { secret: secretWords(last4) }))
  return (
    <FormDialog<Values>
      as="drawer"
      width={520}
      key={`${kept.way} ${kept.updatedAt ?? ''}`}
      open={pay !== null}
      title={t('修改{way}配置', { way })}
      initial={{ enabled: kept.enabled, merchantNo: kept.merchantNo }}
      onSubmit={async (values) => {
        await sendCall(appsCalls.savePay, { appId, way: kept.way, ...values }, { silent: true })
        toast.success(t('{way}配置已保存', { way }))
        await refresh([appsCalls.pays])
      }}
      onClose={onClose}
    >
      <Form.Item name="enabled" label={t('启用')} required valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="merchantNo" label={t('商户号')}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="secret" label={t('密钥')} extra={keep(kept.secretLast4)}>
        <Input.Password maxLength={4000} autoComplete="off" visibilityToggle={false} />
      </Form.Item>
      <Form.Item name="signSecret" label={t('签名密钥')} extra={keep(kept.signSecretLast4)}>
        <Input.TextArea
          maxLength={8000}
          autoComplete="off"
          spellCheck={false}
          autoSize={{ minRows: 2, maxRows: 6 }}
          className="apps-mono"
        />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('您的登录密码')}
        extra={t('修改支付配置须再次验证身份')}
        rules={[{ required: true, message: t('请输入登录密码') }]}
      >
        <Input.Password maxLength={256} autoComplete="current-password" />
      </Form.Item>
    </FormDialog>
  )
}
