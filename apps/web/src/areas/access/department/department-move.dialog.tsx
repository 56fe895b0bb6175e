import { departmentCalls } from '@chauffeur/contract/people-department'
import { Form } from 'antd'
import { useCallback, useMemo, useRef } from 'react'
import { refresh, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { isVersionConflict } from '#kit/edit/conflict.view.ts'
import { DepartmentSelect } from '#kit/pickers/department-select.tsx'
import type { Department } from '#kit/pickers/use-departments.ts'
import { everyBranch } from '#kit/tree/tree-filter.view.ts'
import { fits } from '#kit/tree/tree-move.view.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { MAX_DEPTH, typesBelow, type DeptBranch } from './department.view.ts'

interface MoveDialogProps {
  dept: DeptBranch | null
  tree: readonly DeptBranch[]
  onClose: () => void
}

const changed = [departmentCalls.deptList, departmentCalls.deptSelectList]

/** Puts a department, with all below it, under another one. */
export default function MoveDialog({ dept, tree, onClose }: MoveDialogProps) {
  const last = useRef(dept)
  if (dept) last.current = dept
  const moved = last.current
  const move = useSend(departmentCalls.deptMove, { refreshes: changed })
  const all = useMemo(() => [...everyBranch(tree)], [tree])
  const below = useMemo(() => (moved ? [...everyBranch(moved.children)].length : 0), [moved])
  const barred = useCallback(
    (one: Department) =>
      !moved || one.id === moved.parentId || !typesBelow(one.deptType).includes(moved.deptType) || !fits(tree, moved.id, one.id, MAX_DEPTH),
    [moved, tree],
  )
  const submit = async ({ parentId }: { parentId: string }) => {
    if (!moved) return
    try {
      await move.send({ deptId: moved.deptId, version: moved.version, parentId })
    } catch (error) {
      if (isVersionConflict(error)) void refresh(changed)
      throw error
    }
    toast.success(t('已移动'))
  }
  return (
    <FormDialog<{ parentId: string }>
      open={dept !== null}
      title={t('移动「{name}」', { name: moved?.name ?? '' })}
      okText={t('移动')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="parentId"
        label={t('新的上级部门')}
        rules={[{ required: true, message: t('请选择部门') }]}
        extra={below > 0 ? t('{n} 个下级部门将一起移动。', { n: below }) : undefined}
      >
        <DepartmentSelect departments={all} barred={barred} placeholder={t('请选择部门')} />
      </Form.Item>
    </FormDialog>
  )
}
