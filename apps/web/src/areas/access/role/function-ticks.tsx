import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import { Segmented, type TreeDataNode } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { TallTree } from '#kit/tree/tall-tree.tsx'
import { matchesText, parentIds, filteredTree } from '#kit/tree/tree-filter.view.ts'
import { find } from '#kit/tree/tree-move.view.ts'
import { FindInput } from '#ui/page/find-input.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { openCodes, searchText, ticksOf, toggled, type FunctionBranch } from '../function/function-tree.view.ts'
import { nameOf } from '../access.view.ts'
import '../access.css'
import './role.css'

interface FunctionTicksProps {
  label: string
  tree: readonly FunctionBranch[]
  held: ReadonlySet<string>
  onChange: (held: ReadonlySet<string>) => void
  readOnly: boolean
}
type Node = TreeDataNode & { branch: FunctionBranch; children?: Node[] }
type Sight = 'all' | 'held'

/** The functions of a role to tick: found by words, half ticked where only some are held, locked where the operator lacks them. */
export function FunctionTicks({ label, tree, held, onChange, readOnly }: FunctionTicksProps) {
  const [asked, setAsked] = useState('')
  const [sight, setSight] = useState<Sight>('all')
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null)
  const searching = asked.trim() !== ''
  const heldThen = sight === 'held' ? held : null
  const found = useCallback(
    (branch: FunctionBranch) =>
      (!searching || matchesText(searchText(branch), asked)) && (!heldThen || (branch.fn !== null && heldThen.has(branch.fn.code))),
    [searching, asked, heldThen],
  )
  const shown = useMemo(() => (searching || heldThen ? filteredTree(tree, found) : tree), [tree, found, searching, heldThen])
  const nodes = useMemo(() => {
    const nodesOf = (branches: readonly FunctionBranch[]): Node[] =>
      branches.map((branch) => ({
        key: branch.id,
        branch,
        disableCheckbox: readOnly || openCodes(branch, found).length === 0,
        children: nodesOf(branch.children),
      }))
    return nodesOf(shown)
  }, [shown, found, readOnly])
  const ticks = useMemo(() => ticksOf(tree, held), [tree, held])
  const keys = useMemo(() => {
    const of = (wanted: string) => [...ticks].filter(([, tick]) => tick === wanted).map(([id]) => id)
    return { checked: of('all'), halfChecked: of('some') }
  }, [ticks])
  const parents = useMemo(() => parentIds(shown), [shown])
  const expanded = opened && !searching ? parents.filter((id) => opened.has(id)) : searching || parents.length <= 60 ? parents : []

  return (
    <>
      <div className="authority-bar">
        <FindInput label={t('查找功能')} placeholder={t('按名称或编码查找')} value={asked} widthPx={240} onChange={setAsked} />
        <Segmented<Sight>
          value={sight}
          onChange={setSight}
          options={[
            { value: 'all', label: t('全部') },
            { value: 'held', label: t('已选') },
          ]}
        />
        <span className="tree-note">{t('已选 {n} 项', { n: held.size })}</span>
      </div>
      {shown.length === 0 ? (
        <EmptyState title={t('没有这样的功能')} />
      ) : (
        <TallTree<Node>
          aria-label={label}
          checkable
          checkStrictly
          selectable={false}
          treeData={nodes}
          checkedKeys={keys}
          expandedKeys={expanded}
          onExpand={(ids) => setOpened(new Set(ids.map(String)))}
          onCheck={(_, { node }) => onChange(toggled(held, find(shown, String(node.key)) ?? node.branch, found))}
          titleRender={({ branch }) => <Title branch={branch} onlyBelow={ticks.get(branch.id) === 'some' && !held.has(branch.id)} />}
        />
      )}
    </>
  )
}

function Title({ branch, onlyBelow }: { branch: FunctionBranch; onlyBelow: boolean }) {
  const { fn } = branch
  return (
    <span className="tree-row">
      <span className="tree-name" title={nameOf(branch)}>
        {nameOf(branch)}
      </span>
      {fn ? <span className="tree-code">{fn.code}</span> : null}
      {fn && onlyBelow ? <span className="tree-chip">{t('仅含下级')}</span> : null}
      {fn?.platformOnly ? <span className="tree-chip">{t('仅平台管理员')}</span> : null}
      {fn && !fn.grantable ? (
        <span className="tree-note" title={t('您没有此功能，不能授予或收回')}>
          <LockOutlined aria-label={t('您没有此功能，不能授予或收回')} />
        </span>
      ) : null}
    </span>
  )
}
