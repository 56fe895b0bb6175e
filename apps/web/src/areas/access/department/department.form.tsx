import { departmentCalls } from '@chauffeur/contract/access/department'
import { CallForm } from '#kit/edit/call.form.tsx'
import { RadioField, TextField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { kindWords } from '../user/user-words.ts'
import { CitiesField } from './cities-field.tsx'
import { type DeptRow, typesBelow } from './department.view.ts'

/** A department to change, or the one under which another is added. */
export type DepartmentFormTarget = { row: DeptRow; parent: null } | { row: null; parent: DeptRow }

interface DepartmentFormProps {
  asked: DepartmentFormTarget | null
  onClose: () => void
  onAdded: (deptId: string) => void
}

export default function DepartmentForm({ asked, onClose, onAdded }: DepartmentFormProps) {
  const parent = asked?.parent
  const types = parent ? typesBelow(parent.deptType) : [1, 2, 3]
  return (
    <CallForm
      call={departmentCalls.deptAdd}
      change={departmentCalls.deptUpdate}
      of="deptId"
      present={departmentCalls.deptList}
      open={asked !== null}
      title={(row) => (row ? t('修改部门') : t('在「{name}」下添加部门', { name: parent?.name ?? '' }))}
      row={asked?.row}
      initial={{ deptType: parent?.deptType }}
      beside={() => (parent ? { parentId: parent.deptId } : {})}
      onAdded={({ deptId }) => onAdded(deptId)}
      onClose={onClose}
    >
      {(row) => (
        <>
          <TextField name="name" label={t('名称')} required maxLength={60} />
          <RadioField
            name="deptType"
            label={t('类型')}
            required
            hint={t('总部可见全部数据；机构只见自己的司机和订单；合作渠道只见自己渠道的订单。')}
            choices={types.map((value) => ({ value, label: kindWords(value) }))}
          />
          <CitiesField except={row?.deptId} />
        </>
      )}
    </CallForm>
  )
}
