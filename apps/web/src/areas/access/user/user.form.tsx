import { departmentCalls } from '@chauffeur/contract/people-department'
import { peopleCalls } from '@chauffeur/contract/people'
import { Alert, Form, Input } from 'antd'
import { useMemo, useRef } from 'react'
import { sendCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { atField } from '#kit/edit/conflict.view.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { VersionConflict, type ConflictField } from '#kit/edit/version-conflict.tsx'
import { useDepartments } from '#kit/pickers/use-departments.ts'
import type { OneTimeLink } from '#shared/access/one-time-link.dialog.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { UserAccess, useAccessChoices } from './user-access.tsx'
import { levelWords } from './user.columns.tsx'
import { addOf, newUser, updateOf, valuesOf, type UserRow, type UserValues } from './user.view.ts'
import './user.css'

interface UserFormProps {
  /** Null while closed; without a row somebody new is added. */
  opened: { row: UserRow | null } | null
  onClose: () => void
  onLink: (link: OneTimeLink) => void
}

const changed = [peopleCalls.userList, peopleCalls.userInfo, peopleCalls.effectiveAuthorities, departmentCalls.deptUsers]
const fieldOf = {
  'people.usernameTaken': 'username',
  'people.deptNotFound': 'deptId',
  'people.channelRequired': 'channelId',
  'people.channelNotFound': 'channelId',
  'people.unknownCity': 'cityIds',
  'people.roleNotFound': 'roleIds',
  'people.roleNotForDept': 'roleIds',
}

/** Adds somebody, or changes what was changed of somebody. */
export default function UserForm({ opened, onClose, onLink }: UserFormProps) {
  const last = useRef(opened)
  if (opened) last.current = opened
  const row = last.current?.row ?? null
  const versions = useVersioned(opened !== null, row, async (old) =>
    old ? await sendCall(peopleCalls.userInfo, { userId: old.userId }) : undefined,
  )
  const add = useSend(peopleCalls.userAdd, { refreshes: changed })
  const update = useSend(peopleCalls.userUpdate, { refreshes: changed })
  const departments = useDepartments(opened !== null)
  const choices = useAccessChoices(opened !== null, row)
  const cities = useCities()
  const mayAccess = row === null || row.allowedActions.includes('editAccess')
  const initial = useMemo(() => (row ? valuesOf(row) : newUser), [row])

  const submit = async (values: UserValues) => {
    const partner = departments.byId.get(values.deptId)?.deptType === 3
    try {
      const { base } = versions
      if (base) {
        await versions.guard(() => update.send(updateOf(base, { ...valuesOf(base), ...values }, partner)))
        toast.success(t('已保存'))
      } else {
        const { link } = await add.send(addOf({ ...(newUser as UserValues), ...values }, partner))
        onLink({ name: `${values.realName}（${values.username}）`, ...link })
      }
    } catch (error) {
      throw atField(error, fieldOf)
    }
  }

  const fields: ConflictField<UserValues>[] = [
    { name: 'realName', label: t('姓名'), words: String },
    { name: 'phone', label: t('电话'), words: String },
    { name: 'email', label: t('邮箱'), words: String },
    { name: 'deptId', label: t('部门'), words: (id: string) => departments.path(id) },
    { name: 'level', label: t('级别'), words: (level: number) => levelWords(level) },
    { name: 'roleIds', label: t('角色'), words: (ids: string[]) => ids.map(choices.roleName).join(t('、')) },
    { name: 'allCities', label: t('城市'), words: (all: boolean) => (all ? t('全部城市') : t('指定城市')) },
    { name: 'cityIds', label: t('指定城市'), words: (ids: string[]) => ids.map(cities.name).join(t('、')) },
    { name: 'channelId', label: t('合作渠道'), words: (id: string) => choices.channelName(id) },
  ]
  return (
    <FormDialog<UserValues>
      open={opened !== null}
      as="drawer"
      width={520}
      title={row ? t('修改用户 {name}', { name: row.username }) : t('添加用户')}
      initial={initial}
      onSubmit={submit}
      onClose={onClose}
    >
      <VersionConflict<UserValues>
        base={versions.base ? valuesOf(versions.base) : (newUser as UserValues)}
        present={versions.present ? valuesOf(versions.present) : null}
        fields={fields}
        onTake={versions.take}
      />
      {row ? null : (
        <Form.Item
          name="username"
          label={t('用户名')}
          rules={[
            { required: true, message: t('请输入用户名') },
            { pattern: /^\s*[A-Za-z0-9][A-Za-z0-9._-]{1,63}\s*$/, message: t('2–64 位字母、数字、点、横线或下划线') },
          ]}
        >
          <Input maxLength={64} autoFocus autoComplete="off" spellCheck={false} />
        </Form.Item>
      )}
      <Form.Item name="realName" label={t('姓名')} rules={[{ required: true, whitespace: true, message: t('请输入姓名') }]}>
        <Input maxLength={40} autoFocus={row !== null} autoComplete="off" />
      </Form.Item>
      <div className="people-pair">
        <Form.Item name="phone" label={t('电话')} extra={row?.phone.includes('*') ? t('不修改则保持原号码') : undefined}>
          <Input maxLength={24} inputMode="tel" autoComplete="off" />
        </Form.Item>
        <Form.Item name="email" label={t('邮箱')} rules={[{ type: 'email', message: t('请输入正确的邮箱') }]}>
          <Input maxLength={120} inputMode="email" autoComplete="off" />
        </Form.Item>
      </div>
      {mayAccess ? null : (
        <Alert
          type="info"
          showIcon
          className="ui-form-problem"
          title={row?.self ? t('不能修改自己的部门、角色和数据范围。') : t('该用户的权限超出您的管理范围，只能修改联系方式。')}
        />
      )}
      <UserAccess departments={departments} choices={choices} row={row} disabled={!mayAccess} />
    </FormDialog>
  )
}
