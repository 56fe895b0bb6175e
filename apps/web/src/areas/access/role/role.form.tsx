import { roleCalls } from '@chauffeur/contract/access/role'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import { DepartmentField, LongTextField, TextField } from '#kit/fields/fields.ts'
import { useNarrow } from '#kit/list/list-state.ts'
import { useDepartments } from '#kit/pickers/use-departments.ts'
import { t } from '#platform/text/text.ts'
import { CopiedFunctions } from './copied-functions.tsx'
import type { RoleRow } from './role.view.ts'

interface RoleFormProps extends RowFormProps<RoleRow> {
  /** What a new one is a copy of. */
  source?: RoleRow
}

/** Name, remark and departments of a role; a copy takes everything but the name. */
export default function RoleForm({ open, row, source, onClose }: RoleFormProps) {
  const narrow = useNarrow()
  const departments = useDepartments()
  return (
    <CallForm
      call={source ? roleCalls.roleCopy : roleCalls.roleAdd}
      change={roleCalls.roleUpdate}
      of="roleId"
      present={roleCalls.roleInfo}
      open={open}
      title={(row) => (row ? t('修改角色') : source ? t('复制角色「{name}」', { name: source.name }) : t('新建角色'))}
      row={row}
      initial={source && { name: t('{name} 副本', { name: source.name }) }}
      beside={() => (source ? { roleId: source.roleId } : {})}
      saved={row ? undefined : t('已添加，请核对功能')}
      onAdded={({ roleId }) => narrow({ roleId })}
      onClose={onClose}
    >
      <TextField name="name" label={t('名称')} required maxLength={40} />
      {source ? (
        <CopiedFunctions row={source} />
      ) : (
        <>
          <LongTextField name="remark" label={t('备注')} maxLength={200} />
          <DepartmentField
            name="deptIds"
            label={t('适用部门')}
            hint={t('只有这些部门及其下级的用户可以使用；不选为全部部门。')}
            departments={departments}
            multiple
            placeholder={t('全部部门')}
          />
        </>
      )}
    </CallForm>
  )
}
