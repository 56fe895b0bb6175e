import { departmentCalls } from '@chauffeur/contract/access/department'
import { useCallback, useMemo } from 'react'
import { CallForm } from '#kit/edit/call.form.tsx'
import { DepartmentField } from '#kit/fields/fields.ts'
import { type Department, useDepartments } from '#kit/pickers/use-departments.ts'
import { everyBranch } from '#kit/tree/tree-filter.view.ts'
import { fits } from '#kit/tree/tree-move.view.ts'
import { t } from '#platform/text/text.ts'
import { type DeptBranch, MAX_DEPTH, typesBelow } from './department.view.ts'

interface MoveDialogProps {
  dept: DeptBranch | null
  tree: readonly DeptBranch[]
  onClose: () => void
}

/** Puts a department, with all below it, under another one. */
export default function MoveDialog({ dept, tree, onClose }: MoveDialogProps) {
  const departments = useDepartments(dept !== null)
  const below = useMemo(() => (dept ? [...everyBranch(dept.children)].length : 0), [dept])
  const barred = useCallback(
    (one: Department) =>
      !dept || one.id === dept.parentId || !typesBelow(one.deptType).includes(dept.deptType) || !fits(tree, dept.id, one.id, MAX_DEPTH),
    [dept, tree],
  )
  return (
    <CallForm
      call={departmentCalls.deptMove}
      of="deptId"
      row={dept}
      valuesOf={() => ({})}
      open={dept !== null}
      title={t('移动「{name}」', { name: dept?.name ?? '' })}
      okText={t('移动')}
      saved={t('已移动')}
      onClose={onClose}
    >
      <DepartmentField
        name="parentId"
        label={t('新的上级部门')}
        required
        departments={departments}
        barred={barred}
        hint={below > 0 ? t('{n} 个下级部门将一起移动。', { n: below }) : undefined}
      />
    </CallForm>
  )
}
