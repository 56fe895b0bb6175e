import { isMenuUrl, menuCalls } from '@chauffeur/contract/access/menu'
import { Form } from 'antd'
import { useMemo } from 'react'
import { CallForm } from '#kit/edit/call.form.tsx'
import { type Branches, CheckField, FieldFrame, TextField, TreeField } from '#kit/fields/fields.ts'
import { sendCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { nameOf } from '../access.view.ts'
import type { FunctionBranch } from '../function/function-tree.view.ts'
import type { useFunctions } from '../function/use-functions.ts'
import { IconPicker } from '../icon/icon-picker.tsx'
import { deptTypeWords, kindWords } from './menu-words.ts'
import { kindOf, type MenuRow } from './menu.view.ts'

/** An entry to change, or the one under which another is added; neither: one on the top level. */
export type MenuFormTarget = { row: MenuRow; parent: null } | { row: null; parent: MenuRow | null }

interface MenuFormProps {
  asked: MenuFormTarget | null
  platformId: number
  functions: ReturnType<typeof useFunctions>
  onClose: () => void
  onAdded: (menuId: string) => void
}

const optionsOf = (branches: readonly FunctionBranch[]): Branches[] =>
  branches.map((branch) => ({
    value: branch.id,
    title: branch.fn ? `${nameOf(branch)}（${branch.fn.code}）` : nameOf(branch),
    selectable: branch.fn !== null,
    children: optionsOf(branch.children),
  }))

export default function MenuForm({ asked, platformId, functions, onClose, onAdded }: MenuFormProps) {
  const tree = useMemo(() => optionsOf(functions.tree), [functions.tree])
  const parent = asked?.parent
  return (
    <CallForm
      call={menuCalls.menuAdd}
      change={menuCalls.menuUpdate}
      of="menuId"
      present={async (old) => (await sendCall(menuCalls.menuList, { platformId })).rows.find(({ menuId }) => menuId === old.menuId)}
      open={asked !== null}
      as="drawer"
      width={520}
      title={(row) => (row ? t('修改菜单') : parent ? t('在「{name}」下添加菜单', { name: parent.name }) : t('添加一级菜单'))}
      row={asked?.row}
      initial={{ deptTypes: [1, 2, 3] }}
      beside={(row) => (row ? {} : { platformId, parentId: parent?.menuId })}
      onAdded={({ menuId }) => onAdded(menuId)}
      onClose={onClose}
    >
      <TextField name="name" label={t('名称')} required maxLength={40} />
      <UrlField />
      <FieldFrame name="icon" label={t('图标〔一个〕')} hint={t('一级菜单显示图标。')} known={{ words: String as never }}>
        <IconPicker />
      </FieldFrame>
      <TreeField
        name="functionCodes"
        label={t('所需功能')}
        tree={tree}
        multiple
        most={20}
        hint={t('需要同时拥有所选功能才能看到；不选则所有人可见。最多 20 项。')}
        placeholder={t('所有人可见')}
      />
      <CheckField
        name="deptTypes"
        label={t('可见部门类型')}
        required
        choices={([1, 2, 3] as const).map((value) => ({ value, label: deptTypeWords(value) }))}
      />
    </CallForm>
  )
}

/** Says what the typed address would open. */
function UrlField() {
  const url = (Form.useWatch<string | undefined>('url') ?? '').trim()
  return (
    <TextField
      name="url"
      label={t('地址')}
      maxLength={500}
      inputMode="url"
      hint={isMenuUrl(url) ? kindWords(kindOf(url)) : undefined}
      placeholder={t('/Order/List、https://… 或 iframe:/…；留空为分组')}
      rules={[
        {
          validator: (_, typed?: string) =>
            isMenuUrl((typed ?? '').trim())
              ? Promise.resolve()
              : Promise.reject(new Error(t('应为页面路径、http(s) 地址或 iframe: 加地址'))),
        },
      ]}
    />
  )
}
