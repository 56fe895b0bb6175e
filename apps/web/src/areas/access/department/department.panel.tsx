import { departmentCalls } from '@chauffeur/contract/access/department'
import { Button, Tabs } from 'antd'
import { useCall, useSend } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { useCities } from '#kit/pickers/use-cities.ts'
import { BriefUsers } from '#shared/access/brief-users.tsx'
import { BranchPane } from '#kit/tree/branch-pane.tsx'
import { Async } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { type DeptBranch, peopleText } from './department.view.ts'
import { kindWords } from '../user/user-words.ts'
import '../access.css'
import './department.css'

interface DepartmentDetailProps {
  dept: DeptBranch
  onEdit: () => void
  onAdd: () => void
  onMove: () => void
  onGone: () => void
}

/** A department: what it is, its people, its roles, and what can be done with it. */
export function DepartmentPanel({ dept, onEdit, onAdd, onMove, onGone }: DepartmentDetailProps) {
  const cities = useCities()
  const mayUsers = useCan('user.view')
  const remove = useSend(departmentCalls.deptDelete)
  const can = (action: string) => dept.allowedActions.includes(action)
  const empty = dept.userCount === 0 && dept.children.length === 0
  return (
    <BranchPane
      name={dept.name}
      actions={
        <>
          {can('add') ? <Button onClick={onAdd}>{t('添加下级')}</Button> : null}
          {can('edit') ? <Button onClick={onEdit}>{t('修改')}</Button> : null}
          {can('move') ? <Button onClick={onMove}>{t('移动')}</Button> : null}
        </>
      }
      deletion={
        can('delete')
          ? {
              title: t('删除部门'),
              question: t('删除「{name}」后不能恢复。', { name: dept.name }),
              barred: empty ? '' : t('还有用户或下级部门，不能删除'),
              send: () => remove.send({ deptId: dept.deptId, version: dept.version }),
              onGone,
            }
          : null
      }
    >
      <Facts
        facts={[
          [t('类型'), kindWords(dept.deptType)],
          [t('城市'), cities.words(dept.cityIds)],
          [
            t('直属用户'),
            <span key="users">
              {peopleText(dept.userCount)}
              {mayUsers ? (
                <a className="ui-link people-more" href={`#/Sys/User?deptId=${dept.deptId}`}>
                  {t('在用户管理中查看（含下级）')}
                </a>
              ) : null}
            </span>,
          ],
        ]}
      />
      <Tabs
        className="tall-tabs"
        size="small"
        items={[
          {
            key: 'users',
            label: t('用户'),
            children: (
              <BriefUsers
                label={t('{name} 的用户', { name: dept.name })}
                call={departmentCalls.deptUsers}
                input={{ deptId: dept.deptId }}
                empty={t('该部门没有直属用户')}
              />
            ),
          },
          { key: 'roles', label: t('角色'), children: <DepartmentRoles dept={dept} mayUsers={mayUsers} /> },
        ]}
      />
    </BranchPane>
  )
}

/** Roles bound to just this department, and every role its people can have. */
function DepartmentRoles({ dept, mayUsers }: { dept: DeptBranch; mayUsers: boolean }) {
  const own = useCall(departmentCalls.deptRole, { deptId: dept.deptId })
  const usable = useCall(departmentCalls.deptRoleList, { deptId: dept.deptId }, { enabled: mayUsers })
  return (
    <div className="people-roles">
      <h3>{t('仅限本部门的角色')}</h3>
      <Async query={own} isEmpty={({ roles }) => roles.length === 0} empty={<p className="people-hint">{t('没有')}</p>}>
        {({ roles }) => (
          <ul>
            {roles.map(({ roleId, name, remark }) => (
              <li key={roleId}>
                <a className="ui-link" href={`#/Sys/Role?roleId=${roleId}`}>
                  {tr(name)}
                </a>
                <span className="people-hint">{remark}</span>
              </li>
            ))}
          </ul>
        )}
      </Async>
      {mayUsers ? (
        <>
          <h3>{t('本部门用户可用的角色')}</h3>
          <Async query={usable} isEmpty={({ roles }) => roles.length === 0} empty={<EmptyState title={t('没有可用的角色')} />}>
            {({ roles }) => (
              <ul>
                {roles.map(({ roleId, name, grantable, lacking }) => (
                  <li key={roleId}>
                    <a className="ui-link" href={`#/Sys/Role?roleId=${roleId}`}>
                      {tr(name)}
                    </a>
                    {grantable ? null : (
                      <span className="people-hint">
                        {lacking.length > 0 ? t('含有您没有的 {n} 项功能', { n: lacking.length }) : t('您不能授予')}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </Async>
        </>
      ) : null}
    </div>
  )
}
