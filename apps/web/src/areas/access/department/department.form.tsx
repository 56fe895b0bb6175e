import { departmentCalls } from '@chauffeur/contract/access/department'
import { peopleCalls } from '@chauffeur/contract/access/user'
import { Form } from 'antd'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { RadioField } from '#kit/fields/choice-fields.tsx'
import { TextField } from '#kit/fields/text-fields.tsx'
import { CityField } from '#kit/pickers/city-field.tsx'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
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
type Values = Pick<DeptRow, 'name' | 'deptType' | 'cityIds'>

const refreshes = [departmentCalls.deptList, departmentCalls.deptSelectList]

export default function DepartmentForm({ asked, onClose, onAdded }: DepartmentFormProps) {
  const add = useSend(departmentCalls.deptAdd, { refreshes })
  const update = useSend(departmentCalls.deptUpdate, { refreshes })
  const parent = asked?.parent
  const types = parent ? typesBelow(parent.deptType) : [1, 2, 3]
  return (
    <EditForm<Values, DeptRow, { deptId: string } | { version: number }>
      open={asked !== null}
      title={(row) => (row ? t('修改部门') : t('在「{name}」下添加部门', { name: parent?.name ?? '' }))}
      row={asked?.row}
      initial={{ name: '', deptType: parent?.deptType ?? 1, cityIds: [] }}
      present={async (old) => (await sendCall(departmentCalls.deptList, {})).rows.find(({ deptId }) => deptId === old.deptId)}
      fieldOf={{
        'people.deptNameTaken': 'name',
        'people.deptTypeMismatch': 'deptType',
        'people.deptTypeInUse': 'deptType',
        'people.unknownCity': 'cityIds',
      }}
      save={async (values, row, changed) =>
        row
          ? update.send({ deptId: row.deptId, version: row.version, ...changed })
          : add.send({ parentId: parent?.deptId ?? '', ...values })
      }
      onSaved={(answer) => 'deptId' in answer && onAdded(answer.deptId)}
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
    </EditForm>
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
