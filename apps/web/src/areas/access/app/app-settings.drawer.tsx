import { appsCalls, type AppRow } from '@chauffeur/contract/access/app'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Drawer, Form, Input, Switch } from 'antd'
import { useState } from 'react'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { type ConflictField, VersionConflict } from '#kit/edit/version-conflict.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { compareVersions } from './app.view.ts'
import './app.css'

type Answer = AnswerOf<typeof appsCalls.settings>
type Values = Answer['settings']

/** What an app shows and asks for: versions, telephone, notice. */
export default function AppSettingsDrawer({ row, onClose }: { row: AppRow | null; onClose: () => void }) {
  const [kept, setKept] = useState(row)
  if (row !== null && row !== kept) setKept(row)
  const query = useCall(appsCalls.settings, { appId: kept?.appId ?? '' }, { enabled: row !== null })
  if (!kept) return null
  const title = t('{name} 的设置', { name: kept.name })
  if (!query.data)
    return (
      <Drawer open={row !== null} title={title} size={520} onClose={onClose}>
        <Async query={query} skeleton={<Skeleton lines={10} />}>
          {() => null}
        </Async>
      </Drawer>
    )
  return (
    <SettingsForm
      key={kept.appId}
      open={row !== null}
      title={title}
      appId={kept.appId}
      answer={query.data}
      mayChange={kept.allowedActions.includes('settings')}
      onClose={onClose}
    />
  )
}

interface FormProps {
  open: boolean
  title: string
  appId: string
  answer: Answer
  mayChange: boolean
  onClose: () => void
}

function SettingsForm({ open, title, appId, answer, mayChange, onClose }: FormProps) {
  const versions = useVersioned(open, answer, () => sendCall(appsCalls.settings, { appId }))
  const { send } = useSend(appsCalls.saveSettings, { refreshes: [appsCalls.settings, appsCalls.list] })
  const save = async (settings: Values) => {
    await versions.guard(() => send({ appId, version: versions.base.version, settings }))
    toast.success(t('已保存'))
  }
  const version = { pattern: /^\d+(\.\d+)*$/, message: t('版本号形如 3.10.2') }
  const fields: ConflictField<Values>[] = [
    { name: 'servicePhone', label: t('客服电话') },
    { name: 'latestVersion', label: t('最新版本') },
    { name: 'minVersion', label: t('最低可用版本') },
    { name: 'downloadUrl', label: t('下载地址') },
    { name: 'forceUpdate', label: t('强制更新') },
    { name: 'notice', label: t('公告') },
    { name: 'shareTitle', label: t('分享标题') },
  ]
  return (
    <FormDialog<Values>
      open={open}
      as="drawer"
      width={520}
      title={title}
      initial={versions.base.settings}
      readOnly={!mayChange}
      onSubmit={save}
      onClose={onClose}
    >
      <VersionConflict<Values>
        base={versions.base.settings}
        present={versions.present?.settings ?? null}
        fields={fields}
        onTake={versions.take}
      />
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
    </FormDialog>
  )
}
