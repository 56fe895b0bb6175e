import { menuCalls } from '@chauffeur/contract/access/menu'
import type { TreeDataNode } from 'antd'
import { useMemo } from 'react'
import { useCall } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { TallTree } from '#kit/tree/tall-tree.tsx'
import { everyBranch, parentIds } from '#kit/tree/tree-filter.view.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { IconOf } from '../icon/icon-of.tsx'
import { menuTicks, menuToggled, entriesToTick } from './menu-ticks.view.ts'
import { menuBranches, type MenuBranch } from '../menu/menu.view.ts'
import { deptTypeWords } from '../menu/menu-words.ts'
import type { useFunctions } from '../function/use-functions.ts'
import './role.css'

interface MenuTicksProps {
  functions: ReturnType<typeof useFunctions>
  held: ReadonlySet<string>
  onChange: (held: ReadonlySet<string>) => void
  readOnly: boolean
}
type Node = TreeDataNode & { branch: MenuBranch; children?: Node[] }

/** The functions of a role, given by what its people are to find on the left. */
export function MenuTicks(props: MenuTicksProps) {
  const query = useCall(menuCalls.menuTree, {})
  return (
    <Async query={query} skeleton={<Skeleton lines={12} height={28} />}>
      {({ menus }) => <Ticks {...props} menus={menus} />}
    </Async>
  )
}

function Ticks({ functions, held, onChange, readOnly, menus }: MenuTicksProps & { menus: Parameters<typeof menuBranches>[0] }) {
  const tree = useMemo(() => menuBranches(menus), [menus])
  const ticks = useMemo(() => menuTicks(tree, held), [tree, held])
  const grantable = (code: string) => functions.byCode.get(code)?.grantable === true
  const nodesOf = (branches: readonly MenuBranch[]): Node[] =>
    branches.map((branch) => ({
      key: branch.id,
      branch,
      disableCheckbox: readOnly || entriesToTick(branch, grantable).length === 0,
      children: nodesOf(branch.children),
    }))
  const seen = [...everyBranch(tree)].filter(({ id, url }) => url !== '' && ticks.get(id) === 'all').length
  const of = (wanted: string) => [...ticks].filter(([, tick]) => tick === wanted).map(([id]) => id)
  if (tree.length === 0) return <EmptyState title={t('该平台还没有菜单')} />
  return (
    <>
      <p className="authority-aside">{t('勾选菜单即授予它所需的功能；只有该角色的用户将看到 {n} 个菜单。', { n: seen })}</p>
      <TallTree<Node>
        aria-label={t('角色的菜单')}
        checkable
        checkStrictly
        selectable={false}
        treeData={nodesOf(tree)}
        checkedKeys={{ checked: of('all'), halfChecked: of('some') }}
        defaultExpandedKeys={parentIds(tree)}
        onCheck={(_, { node }) => onChange(menuToggled(held, node.branch, grantable))}
        titleRender={({ branch }) => <Title branch={branch} needs={joined(branch.functionCodes.map(functions.name))} />}
      />
    </>
  )
}

function Title({ branch, needs }: { branch: MenuBranch; needs: string }) {
  return (
    <span className="tree-row">
      {branch.icon ? <IconOf name={branch.icon} /> : null}
      <span className="tree-name">{tr(branch.name)}</span>
      {branch.url ? <span className="tree-code">{needs || t('所有人可见')}</span> : null}
      {branch.url && branch.deptTypes.length < 3 ? (
        <span className="tree-chip">{t('仅{types}部门', { types: joined(branch.deptTypes.map(deptTypeWords)) })}</span>
      ) : null}
    </span>
  )
}
