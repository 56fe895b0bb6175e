import { functionCalls, functionKind, functionKindText } from '@chauffeur/contract/access/function'
import { useMemo } from 'react'
import { CallForm } from '#kit/edit/call.form.tsx'
import { type Branches, choicesOf, CountField, SelectField, TextField, TreeField } from '#kit/fields/fields.ts'
import { everyBranch } from '#kit/tree/tree-filter.view.ts'
import { sendCall, useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { nameOf } from '../access.view.ts'
import { functionBranches, type FunctionBranch, type FunctionRow } from './function-tree.view.ts'
import { useFunctions } from './use-functions.ts'

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

const optionsOf = (branches: readonly FunctionBranch[], barred: string | undefined): Branches[] =>
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
  const functions = useFunctions(asked !== null)
  const systems = useCall(functionCalls.platforms, {}, { enabled: asked !== null }).data?.rows ?? []
  const parents = useMemo(() => optionsOf(functions.tree, asked?.row?.code), [functions.tree, asked])
  return (
    <CallForm
      call={functionCalls.functionAdd}
      change={functionCalls.functionUpdate}
      of="code"
      present={({ code }) => presentOf(code)}
      open={asked !== null}
      title={(row) => (row ? t('修改功能 {code}', { code: row.code }) : t('添加功能'))}
      row={asked?.row}
      initial={{ code: 'custom.', kind: 'MENU', systemId: asked?.systemId, sort: 0 }}
      onAdded={({ code }) => onAdded(code)}
      onClose={onClose}
    >
      {(row) => (
        <>
          {row ? null : (
            <TextField
              name="code"
              label={t('编码')}
              maxLength={80}
              inputMode="text"
              hint={t('以 custom. 开头，添加后不能修改。')}
              rules={[{ pattern: /^custom\.[a-z][a-zA-Z0-9]*(\.[a-z][a-zA-Z0-9]*){0,3}$/, message: t('格式应为 custom.名称') }]}
            />
          )}
          <TextField
            name="name"
            label={t('中文名称')}
            required={row?.source !== 'CONTRACT'}
            maxLength={60}
            hint={row?.source === 'CONTRACT' ? t('清空则恢复系统内置名称。') : undefined}
          />
          <TextField name="nameEn" label={t('英文名称')} maxLength={80} />
          <SelectField name="kind" label={t('类型')} required choices={choicesOf(functionKind.options, functionKindText)} />
          <TreeField name="parentCode" label={t('上级功能')} tree={parents} placeholder={t('直接放在模块下')} />
          <SelectField
            name="systemId"
            label={t('系统')}
            required
            choices={systems.map((one) => ({ value: one.systemId, label: nameOf(one) }))}
          />
          <CountField name="sort" label={t('排序')} hint={t('小的在前。')} min={0} max={100_000} />
        </>
      )}
    </CallForm>
  )
}
