import { roleCalls } from '@chauffeur/contract/access/role'
import { EditForm, type RowFormProps } from '#kit/edit/edit.form.tsx'
import { LongTextField, TextField } from '#kit/fields/text-fields.tsx'
import { DepartmentField } from '#kit/pickers/department-field.tsx'
import { useNarrow } from '#kit/list/list-state.ts'
import { useDepartments } from '#kit/pickers/use-departments.ts'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
import { joined, t } from '#platform/text/text.ts'
import { nameOf } from '../access.view.ts'
import type { RoleRow } from './role.view.ts'
import './role.css'

interface RoleFormProps extends RowFormProps<RoleRow> {
  /** What a new one is a copy of. */
  source?: RoleRow
}
type Values = Pick<RoleRow, 'name' | 'remark' | 'deptIds'>

const refreshes = [roleCalls.roleList, roleCalls.roleInfo]

/** Name, remark and departments of a role; a copy takes everything but the name. */
export default function RoleForm({ open, row: shown, source, onClose }: RoleFormProps) {
  const narrow = useNarrow()
  const departments = useDepartments()
  const add = useSend(roleCalls.roleAdd, { refreshes })
  const copy = useSend(roleCalls.roleCopy, { refreshes })
  const update = useSend(roleCalls.roleUpdate, { refreshes })
  return (
    <EditForm<Values, RoleRow, { roleId: string } | { version: number }>
      open={open}
      title={(row) => (row ? t('修改角色') : source ? t('复制角色「{name}」', { name: source.name }) : t('新建角色'))}
      row={shown}
      initial={source ? { name: t('{name} 副本', { name: source.name }) } : { name: '', remark: '', deptIds: [] }}
      present={(old) => sendCall(roleCalls.roleInfo, { roleId: old.roleId })}
      fieldOf={{ 'authority.roleNameTaken': 'name' }}
      save={async (values, row, changed) =>
        row
          ? update.send({ roleId: row.roleId, version: row.version, ...changed })
          : source
            ? copy.send({ roleId: source.roleId, name: values.name })
            : add.send(values)
      }
      saved={(answer) => ('roleId' in answer ? t('已添加，请核对功能') : t('已保存'))}
      onSaved={(answer) => 'roleId' in answer && narrow({ roleId: answer.roleId })}
      onClose={onClose}
    >
      <TextField name="name" label={t('名称')} required maxLength={40} />
      {source ? (
        <Copied row={source} />
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
    </EditForm>
  )
}

/** What a copy begins with. */
function Copied({ row }: { row: RoleRow }) {
  const functions = useCall(roleCalls.roleFunctions, { roleId: row.roleId }).data?.functions
  if (!functions) return null
  return (
    <p className="authority-aside">
      {functions.length === 0
        ? t('该角色没有功能。')
        : t('将带有 {n} 项功能：{names}', { n: functions.length, names: joined(functions.map(nameOf)) })}
    </p>
  )
}
