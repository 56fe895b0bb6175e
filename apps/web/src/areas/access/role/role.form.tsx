import { roleCalls } from '@chauffeur/contract/authority-role'
import { Form, Input } from 'antd'
import { useMemo, useRef } from 'react'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { atField, changedPart } from '#kit/edit/conflict.view.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { VersionConflict, type ConflictField } from '#kit/edit/version-conflict.tsx'
import { DepartmentSelect } from '#kit/pickers/department-select.tsx'
import type { Departments } from '#kit/pickers/use-departments.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import type { RoleRow } from './role.columns.tsx'
import { listed, nameOf } from '../access.view.ts'
import './role.css'

interface RoleFormProps {
  asked: { what: 'add' } | { what: 'edit' | 'copy'; row: RoleRow } | null
  departments: Departments
  onClose: () => void
  onAdded: (roleId: string) => void
}
interface RoleValues {
  name: string
  remark: string
  deptIds: string[]
}

const changed = [roleCalls.roleList, roleCalls.roleInfo]
const fieldOf = { 'authority.roleNameTaken': 'name' }
const valuesOf = ({ name, remark, deptIds }: RoleRow): RoleValues => ({ name, remark, deptIds })
const blank: RoleValues = { name: '', remark: '', deptIds: [] }

/** Name, remark and departments of a role; a copy takes everything but the name. */
export default function RoleForm({ asked, departments, onClose, onAdded }: RoleFormProps) {
  const last = useRef(asked)
  if (asked) last.current = asked
  const what = last.current?.what ?? 'add'
  const row = last.current && 'row' in last.current ? last.current.row : null
  const versions = useVersioned<RoleRow | null>(asked !== null, row, async (old) =>
    old ? await sendCall(roleCalls.roleInfo, { roleId: old.roleId }) : undefined,
  )
  const add = useSend(roleCalls.roleAdd, { refreshes: changed })
  const copy = useSend(roleCalls.roleCopy, { refreshes: changed })
  const update = useSend(roleCalls.roleUpdate, { refreshes: changed })
  const initial = useMemo(
    () => (row ? (what === 'copy' ? { ...valuesOf(row), name: t('{name} 副本', { name: row.name }) } : valuesOf(row)) : blank),
    [row, what],
  )
  const submit = async (values: RoleValues) => {
    try {
      const { base } = versions
      if (what === 'edit' && base) {
        const { roleId, version } = base
        await versions.guard(() => update.send({ roleId, version, ...changedPart(valuesOf(base), values) }))
        toast.success(t('已保存'))
      } else {
        const { roleId } = row ? await copy.send({ roleId: row.roleId, name: values.name }) : await add.send(values)
        toast.success(t('已添加，请核对功能'))
        onAdded(roleId)
      }
    } catch (error) {
      throw atField(error, fieldOf)
    }
  }
  const fields: ConflictField<RoleValues>[] = [
    { name: 'name', label: t('名称'), words: String },
    { name: 'remark', label: t('备注'), words: String },
    { name: 'deptIds', label: t('适用部门'), words: (ids: string[]) => ids.map(departments.path).join(t('、')) || t('全部部门') },
  ]
  return (
    <FormDialog<RoleValues>
      open={asked !== null}
      title={what === 'edit' ? t('修改角色') : what === 'copy' ? t('复制角色「{name}」', { name: row?.name ?? '' }) : t('添加角色')}
      initial={initial}
      onSubmit={submit}
      onClose={onClose}
    >
      <VersionConflict<RoleValues>
        base={versions.base ? valuesOf(versions.base) : blank}
        present={what === 'edit' && versions.present ? valuesOf(versions.present) : null}
        fields={fields}
        onTake={versions.take}
      />
      <Form.Item name="name" label={t('名称')} rules={[{ required: true, whitespace: true, message: t('请输入名称') }]}>
        <Input maxLength={40} autoFocus autoComplete="off" />
      </Form.Item>
      {what === 'copy' && row ? (
        <Copied row={row} />
      ) : (
        <>
          <Form.Item name="remark" label={t('备注')}>
            <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
          </Form.Item>
          <Form.Item name="deptIds" label={t('适用部门')} extra={t('只有这些部门及其下级的用户可以使用；不选为全部部门。')}>
            <DepartmentSelect
              departments={departments.list}
              multiple
              allowClear
              placeholder={t('全部部门')}
              loading={departments.pending}
            />
          </Form.Item>
        </>
      )}
    </FormDialog>
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
        : t('将带有 {n} 项功能：{names}', { n: functions.length, names: listed(functions.map(nameOf)) })}
    </p>
  )
}
