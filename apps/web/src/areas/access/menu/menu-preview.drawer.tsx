import { menuCalls } from '@chauffeur/contract/access/menu'
import { roleCalls } from '@chauffeur/contract/access/role'
import { Drawer, Select, type TreeDataNode } from 'antd'
import { useMemo, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { TallTree } from '#kit/tree/tall-tree.tsx'
import { parentIds } from '#kit/tree/tree-filter.view.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { IconOf } from '../icon/icon-of.tsx'
import { previewBranches, type PreviewBranch } from './menu.view.ts'
import { deptTypeWords } from './menu-words.ts'
import '../access.css'

interface MenuPreviewProps {
  open: boolean
  platformId: number
  onClose: () => void
}
type Node = TreeDataNode & { branch: PreviewBranch; children?: Node[] }

/** What somebody with just one role finds on the left. */
export default function MenuPreviewDrawer({ open, platformId, onClose }: MenuPreviewProps) {
  const mayRoles = useCan('role.view')
  const roles = useCall(roleCalls.roleList, { pageSize: 200 }, { enabled: open && mayRoles }).data?.rows
  const [roleId, setRoleId] = useState('')
  const [deptType, setDeptType] = useState(1)
  const query = useCall(menuCalls.menuPreview, { roleId, platformId, deptType }, { enabled: open && roleId !== '' })
  return (
    <Drawer open={open} title={t('按角色预览菜单')} size={420} onClose={onClose} destroyOnHidden>
      <div className="authority-drawer">
        <div className="authority-bar">
          <Select
            aria-label={t('角色')}
            placeholder={t('选择角色')}
            value={roleId || null}
            options={(roles ?? []).map((role) => ({ value: role.roleId, label: role.name }))}
            showSearch={{ optionFilterProp: 'label' }}
            style={{ width: 200 }}
            onChange={(value: string | null) => setRoleId(value ?? '')}
          />
          <Select
            aria-label={t('部门类型')}
            value={deptType}
            options={[1, 2, 3].map((value) => ({ value, label: deptTypeWords(value) }))}
            style={{ width: 130 }}
            onChange={setDeptType}
          />
        </div>
        {mayRoles ? null : <EmptyState title={t('没有查看角色的权限')} />}
        {roleId === '' ? (
          <EmptyState title={t('请选择角色')} hint={t('显示只有该角色的用户在左侧看到的菜单。')} />
        ) : (
          <Async query={query} skeleton={<Skeleton lines={10} height={28} />}>
            {({ menu }) => <Preview branches={previewBranches(menu)} />}
          </Async>
        )}
      </div>
    </Drawer>
  )
}

function Preview({ branches }: { branches: readonly PreviewBranch[] }) {
  const nodes = useMemo(() => {
    const nodesOf = (some: readonly PreviewBranch[]): Node[] =>
      some.map((branch) => ({ key: branch.id, branch, selectable: false, children: nodesOf(branch.children) }))
    return nodesOf(branches)
  }, [branches])
  if (branches.length === 0) return <EmptyState title={t('看不到任何菜单')} />
  return (
    <TallTree<Node>
      aria-label={t('按角色预览菜单')}
      treeData={nodes}
      defaultExpandedKeys={parentIds(branches)}
      titleRender={({ branch }) => (
        <span className="tree-row">
          {branch.icon ? <IconOf name={branch.icon} /> : null}
          <span className="tree-name">{tr(branch.name)}</span>
          {branch.url ? <span className="tree-code">{branch.url}</span> : null}
        </span>
      )}
    />
  )
}
