import { roleCalls } from '@chauffeur/contract/access/role'
import { departmentCalls } from '@chauffeur/contract/access/department'
import { Drawer, Tabs } from 'antd'
import { useCall } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { useKept } from '#kit/detail/use-kept.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { BriefUsers } from '#shared/access/brief-users.tsx'
import type { Departments } from '#kit/pickers/use-departments.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { deptTypeWords } from '../menu/menu-words.ts'
import { RoleFunctions } from './role-functions.tsx'
import type { RoleInfo } from './role.view.ts'
import type { useFunctions } from '../function/use-functions.ts'
import '../access.css'
import './role.css'

interface RoleDrawerProps {
  roleId: string | null
  functions: ReturnType<typeof useFunctions>
  departments: Departments
  onClose: () => void
}

/** A role: its functions, its people, and how far those see. */
export default function RoleDrawer({ roleId, functions, departments, onClose }: RoleDrawerProps) {
  const shown = useKept(roleId)
  const query = useCall(roleCalls.roleInfo, { roleId: shown ?? '' }, { enabled: roleId !== null })
  return (
    <Drawer
      open={roleId !== null}
      title={query.data ? t('角色「{name}」', { name: tr(query.data.name) }) : t('角色')}
      size={720}
      onClose={onClose}
      destroyOnHidden
    >
      <Async query={query} skeleton={<Skeleton lines={14} />}>
        {(role) => (
          <div className="authority-drawer" key={role.roleId}>
            <ScopeWords role={role} departments={departments} />
            <Tabs
              className="tall-tabs"
              size="small"
              items={[
                {
                  key: 'functions',
                  label: t('功能（{n}）', { n: role.functionCodes.length }),
                  children: (
                    <Async query={functions.query} skeleton={<Skeleton lines={12} height={28} />}>
                      {() => <RoleFunctions role={role} functions={functions} />}
                    </Async>
                  ),
                },
                {
                  key: 'users',
                  label: t('用户（{n}）', { n: role.userCount }),
                  children: (
                    <BriefUsers
                      label={t('{name} 的用户', { name: role.name })}
                      call={roleCalls.roleUsers}
                      input={{ roleId: role.roleId }}
                      empty={t('没有用户使用该角色')}
                    />
                  ),
                },
              ]}
            />
          </div>
        )}
      </Async>
    </Drawer>
  )
}

/** The data scope belongs to the person: the role tells how far its people see. */
function ScopeWords({ role, departments }: { role: RoleInfo; departments: Departments }) {
  const bound = useCall(departmentCalls.roleDepartments, { roleId: role.roleId }, { enabled: role.deptIds.length > 0 })
  const { wholeTenant, someCities, organisation, partner } = role.holders
  const parts = [
    ...(wholeTenant > 0 ? [t('{n} 人可见全公司', { n: wholeTenant })] : []),
    ...(someCities > 0 ? [t('{n} 人限指定城市', { n: someCities })] : []),
    ...(organisation > 0 ? [t('{n} 人限本机构', { n: organisation })] : []),
    ...(partner > 0 ? [t('{n} 人限合作渠道', { n: partner })] : []),
  ]
  return (
    <Facts
      facts={[
        [
          t('适用部门'),
          role.deptIds.length > 0 ? (
            <Async query={bound} skeleton={<Skeleton lines={1} height={20} />}>
              {({ departments: rows }) =>
                joined(rows.map(({ deptId, deptType }) => `${departments.path(deptId)}（${deptTypeWords(deptType)}）`))
              }
            </Async>
          ) : (
            t('全部部门')
          ),
        ],
        [
          t('数据范围'),
          <span key="scope">
            {parts.length > 0 ? joined(parts) : t('没有用户使用该角色')}
            <span className="authority-aside">{t('由用户的部门和城市决定，角色只决定能做什么。')}</span>
          </span>,
        ],
        role.remark !== '' && [t('备注'), role.remark],
      ]}
    />
  )
}
