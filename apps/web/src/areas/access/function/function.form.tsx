import { functionCalls, functionKind, functionKindText } from '@chauffeur/contract/authority-function'
import { Form, Input, InputNumber, Select, TreeSelect } from 'antd'
import { useMemo, useRef } from 'react'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { atField } from '#kit/edit/conflict.view.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { VersionConflict, type ConflictField } from '#kit/edit/version-conflict.tsx'
import { everyBranch } from '#kit/tree/tree-filter.view.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { functionBranches, type FunctionBranch, type FunctionRow } from './function-tree.view.ts'
import { functionUpdate, functionValues, type FunctionValues } from './function.view.ts'
import { useFunctions } from './use-functions.ts'
import { nameOf } from '../access.view.ts'

/** A function to change, or the system to which one is added. */
export interface FunctionFormTarget {
  row: FunctionRow | null
  systemId: string
}
interface FunctionFormProps {
  asked: FunctionFormTarget | null
  onClose: () => void
  onAdded: (code: string) => void
}
interface Option {
  value: string
  title: string
  selectable: boolean
  children: Option[]
}

const changed = [functionCalls.functionTree, functionCalls.functionTreeV2, functionCalls.functionList, functionCalls.systemList]
const fieldOf = {
  'authority.codeTaken': 'code',
  'authority.functionCycle': 'parentCode',
  'authority.systemNotFound': 'systemId',
}
const optionsOf = (branches: readonly FunctionBranch[], barred: string): Option[] =>
  branches
    .filter(({ id }) => id !== barred)
    .map((branch) => ({
      value: branch.id,
      title: branch.fn ? `${nameOf(branch)}（${branch.fn.code}）` : nameOf(branch),
      selectable: branch.fn !== null,
      children: optionsOf(branch.children, barred),
    }))

async function presentOf(code: string): Promise<FunctionRow | undefined> {
  const { areas } = await sendCall(functionCalls.functionTree, {})
  const all = [...everyBranch(functionBranches([{ systemId: '', name: '', nameEn: '', areas }]))]
  return all.find(({ id }) => id === code)?.fn ?? undefined
}

export default function FunctionForm({ asked, onClose, onAdded }: FunctionFormProps) {
  const last = useRef(asked)
  if (asked) last.current = asked
  const row = last.current?.row ?? null
  const functions = useFunctions(asked !== null)
  const systems = useCall(functionCalls.platforms, {}, { enabled: asked !== null }).data?.rows
  const versions = useVersioned(asked !== null, row, async (old) => (old ? presentOf(old.code) : undefined))
  const add = useSend(functionCalls.functionAdd, { refreshes: changed })
  const update = useSend(functionCalls.functionUpdate, { refreshes: changed })
  const barred = row?.code ?? ''
  const parents = useMemo(() => optionsOf(functions.tree, barred), [functions.tree, barred])
  const blank: FunctionValues = {
    code: 'custom.',
    name: '',
    nameEn: '',
    kind: 'MENU',
    parentCode: '',
    systemId: last.current?.systemId ?? '',
    sort: 0,
  }

  const submit = async (typed: FunctionValues) => {
    const values = { ...typed, parentCode: typed.parentCode ?? '', sort: typed.sort ?? 0 }
    try {
      const { base } = versions
      if (base) {
        await versions.guard(() => update.send(functionUpdate(base, { ...functionValues(base), ...values })))
        toast.success(t('已保存'))
      } else {
        const { parentCode, ...rest } = values
        const { code } = await add.send({ ...rest, ...(parentCode ? { parentCode } : {}) })
        toast.success(t('已添加'))
        onAdded(code)
      }
    } catch (error) {
      throw atField(error, fieldOf)
    }
  }
  const fields: ConflictField<FunctionValues>[] = [
    { name: 'name', label: t('中文名称'), words: String },
    { name: 'nameEn', label: t('英文名称'), words: String },
    { name: 'kind', label: t('类型'), words: (kind: FunctionRow['kind']) => tr(functionKindText[kind]) },
    { name: 'parentCode', label: t('上级功能'), words: (code: string) => (code ? functions.name(code) : '') },
    {
      name: 'systemId',
      label: t('系统'),
      words: (id: string) => {
        const system = systems?.find(({ systemId }) => systemId === id)
        return system ? nameOf(system) : id
      },
    },
    { name: 'sort', label: t('排序'), words: String },
  ]
  const builtIn = row?.source === 'CONTRACT'
  return (
    <FormDialog<FunctionValues>
      open={asked !== null}
      title={row ? t('修改功能 {code}', { code: row.code }) : t('添加功能')}
      initial={row ? functionValues(row) : blank}
      onSubmit={submit}
      onClose={onClose}
    >
      <VersionConflict<FunctionValues>
        base={versions.base ? functionValues(versions.base) : blank}
        present={versions.present ? functionValues(versions.present) : null}
        fields={fields}
        onTake={versions.take}
      />
      {row ? null : (
        <Form.Item
          name="code"
          label={t('编码')}
          extra={t('以 custom. 开头，添加后不能修改。')}
          rules={[{ pattern: /^custom\.[a-z][a-zA-Z0-9]*(\.[a-z][a-zA-Z0-9]*){0,3}$/, message: t('格式应为 custom.名称') }]}
        >
          <Input maxLength={80} autoFocus spellCheck={false} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item
        name="name"
        label={t('中文名称')}
        extra={builtIn ? t('清空则恢复系统内置名称。') : undefined}
        rules={builtIn ? [] : [{ required: true, whitespace: true, message: t('请输入名称') }]}
      >
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="nameEn" label={t('英文名称')}>
        <Input maxLength={80} autoComplete="off" />
      </Form.Item>
      <Form.Item name="kind" label={t('类型')}>
        <Select options={functionKind.options.map((value) => ({ value, label: tr(functionKindText[value]) }))} />
      </Form.Item>
      <Form.Item name="parentCode" label={t('上级功能')} getValueProps={(value: string) => ({ value: value || undefined })}>
        <TreeSelect
          treeData={parents}
          allowClear
          showSearch={{ treeNodeFilterProp: 'title' }}
          listHeight={320}
          placeholder={t('直接放在模块下')}
        />
      </Form.Item>
      <Form.Item name="systemId" label={t('系统')}>
        <Select options={(systems ?? []).map((one) => ({ value: one.systemId, label: nameOf(one) }))} />
      </Form.Item>
      <Form.Item name="sort" label={t('排序')} extra={t('小的在前。')}>
        <InputNumber min={0} max={100_000} precision={0} />
      </Form.Item>
    </FormDialog>
  )
}
