import { peopleCalls } from '@chauffeur/contract/access/user'
import { Alert } from 'antd'
import { EditForm, type RowFormProps } from '#kit/edit/edit.form.tsx'
import { FieldRow, PhoneField, TextField } from '#kit/fields/fields.ts'
import { useDepartments } from '#kit/pickers/use-departments.ts'
import { sendCall, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import type { OneTimeLink } from '#shared/access/one-time-link.dialog.tsx'
import { showOneTimeLink } from '#shared/access/shown-link.tsx'
import { UserAccess, useAccessChoices } from './user-access.tsx'
import { addOf, newUser, updateOf, type UserRow, type UserValues, valuesOf } from './user.view.ts'
import './user.css'

/** Adds somebody, or changes what was changed of somebody. */
export default function UserForm({ open, row: shown, onClose }: RowFormProps<UserRow>) {
  const add = useSend(peopleCalls.userAdd)
  const update = useSend(peopleCalls.userUpdate)
  const departments = useDepartments(open)
  const choices = useAccessChoices(open, shown)
  const save = async (typed: UserValues, row: UserRow | null) => {
    const partner = departments.byId.get(typed.deptId ?? row?.deptId)?.deptType === 3
    if (row) {
      await update.send(updateOf(row, { ...valuesOf(row), ...typed }, partner))
      return null
    }
    const { link } = await add.send(addOf({ ...(newUser as UserValues), ...typed }, partner))
    return { name: `${typed.realName}（${typed.username}）`, ...link }
  }
  return (
    <EditForm<UserValues, UserRow, OneTimeLink | null>
      open={open}
      as="drawer"
      width={520}
      title={(row) => (row ? t('修改用户 {name}', { name: row.username }) : t('新建用户'))}
      row={shown}
      valuesOf={valuesOf}
      initial={newUser}
      present={(old) => sendCall(peopleCalls.userInfo, { userId: old.userId })}
      save={save}
      saved={shown ? t('已保存') : null}
      onSaved={(link) => link && showOneTimeLink(link)}
      onClose={onClose}
    >
      {(row) => {
        const locked = row !== null && !row.allowedActions.includes('editAccess')
        return (
          <>
            {row ? null : (
              <TextField
                name="username"
                label={t('用户名')}
                required
                maxLength={64}
                inputMode="text"
                rules={[{ pattern: /^\s*[A-Za-z0-9][A-Za-z0-9._-]{1,63}\s*$/, message: t('2–64 位字母、数字、点、横线或下划线') }]}
              />
            )}
            <TextField name="realName" label={t('姓名')} required maxLength={40} />
            <FieldRow>
              <PhoneField name="phone" label={t('电话')} saved={row?.phone} />
              <TextField
                name="email"
                label={t('邮箱')}
                maxLength={120}
                inputMode="email"
                rules={[{ type: 'email', message: t('请输入正确的邮箱') }]}
              />
            </FieldRow>
            {locked ? (
              <Alert
                type="info"
                showIcon
                className="ui-form-problem"
                title={row.self ? t('不能修改自己的部门、角色和数据范围。') : t('该用户的权限超出您的管理范围，只能修改联系方式。')}
              />
            ) : null}
            <UserAccess departments={departments} choices={choices} row={row} locked={locked} />
          </>
        )
      }}
    </EditForm>
  )
}
