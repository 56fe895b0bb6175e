import { appsCalls, type AppRow } from '@chauffeur/contract/access/app'
import { Form, Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import './app.css'

const pauseMs = 300

/** Who administers an app. */
export default function AppAdministratorsDialog({ row, onClose }: { row: AppRow | null; onClose: () => void }) {
  const authorise = useSend(appsCalls.authorise, { refreshes: [appsCalls.list, appsCalls.pays] })
  const [kept, setKept] = useState(row)
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    if (row === null) return
    setKept(row)
    setTyped('')
  }, [row])
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const people = useCall(appsCalls.people, { keyword }, { enabled: row !== null, keepPrevious: true })
  const options = useMemo(() => {
    const known = new Map((kept?.administrators ?? []).map(({ userId, realName }) => [userId, realName]))
    for (const { key, value } of people.data?.options ?? []) known.set(key, value)
    return [...known].map(([value, label]) => ({ value, label }))
  }, [kept, people.data])
  if (kept === null) return null
  return (
    <FormDialog<{ userIds: string[] }>
      key={`${kept.appId} ${kept.version}`}
      open={row !== null}
      title={t('{name} 的管理员', { name: kept.name })}
      initial={{ userIds: kept.administrators.map(({ userId }) => userId) }}
      onSubmit={async ({ userIds }) => {
        await authorise.send({ appId: kept.appId, userIds })
        toast.success(t('已保存'))
      }}
      onClose={onClose}
    >
      <p className="apps-sentence">{t('设置管理员后，只有他们可以修改该应用的支付配置；不设置时，有支付配置权限的人都可以修改。')}</p>
      <Form.Item name="userIds" label={t('应用管理员')}>
        <Select
          mode="multiple"
          options={options}
          loading={people.isFetching}
          showSearch={{ filterOption: false, onSearch: setTyped }}
          placeholder={t('输入姓名或用户名查找')}
          notFoundContent={people.isFetching ? t('正在查找…') : t('没有符合的人员')}
          maxCount={50}
        />
      </Form.Item>
    </FormDialog>
  )
}
