import { departmentCalls } from '@chauffeur/contract/access/department'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCall, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { find, treeOf, type Place } from '#kit/tree/tree-move.view.ts'
import { reportMove, TreeSplit } from '#kit/tree/tree-split.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { DepartmentPanel } from './department.panel.tsx'
import type { DepartmentFormTarget } from './department.form.tsx'
import { MAX_DEPTH, type DeptBranch, peopleText } from './department.view.ts'
import { kindWords } from '../user/user-words.ts'

const DepartmentForm = lazyPiece(() => import('./department.form.tsx'))
const MoveDialog = lazyPiece(() => import('./department-move.dialog.tsx'))

const draw = (dept: DeptBranch) => (
  <span className="tree-row">
    <span className="tree-name" title={dept.name}>
      {dept.name}
    </span>
    {dept.deptType === 1 ? null : <span className="tree-chip">{kindWords(dept.deptType)}</span>}
    <span className="tree-note">{peopleText(dept.userCount)}</span>
  </span>
)
const text = (dept: DeptBranch) => dept.name
const canMove = (dept: DeptBranch) => dept.allowedActions.includes('move')

/** The departments as a tree, and the one chosen beside it. */
export default function DepartmentScreen() {
  const [params, setParams] = useSearchParams()
  const query = useCall(departmentCalls.deptList, {})
  const move = useSend(departmentCalls.deptMove)
  const [form, setForm] = useState<DepartmentFormTarget | null>(null)
  const [moving, setMoving] = useState<DeptBranch | null>(null)
  const rows = query.data?.rows
  const tree = useMemo(() => treeOf((rows ?? []).map((row) => ({ ...row, id: row.deptId }))), [rows])
  const asked = params.get('deptId') ?? tree[0]?.id ?? null
  const chosen = asked === null ? undefined : (find(tree, asked) as DeptBranch | undefined)
  const choose = useCallback((id: string | null) => setParams(id === null ? {} : { deptId: id }, { replace: true }), [setParams])

  const onMove = (dept: DeptBranch, { parentId, position }: Place) => {
    if (parentId === null) return
    reportMove(move.send({ deptId: dept.deptId, version: dept.version, parentId, position }))
  }
  return (
    <Page title={t('部门管理')} fill>
      <TreeSplit<DeptBranch>
        query={query}
        label={t('部门树')}
        tree={tree as DeptBranch[]}
        selected={chosen?.id ?? null}
        onSelect={choose}
        draw={draw}
        text={text}
        maxDepth={MAX_DEPTH}
        canMove={canMove}
        onMove={onMove}
        busy={move.pending}
        detail={
          chosen ? (
            <DepartmentPanel
              key={chosen.deptId}
              dept={chosen}
              onEdit={() => setForm({ row: chosen, parent: null })}
              onAdd={() => setForm({ row: null, parent: chosen })}
              onMove={() => setMoving(chosen)}
              onGone={() => choose(chosen.parentId)}
            />
          ) : null
        }
        nothing={<EmptyState title={t('没有找到该部门')} hint={t('可能已被删除，请在左侧重新选择。')} />}
      />
      <WhenOpened open={form !== null}>
        <DepartmentForm asked={form} onClose={() => setForm(null)} onAdded={choose} />
      </WhenOpened>
      <WhenOpened open={moving !== null}>
        <MoveDialog dept={moving} tree={tree as DeptBranch[]} onClose={() => setMoving(null)} />
      </WhenOpened>
    </Page>
  )
}
