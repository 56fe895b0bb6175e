import { appsCalls, type AppRow } from '@chauffeur/contract/access/app'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Drawer } from 'antd'
import { useState } from 'react'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { FieldRow, LongTextField, TextField } from '#kit/fields/fields.ts'
import type { Rule } from '#kit/fields/rules.ts'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { compareVersions } from '@chauffeur/contract/kernel/app-client'

type Settings = AnswerOf<typeof appsCalls.settings>

/** What drivers see of an app, and the lowest version that they may use. */
export default function AppSettingsDrawer({ row, onClose }: { row: AppRow | null; onClose: () => void }) {
  const [app, setApp] = useState(row)
  if (row !== null && row !== app) setApp(row)
  const query = useCall(appsCalls.settings, { appId: app?.appId ?? '' }, { enabled: row !== null })
  const save = useSend(appsCalls.saveSettings)
  if (!app) return null
  const { appId, name } = app
  const title = t('{name} 的设置', { name })
  if (!query.data)
    return (
      <Drawer open={row !== null} title={title} size={520} onClose={onClose}>
        <Async query={query} skeleton={<Skeleton lines={10} />}>
          {() => null}
        </Async>
      </Drawer>
    )
  const version: Rule = { pattern: /^\d+(\.\d+)*$/, message: t('版本号形如 3.10.2') }
  return (
    <EditForm<Settings['settings'], Settings>
      key={appId}
      open={row !== null}
      as="drawer"
      width={520}
      title={title}
      row={query.data}
      valuesOf={({ settings }) => settings}
      draft={`app-settings:${appId}`}
      readOnly={!app.allowedActions.includes('settings')}
      present={() => sendCall(appsCalls.settings, { appId })}
      save={(settings, opened) => save.send({ appId, version: opened?.version ?? 0, settings })}
      onClose={onClose}
    >
      <TextField
        name="servicePhone"
        label={t('客服电话')}
        maxLength={20}
        inputMode="text"
        rules={[{ pattern: /^[\d\s()+-]{7,20}$/, message: t('请输入正确的电话号码') }]}
      />
      <FieldRow>
        <TextField name="latestVersion" label={t('最新版本')} maxLength={20} placeholder="3.10.2" inputMode="text" rules={[version]} />
        <TextField
          name="minVersion"
          label={t('最低可用版本')}
          maxLength={20}
          placeholder="3.0.0"
          inputMode="text"
          dependencies={['latestVersion']}
          rules={[version, notAbove('latestVersion', t('不能高于最新版本'))]}
          hint={t('低于它的司机端不能使用，会看到下载地址')}
        />
      </FieldRow>
      <TextField
        name="downloadUrl"
        label={t('下载地址')}
        maxLength={300}
        placeholder="https://"
        inputMode="url"
        rules={[{ pattern: /^https:\/\/\S+$/, message: t('请输入 https 开头的地址') }]}
      />
      <LongTextField name="notice" label={t('公告')} maxLength={300} hint={t('司机打开应用时看到，看过后不再显示；留空则不显示')} />
    </EditForm>
  )
}

/** A version no higher than another field's. */
const notAbove =
  (other: string, words: string): Rule =>
  ({ getFieldValue }) => ({
    validator: (_, value?: string) =>
      value && compareVersions(value, (getFieldValue(other) as string | undefined) ?? '') === 1
        ? Promise.reject(new Error(words))
        : Promise.resolve(),
  })
