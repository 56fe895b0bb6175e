import { appsCalls, type AppRow } from '@chauffeur/contract/access/app'
import { useMemo, useState } from 'react'
import { CallForm } from '#kit/edit/call.form.tsx'
import { SelectField } from '#kit/fields/choice-fields.tsx'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { useDebounced } from '#ui/timing/use-debounced.ts'
import './app.css'

/** Who administers an app. */
export default function AppAdministratorsDialog({ row: shown, onClose }: { row: AppRow | null; onClose: () => void }) {
  return (
    <CallForm<typeof appsCalls.authorise, AppRow>
      call={appsCalls.authorise}
      refreshes={[appsCalls.list, appsCalls.pays]}
      open={shown !== null}
      title={(row) => t('{name} 的管理员', { name: row?.name ?? '' })}
      row={shown}
      valuesOf={({ administrators }) => ({ userIds: administrators.map(({ userId }) => userId) })}
      beside={(row) => ({ appId: row?.appId })}
      onClose={onClose}
    >
      {(row) => (
        <>
          <p className="apps-sentence">{t('设置管理员后，只有他们可以修改该应用的支付配置；不设置时，有支付配置权限的人都可以修改。')}</p>
          <People present={row?.administrators ?? []} />
        </>
      )}
    </CallForm>
  )
}

/** Found on the server by what is typed; those who are there stay choices. */
function People({ present }: { present: AppRow['administrators'] }) {
  const [typed, setTyped] = useState('')
  const people = useCall(appsCalls.people, { keyword: useDebounced(typed.trim(), 300) }, { keepPrevious: true })
  const choices = useMemo(() => {
    const known = new Map(present.map(({ userId, realName }) => [userId, realName]))
    for (const { key, value } of people.data?.options ?? []) known.set(key, value)
    return [...known].map(([value, label]) => ({ value, label }))
  }, [present, people.data])
  return (
    <SelectField
      name="userIds"
      label={t('应用管理员')}
      multiple
      most={50}
      choices={choices}
      loading={people.isFetching}
      onSearch={setTyped}
      placeholder={t('输入姓名或用户名查找')}
    />
  )
}
