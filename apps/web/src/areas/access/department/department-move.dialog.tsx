import { departmentCalls } from '@chauffeur/contract/access/department'
import { useCallback, useMemo } from 'react'
import { isVersionConflict } from '#kit/edit/conflict.view.ts'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { DepartmentField } from '#kit/pickers/department-field.tsx'
import { type Department, useDepartments } from '#kit/pickers/use-departments.ts'
import { everyBranch } from '#kit/tree/tree-filter.view.ts'
import { fits } from '#kit/tree/tree-move.view.ts'
import { refresh, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { type DeptBranch, MAX_DEPTH, typesBelow } from './department.view.ts'

interface MoveDialogProps {
  dept: DeptBranch | null
  tree: readonly DeptBranch[]
  onClose: () => void
}
const refreshes = [departmentCalls.deptList, departmentCalls.deptSelectList]

/** Puts a department, with all below it, under another one. */
export default function MoveDialog({ dept, tree, onClose }: MoveDialogProps) {
  const { send } = useSend(departmentCalls.deptMove, { refreshes })
  const departments = useDepartments(dept !== null)
  const below = useMemo(() => (dept ? [...everyBranch(dept.children)].length : 0), [dept])
  const barred = useCallback(
    (one: Department) =>
      !dept || one.id === dept.parentId || !typesBelow(one.deptType).includes(dept.deptType) || !fits(tree, dept.id, one.id, MAX_DEPTH),
    [dept, tree],
  )
  const move = async ({ parentId }: { parentId: string }) => {
    if (!dept) return
    try {
      await send({ deptId: dept.deptId, version: dept.version, parentId })
    } catch (error) {
      if (isVersionConflict(error)) void refresh(refreshes)
      throw error
    }
  }
  return (
    <EditForm<{ parentId: string }>
      open={dept !== null}
      title={t('移动「{name}」', { name: dept?.name ?? '' })}
      okText={t('移动')}
      save={move}
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
    </EditForm>
  )
}
