import type { TreeDataNode } from 'antd'
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { FindInput } from '#ui/page/find-input.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { TallTree } from './tall-tree.tsx'
import { everyBranch, matchesText, parentIds, filteredTree } from './tree-filter.view.ts'
import { dropPlace, find, stepPlace, type Branch, type Place, type Step } from './tree-move.view.ts'

export interface MovableTreeProps<B extends Branch> {
  label: string
  tree: readonly B[]
  selected: string | null
  onSelect: (id: string | null) => void
  draw: (branch: B) => ReactNode
  /** What the search looks in. */
  text: (branch: B) => string
  maxDepth: number
  canMove: (branch: B) => boolean
  onMove: (branch: B, place: Place) => void
  /** A move is under way: no second one until the tree is there as it then stands. */
  busy: boolean
}

type Node = TreeDataNode & { children?: Node[] }
const steps: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' }
const sides = { '-1': 'before', 0: 'into', 1: 'after' } as const
const sideOf = (offset: number) => sides[String(Math.sign(offset)) as keyof typeof sides]

/** A tree to choose from and to put in order, by pointer or with Alt and the arrows. */
export function MovableTree<B extends Branch>(props: MovableTreeProps<B>) {
  const { label, tree, selected, onSelect, draw, text, maxDepth, canMove, onMove, busy } = props
  const [asked, setAsked] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const searching = asked.trim() !== ''
  const shown = useMemo(
    () => (searching ? filteredTree(tree, (branch) => matchesText(text(branch), asked)) : tree),
    [tree, asked, searching, text],
  )
  const nodes = useMemo(() => {
    const nodesOf = (branches: readonly B[]): Node[] =>
      branches.map((branch) => ({ key: branch.id, title: draw(branch), children: nodesOf(branch.children as readonly B[]) }))
    return nodesOf(shown)
  }, [shown, draw])
  const expanded = useMemo(() => parentIds(shown).filter((id) => searching || !folded.has(id)), [shown, folded, searching])
  const movable = useMemo(() => {
    const ids = new Set<string>()
    if (!searching && !busy) for (const branch of everyBranch(tree)) if (canMove(branch)) ids.add(branch.id)
    return ids
  }, [tree, canMove, searching, busy])

  const move = (id: string, place: Place | null) => {
    const branch = find(tree, id)
    if (branch && place) onMove(branch, place)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!event.altKey || !step || selected === null) return
    event.preventDefault()
    event.stopPropagation()
    if (movable.has(selected)) move(selected, stepPlace(tree, selected, step, maxDepth))
  }
  return (
    <>
      <FindInput label={t('在树中查找')} placeholder={t('按名称查找')} value={asked} onChange={setAsked} />
      {shown.length === 0 ? (
        <EmptyState title={searching ? t('没有符合条件的记录') : t('暂无数据')} />
      ) : (
        // NOTE: in the capture phase, or the tree's own arrow keys would act as well.
        <div className="tree-keys" onKeyDownCapture={onKeyDown}>
          <TallTree<Node>
            aria-label={label}
            treeData={nodes}
            selectedKeys={selected === null ? [] : [selected]}
            expandedKeys={expanded}
            onSelect={(keys) => onSelect(keys.length > 0 ? String(keys[0]) : selected)}
            onExpand={(_, { node, expanded: opens }) =>
              setFolded((known) => {
                const next = new Set(known)
                if (opens) next.delete(String(node.key))
                else next.add(String(node.key))
                return next
              })
            }
            draggable={movable.size > 0 ? { icon: false, nodeDraggable: ({ key }) => movable.has(String(key)) } : false}
            allowDrop={({ dragNode, dropNode, dropPosition }) =>
              dropPlace(tree, String(dragNode.key), String(dropNode.key), sideOf(dropPosition), maxDepth) !== null
            }
            onDrop={({ dragNode, node, dropPosition, dropToGap }) => {
              const offset = dropToGap ? dropPosition - Number(node.pos.split('-').at(-1)) : 0
              move(String(dragNode.key), dropPlace(tree, String(dragNode.key), String(node.key), sideOf(offset), maxDepth))
            }}
          />
        </div>
      )}
      {movable.size > 0 ? <p className="tree-note tree-help">{t('拖动，或选中后按 Alt+↑/↓ 排序，Alt+→/← 改变层级')}</p> : null}
    </>
  )
}
