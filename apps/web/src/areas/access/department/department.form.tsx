import { departmentCalls } from '@chauffeur/contract/access/department'
import { peopleCalls } from '@chauffeur/contract/access/user'
import { Form } from 'antd'
import { CallForm } from '#kit/edit/call.form.tsx'
import { CityField, RadioField, TextField } from '#kit/fields/fields.ts'
import { useCall } from '#platform/http/call.ts'
import { joined, t } from '#platform/text/text.ts'
import { kindWords } from '../user/user-words.ts'
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
          <Cities except={row?.deptId} />
        </>
      )}
    </CallForm>
  )
}

/** Says what the chosen cities have already, so that no organisation is made twice. */
function Cities({ except }: { except: string | undefined }) {
  const deptType = Form.useWatch<number | undefined>('deptType')
  const cityIds = Form.useWatch<string[] | undefined>('cityIds') ?? []
  const rows = useCall(peopleCalls.organisations, {}, { enabled: deptType === 2 }).data?.rows ?? []
  const there = deptType === 2 ? rows.filter((row) => row.orgId !== except && row.cityIds.some((cityId) => cityIds.includes(cityId))) : []
  const hint = there.length === 0 ? t('不选为全部城市。') : t('所选城市已有机构：{names}', { names: joined(there.map(({ name }) => name)) })
  return <CityField name="cityIds" multiple hint={hint} />
}
