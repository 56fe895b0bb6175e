import { appsCalls, type AppRow } from '@chauffeur/contract/apps'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Alert, Button, Drawer, Form, Input, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { refresh, sendCall, useCall } from '#platform/call.ts'
import { toast } from '#platform/events.ts'
import { t } from '#platform/text.ts'
import { Async, Skeleton } from '#ui/async.tsx'
import { faultOf } from '#ui/fault.view.ts'
import { compareVersions } from './app.view.ts'
import './apps.css'

type Answer = AnswerOf<typeof appsCalls.settings>
type Values = Answer['settings']

/** What an app shows and asks for: versions, telephone, notice. */
export default function AppSettingsDrawer({ row, onClose }: { row: AppRow | null; onClose: () => void }) {
  const [kept, setKept] = useState(row)
  useEffect(() => {
    if (row) setKept(row)
  }, [row])
  return (
    <Drawer open={row !== null} title={kept ? t('{name} 的设置', { name: kept.name }) : ''} size={520} onClose={onClose} destroyOnHidden>
      {kept ? <Settings row={kept} onClose={onClose} /> : null}
    </Drawer>
  )
}

function Settings({ row, onClose }: { row: AppRow; onClose: () => void }) {
  const query = useCall(appsCalls.settings, { appId: row.appId })
  const mayChange = row.allowedActions.includes('settings')
  return (
    <Async query={query} skeleton={<Skeleton lines={10} />}>
      {(answer) => <SettingsForm key={answer.version} appId={row.appId} answer={answer} mayChange={mayChange} onClose={onClose} />}
    </Async>
  )
}

function SettingsForm({ appId, answer, mayChange, onClose }: { appId: string; answer: Answer; mayChange: boolean; onClose: () => void }) {
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const save = async (values: Values) => {
    setBusy(true)
    setProblem('')
    try {
      await sendCall(appsCalls.saveSettings, { appId, version: answer.version, settings: values }, { background: true })
      toast.success(t('已保存'))
      onClose()
      await refresh([appsCalls.settings, appsCalls.list])
    } catch (error) {
      setProblem(faultOf(error).hint)
      setBusy(false)
    }
  }
  const version = { pattern: /^\d+(\.\d+)*$/, message: t('版本号形如 3.10.2') }
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      initialValues={answer.settings}
      disabled={busy || !mayChange}
      onFinish={(values) => void save(values)}
    >
      {problem ? <Alert type="error" showIcon title={problem} role="alert" className="ui-form-problem" /> : null}
      <Form.Item name="servicePhone" label={t('客服电话')} rules={[{ pattern: /^[\d\s()+-]{7,20}$/, message: t('请输入正确的电话号码') }]}>
        <Input maxLength={20} inputMode="tel" />
      </Form.Item>
      <div className="apps-pair">
        <Form.Item name="latestVersion" label={t('最新版本')} rules={[version]}>
          <Input maxLength={20} placeholder="3.10.2" />
        </Form.Item>
        <Form.Item
          name="minVersion"
          label={t('最低可用版本')}
          dependencies={['latestVersion']}
          rules={[
            version,
            ({ getFieldValue }) => ({
              validator: (_, value?: string) => {
                const latest: string = getFieldValue('latestVersion') ?? ''
                return value && compareVersions(value, latest) === 1 ? Promise.reject(new Error(t('不能高于最新版本'))) : Promise.resolve()
              },
            }),
          ]}
        >
          <Input maxLength={20} placeholder="3.0.0" />
        </Form.Item>
      </div>
      <Form.Item name="downloadUrl" label={t('下载地址')} rules={[{ pattern: /^https:\/\/\S+$/, message: t('请输入 https 开头的地址') }]}>
        <Input maxLength={300} placeholder="https://" />
      </Form.Item>
      <Form.Item name="forceUpdate" label={t('强制更新')} valuePropName="checked" extra={t('低于最低可用版本的用户必须更新后才能使用')}>
        <Switch />
      </Form.Item>
      <Form.Item name="notice" label={t('公告')} extra={t('用户打开应用时看到，留空则不显示')}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2, maxRows: 5 }} showCount />
      </Form.Item>
      <Form.Item name="shareTitle" label={t('分享标题')}>
        <Input maxLength={60} />
      </Form.Item>
      {mayChange ? (
        <div className="ui-dialog-footer">
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('保存')}
          </Button>
        </div>
      ) : null}
    </Form>
  )
}
