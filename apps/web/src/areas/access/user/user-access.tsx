import { departmentCalls } from '@chauffeur/contract/access/department'
import { peopleCalls } from '@chauffeur/contract/access/user'
import { Form } from 'antd'
import { useEffect, useMemo } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { ChannelField, DepartmentField, RadioField, SelectField } from '#kit/fields/fields.ts'
import type { Departments } from '#kit/pickers/use-departments.ts'
import type { UserRow, UserValues } from './user.view.ts'
import '../access.css'
import './user.css'

/** What a person can be given by this operator. */
export function useAccessChoices(open: boolean, row: UserRow | null) {
  const userId = row?.userId
  const levels = useCall(peopleCalls.userLevels, {}, { enabled: open }).data?.levels
  const cities = useCall(peopleCalls.userEditCities, { userId }, { enabled: open }).data
  const roles = useCall(peopleCalls.userRole, { userId }, { enabled: open }).data?.roles
  return useMemo(() => {
    const names = new Map([...(row?.roles ?? []), ...(roles ?? [])].map(({ roleId, name }) => [roleId, tr(name)]))
    return {
      levels: levels ?? [],
      cities,
      roles: roles ?? [],
      roleName: (roleId: string) => names.get(roleId) ?? roleId,
    }
  }, [levels, cities, roles, row])
}
type Choices = ReturnType<typeof useAccessChoices>

interface UserAccessProps {
  departments: Departments
  choices: Choices
  row: UserRow | null
  /** Beyond what the operator may change; the form says why. */
  locked: boolean
}

/** Where somebody belongs, what they can do there and how far they see. */
export function UserAccess({ departments, choices, row, locked }: UserAccessProps) {
  const form = Form.useFormInstance<UserValues>()
  const deptId = Form.useWatch('deptId', form)
  const allCities = Form.useWatch('allCities', form)
  const deptType = departments.byId.get(deptId)?.deptType ?? (deptId === row?.deptId ? row?.deptType : undefined)
  const forDept = useCall(departmentCalls.deptRoleList, { deptId: deptId ?? '' }, { enabled: !locked && !!deptId, keepPrevious: true }).data
    ?.roles

  // Somebody new begins with the cities of their department, until others are chosen.
  const deptCities = departments.byId.get(deptId)?.cityIds
  useEffect(() => {
    if (row !== null || !deptCities || form.isFieldTouched('cityIds')) return
    const within = choices.cities?.cities.map(({ cityId }) => cityId) ?? []
    form.setFieldValue(
      'cityIds',
      deptCities.filter((cityId) => within.includes(cityId)),
    )
  }, [row, deptCities, choices.cities, form])

  const roleOptions = useMemo(() => {
    const offered = forDept ?? choices.roles
    const missing = (row?.roles ?? []).filter(({ roleId }) => !offered.some((one) => one.roleId === roleId))
    return [
      ...offered.map(({ roleId, name, grantable, lacking }) => ({
        value: roleId,
        label: tr(name),
        disabled: !grantable,
        why: grantable ? '' : lacking.length > 0 ? t('含有您没有的 {n} 项功能', { n: lacking.length }) : t('您不能授予'),
      })),
      ...missing.map(({ roleId, name }) => ({ value: roleId, label: tr(name), disabled: false, why: t('所选部门不能使用') })),
    ]
  }, [forDept, choices.roles, row])

  return (
    <>
      <DepartmentField name="deptId" label={t('部门')} required departments={departments} locked={locked} />
      {deptType === 3 ? <ChannelField name="channelId" label={t('合作渠道')} required locked={locked} /> : null}
      <SelectField
        name="roleIds"
        label={t('角色')}
        multiple
        locked={locked}
        hint={t('权限为所有角色的合集；灰色的角色含有您没有的功能，不能授予。')}
        placeholder={t('没有角色的用户登录后没有任何功能')}
        choices={roleOptions}
      />
      <SelectField
        name="level"
        label={t('级别')}
        required
        locked={locked}
        hint={t('只能管理级别不高于自己的用户。')}
        choices={choices.levels.map(({ level, name, grantable }) => ({ value: level, label: tr(name), disabled: !grantable }))}
      />
      <RadioField
        name="allCities"
        label={t('可见城市')}
        required
        locked={locked}
        choices={[
          {
            value: true,
            label: t('全部城市'),
            disabled: choices.cities ? !choices.cities.allGrantable && row?.allCities !== true : false,
          },
          { value: false, label: t('指定城市') },
        ]}
      />
      {allCities === false ? (
        <SelectField
          name="cityIds"
          label={t('指定城市')}
          required
          multiple
          locked={locked}
          hint={t('不选则看不到任何数据')}
          choices={(choices.cities?.cities ?? []).map(({ cityId, name, pinyin }) => ({
            value: cityId,
            label: tr(name),
            search: `${name} ${pinyin}`,
          }))}
        />
      ) : null}
    </>
  )
}
