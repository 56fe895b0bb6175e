import { departmentCalls } from '@chauffeur/contract/people-department'
import { peopleCalls } from '@chauffeur/contract/people'
import { Form, Input, Radio, Select } from 'antd'
import { useMemo, useRef } from 'react'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { atField } from '#kit/edit/conflict.view.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { VersionConflict, type ConflictField } from '#kit/edit/version-conflict.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { typesBelow, updateOf, valuesOf, type DeptRow, type DeptValues } from './department.view.ts'
import { kindWords } from '../user/user.columns.tsx'

/** A department to change, or the one under which another is added. */
export type DepartmentFormTarget = { row: DeptRow; parent: null } | { row: null; parent: DeptRow }

interface DepartmentFormProps {
  asked: DepartmentFormTarget | null
  onClose: () => void
  onAdded: (deptId: string) => void
}

const changed = [departmentCalls.deptList, departmentCalls.deptSelectList]
const fieldOf = {
  'people.deptNameTaken': 'name',
  'people.deptTypeMismatch': 'deptType',
  'people.deptTypeInUse': 'deptType',
  'people.unknownCity': 'cityIds',
}

export default function DepartmentForm({ asked, onClose, onAdded }: DepartmentFormProps) {
  const last = useRef(asked)
  if (asked) last.current = asked
  const row = last.current?.row ?? null
  const parent = last.current?.parent ?? null
  const versions = useVersioned(asked !== null, row, async (old) =>
    (await sendCall(departmentCalls.deptList, {})).rows.find(({ deptId }) => deptId === old?.deptId),
  )
  const add = useSend(departmentCalls.deptAdd, { refreshes: changed })
  const update = useSend(departmentCalls.deptUpdate, { refreshes: changed })
  const cities = useCities()
  const initial = useMemo<DeptValues>(
    () => (row ? valuesOf(row) : { name: '', deptType: parent?.deptType ?? 1, cityIds: [] }),
    [row, parent],
  )
  const types = parent ? typesBelow(parent.deptType) : [1, 2, 3]

  const submit = async (values: DeptValues) => {
    try {
      const { base } = versions
      if (base) {
        await versions.guard(() => update.send(updateOf(base, values)))
        toast.success(t('已保存'))
      } else if (parent) {
        const { deptId } = await add.send({ parentId: parent.deptId, ...values })
        toast.success(t('已添加'))
        onAdded(deptId)
      }
    } catch (error) {
      throw atField(error, fieldOf)
    }
  }
  const fields: ConflictField<DeptValues>[] = [
    { name: 'name', label: t('名称'), words: String },
    { name: 'deptType', label: t('类型'), words: (type: number) => kindWords(type) },
    { name: 'cityIds', label: t('城市'), words: cities.words },
  ]
  return (
    <FormDialog<DeptValues>
      open={asked !== null}
      title={row ? t('修改部门') : t('在「{name}」下添加部门', { name: parent?.name ?? '' })}
      initial={initial}
      onSubmit={submit}
      onClose={onClose}
    >
      <VersionConflict<DeptValues>
        base={versions.base ? valuesOf(versions.base) : initial}
        present={versions.present ? valuesOf(versions.present) : null}
        fields={fields}
        onTake={versions.take}
      />
      <Form.Item name="name" label={t('名称')} rules={[{ required: true, whitespace: true, message: t('请输入名称') }]}>
        <Input maxLength={60} autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item name="deptType" label={t('类型')} extra={t('总部可见全部数据；机构只见自己的司机和订单；合作渠道只见自己渠道的订单。')}>
        <Radio.Group options={types.map((value) => ({ value, label: kindWords(value) }))} />
      </Form.Item>
      <Form.Item name="cityIds" label={t('城市')} extra={<CityHint except={row?.deptId ?? ''} />}>
        <Select
          mode="multiple"
          allowClear
          placeholder={t('全部城市')}
          showSearch={{ optionFilterProp: 'label' }}
          options={cities.options}
        />
      </Form.Item>
    </FormDialog>
  )
}

/** What the chosen cities have already, so that no organisation is made twice. */
function CityHint({ except }: { except: string }) {
  const form = Form.useFormInstance<DeptValues>()
  const deptType = Form.useWatch('deptType', form)
  const cityIds: string[] = Form.useWatch('cityIds', form) ?? []
  const rows = useCall(peopleCalls.organisations, {}, { enabled: deptType === 2 }).data?.rows ?? []
  const there = rows.filter((row) => row.orgId !== except && row.cityIds.some((cityId) => cityIds.includes(cityId)))
  if (deptType !== 2 || there.length === 0) return t('不选为全部城市。')
  return t('所选城市已有机构：{names}', { names: there.map(({ name }) => name).join(t('、')) })
}
