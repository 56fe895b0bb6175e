import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { functionCalls } from '@chauffeur/contract/access/function'
import { Button, Select, type TreeDataNode } from 'antd'
import { useMemo, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { TallTree } from '#kit/tree/tall-tree.tsx'
import { everyBranch, matchesText, parentIds, filteredTree } from '#kit/tree/tree-filter.view.ts'
import { find } from '#kit/tree/tree-move.view.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { FindInput } from '#ui/page/find-input.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { functionBranches, searchText, type FunctionBranch } from './function-tree.view.ts'
import { FunctionPanel } from './function.panel.tsx'
import type { FunctionFormTarget } from './function.form.tsx'
import { nameOf } from '../access.view.ts'

const FunctionForm = lazyPiece(() => import('./function.form.tsx'))

const CONSOLE = 3
type Node = TreeDataNode & { branch: FunctionBranch; children?: Node[] }

/** The functions of a system as a tree, and the one chosen beside it. */
export function FunctionList() {
  const [platformId, setPlatformId] = useState(CONSOLE)
  const query = useCall(functionCalls.functionTreeV2, { platformId })
  const platforms = useCall(functionCalls.platforms, {}).data?.rows
  const mayEdit = useCan('function.edit')
  const [asked, setAsked] = useState('')
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null)
  const [form, setForm] = useState<FunctionFormTarget | null>(null)
  const searching = asked.trim() !== ''

  const tree = useMemo(() => functionBranches(query.data?.systems ?? []), [query.data])
  const count = useMemo(() => [...everyBranch(tree)].filter(({ fn }) => fn).length, [tree])
  const shown = useMemo(
    () => (searching ? filteredTree(tree, (branch) => matchesText(searchText(branch), asked)) : tree),
    [tree, asked, searching],
  )
  const nodes = useMemo(() => {
    const nodesOf = (branches: readonly FunctionBranch[]): Node[] =>
      branches.map((branch) => ({ key: branch.id, branch, selectable: branch.fn !== null, children: nodesOf(branch.children) }))
    return nodesOf(shown)
  }, [shown])
  const parents = useMemo(() => parentIds(shown), [shown])
  const expanded = searching || (!opened && parents.length <= 60) ? parents : parents.filter((id) => opened?.has(id))
  const chosen = chosenId === null ? undefined : find(tree, chosenId)?.fn
  const systemId = platforms?.find((one) => one.platformId === platformId)?.systemId ?? ''

  return (
    <div className="tree-split">
      <section className="tree-pane" aria-label={t('功能树')}>
        <header className="tree-pane-head">
          <Select
            aria-label={t('系统')}
            value={platformId}
            style={{ width: 170 }}
            options={(platforms ?? [{ platformId, name: '', nameEn: '' }]).map((one) => ({ value: one.platformId, label: nameOf(one) }))}
            onChange={(value: number) => {
              setPlatformId(value)
              setChosenId(null)
            }}
          />
          <span className="tree-note">{t('{n} 项功能', { n: count })}</span>
          {mayEdit ? (
            <span className="tree-pane-end">
              <Button icon={<PlusOutlined />} onClick={() => setForm({ row: null, systemId })}>
                {t('添加功能')}
              </Button>
            </span>
          ) : null}
        </header>
        <div className="tree-pane-body">
          <FindInput label={t('查找功能')} placeholder={t('按名称或编码查找')} value={asked} onChange={setAsked} />
          <Async query={query} skeleton={<Skeleton lines={12} height={28} />}>
            {() =>
              shown.length === 0 ? (
                <EmptyState title={searching ? t('没有这样的功能') : t('该系统还没有功能')} />
              ) : (
                <TallTree<Node>
                  aria-label={t('功能树')}
                  treeData={nodes}
                  selectedKeys={chosenId === null ? [] : [chosenId]}
                  expandedKeys={expanded}
                  onExpand={(ids) => setOpened(new Set(ids.map(String)))}
                  onSelect={(keys) => keys.length > 0 && setChosenId(String(keys[0]))}
                  titleRender={({ branch }) => <Title branch={branch} />}
                />
              )
            }
          </Async>
        </div>
      </section>
      {chosen ? (
        <FunctionPanel
          key={chosen.code}
          fn={chosen}
          onEdit={() => setForm({ row: chosen, systemId: chosen.systemId })}
          onGone={() => setChosenId(null)}
        />
      ) : (
        <section className="tree-pane">
          <EmptyState title={t('请在左侧选择功能')} hint={t('功能是角色可以授予的最小单位，菜单和按钮按功能显示。')} />
        </section>
      )}
      <WhenOpened open={form !== null}>
        <FunctionForm asked={form} onClose={() => setForm(null)} onAdded={setChosenId} />
      </WhenOpened>
    </div>
  )
}

function Title({ branch }: { branch: FunctionBranch }) {
  const { fn } = branch
  return (
    <span className="tree-row">
      <span className="tree-name" title={nameOf(branch)}>
        {nameOf(branch)}
      </span>
      {fn ? <span className="tree-code">{fn.code}</span> : null}
      {fn?.source === 'ADDED' ? <span className="tree-chip">{t('自行添加')}</span> : null}
      {fn?.platformOnly ? <span className="tree-chip">{t('仅平台管理员')}</span> : null}
    </span>
  )
}
