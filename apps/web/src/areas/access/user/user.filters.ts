import { roleCalls } from '@chauffeur/contract/access/role'
import { peopleCalls, userLevelText, userStatus, userStatusText } from '@chauffeur/contract/access/user'
import { useMemo } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr, useLocale } from '#platform/text/text.ts'
import { useDepartments } from '#kit/pickers/use-departments.ts'
import type { Filter } from '#kit/list/query-table.tsx'

/** The filters of the user list; those whose choices the operator may not read are left out. */
export function useUserFilters(): Filter[] {
  const language = useLocale()
  const departments = useDepartments()
  const cities = useCall(peopleCalls.openCities, {}).data?.rows
  const mayRoles = useCan('role.view')
  const roles = useCall(roleCalls.roleList, { pageSize: 200 }, { enabled: mayRoles }).data?.rows
  return useMemo(() => {
    const filters: Filter[] = [
      {
        kind: 'text',
        key: 'keyword',
        label: t('关键字'),
        placeholder: t('用户名 / 姓名 / 电话 / 邮箱'),
        width: language === 'en' ? 260 : 220,
      },
      {
        kind: 'select',
        key: 'deptId',
        label: t('部门（含下级）'),
        width: 200,
        options: departments.list.map(({ id }) => ({ key: id, value: departments.path(id) })),
      },
      ...(mayRoles
        ? [
            {
              kind: 'select',
              key: 'roleId',
              label: t('角色'),
              width: 150,
              options: (roles ?? []).map(({ roleId, name }) => ({ key: roleId, value: name })),
            } satisfies Filter,
          ]
        : []),
      {
        kind: 'select',
        key: 'cityId',
        label: t('城市'),
        width: 110,
        options: (cities ?? []).map(({ cityId, name }) => ({ key: cityId, value: tr(name) })),
      },
      {
        kind: 'select',
        key: 'level',
        label: t('级别'),
        width: 110,
        options: Object.entries(userLevelText).map(([key, value]) => ({ key, value: tr(value) })),
      },
      {
        kind: 'select',
        key: 'status',
        label: t('状态'),
        width: 100,
        options: userStatus.options.map((key) => ({ key, value: tr(userStatusText[key]) })),
      },
    ]
    return filters
  }, [departments, cities, roles, mayRoles, language])
}
