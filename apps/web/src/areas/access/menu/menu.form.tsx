import { isMenuUrl, menuCalls } from '@chauffeur/contract/authority-menu'
import { Checkbox, Form, Input, TreeSelect } from 'antd'
import { useMemo, useRef } from 'react'
import { sendCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { atField } from '#kit/edit/conflict.view.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { VersionConflict, type ConflictField } from '#kit/edit/version-conflict.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import type { FunctionBranch } from '../function/function-tree.view.ts'
import { IconPicker } from '../icon/icon-picker.tsx'
import { addOf, blankMenu, kindOf, updateOf, valuesOf, type MenuRow, type MenuValues } from './menu.view.ts'
import { deptTypeWords, kindWords } from './menu-words.ts'
import type { useFunctions } from '../function/use-functions.ts'
import { listed, nameOf } from '../access.view.ts'

/** An entry to change, or the one under which another is added; neither: one on the top level. */
export type MenuFormTarget = { row: MenuRow; parent: null } | { row: null; parent: MenuRow | null }

interface MenuFormProps {
  asked: MenuFormTarget | null
  platformId: number
  functions: ReturnType<typeof useFunctions>
  onClose: () => void
  onAdded: (menuId: string) => void
}
interface Option {
  value: string
  title: string
  selectable: boolean
  children: Option[]
}

const changed = [menuCalls.menuTree, menuCalls.menuList, menuCalls.menuPreview, menuCalls.menuFunctions]
const fieldOf = { 'authority.unknownFunction': 'functionCodes' }
const optionsOf = (branches: readonly FunctionBranch[]): Option[] =>
  branches.map((branch) => ({
    value: branch.id,
    title: branch.fn ? `${nameOf(branch)}（${branch.fn.code}）` : nameOf(branch),
    selectable: branch.fn !== null,
    children: optionsOf(branch.children),
  }))

export default function MenuForm({ asked, platformId, functions, onClose, onAdded }: MenuFormProps) {
  const last = useRef(asked)
  if (asked) last.current = asked
  const row = last.current?.row ?? null
  const parent = last.current?.parent ?? null
  const versions = useVersioned(asked !== null, row, async (old) =>
    (await sendCall(menuCalls.menuList, { platformId })).rows.find(({ menuId }) => menuId === old?.menuId),
  )
  const add = useSend(menuCalls.menuAdd, { refreshes: changed })
  const update = useSend(menuCalls.menuUpdate, { refreshes: changed })
  const options = useMemo(() => optionsOf(functions.tree), [functions.tree])
  const initial = row ? valuesOf(row) : blankMenu

  const submit = async (typed: MenuValues) => {
    const values = { ...typed, url: typed.url.trim() }
    try {
      const { base } = versions
      if (base) {
        await versions.guard(() => update.send(updateOf(base, values)))
        toast.success(t('已保存'))
      } else {
        const { menuId } = await add.send(addOf(parent?.menuId ?? null, values, platformId))
        toast.success(t('已添加'))
        onAdded(menuId)
      }
    } catch (error) {
      throw atField(error, fieldOf)
    }
  }
  const fields: ConflictField<MenuValues>[] = [
    { name: 'name', label: t('名称'), words: String },
    { name: 'url', label: t('地址'), words: String },
    { name: 'icon', label: t('图标〔一个〕'), words: String },
    { name: 'functionCodes', label: t('所需功能'), words: (codes: string[]) => listed(codes.map(functions.name)) },
    { name: 'deptTypes', label: t('可见部门类型'), words: (types: number[]) => listed(types.map(deptTypeWords)) },
  ]
  return (
    <FormDialog<MenuValues>
      open={asked !== null}
      as="drawer"
      width={520}
      title={row ? t('修改菜单') : parent ? t('在「{name}」下添加菜单', { name: parent.name }) : t('添加一级菜单')}
      initial={initial}
      onSubmit={submit}
      onClose={onClose}
    >
      <VersionConflict<MenuValues>
        base={versions.base ? valuesOf(versions.base) : blankMenu}
        present={versions.present ? valuesOf(versions.present) : null}
        fields={fields}
        onTake={versions.take}
      />
      <Form.Item name="name" label={t('名称')} rules={[{ required: true, whitespace: true, message: t('请输入名称') }]}>
        <Input maxLength={40} autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="url"
        label={t('地址')}
        extra={<UrlWords />}
        rules={[
          {
            validator: (_, value: string) =>
              isMenuUrl((value ?? '').trim())
                ? Promise.resolve()
                : Promise.reject(new Error(t('应为页面路径、http(s) 地址或 iframe: 加地址'))),
          },
        ]}
      >
        <Input maxLength={500} placeholder={t('/Order/List、https://… 或 iframe:/…；留空为分组')} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item name="icon" label={t('图标〔一个〕')} extra={t('一级菜单显示图标。')}>
        <IconPicker />
      </Form.Item>
      <Form.Item name="functionCodes" label={t('所需功能')} extra={t('需要同时拥有所选功能才能看到；不选则所有人可见。最多 20 项。')}>
        <TreeSelect
          treeData={options}
          multiple
          allowClear
          maxCount={20}
          showSearch={{ treeNodeFilterProp: 'title' }}
          listHeight={320}
          placeholder={t('所有人可见')}
        />
      </Form.Item>
      <Form.Item name="deptTypes" label={t('可见部门类型')} rules={[{ required: true, message: t('请至少选择一种部门类型') }]}>
        <Checkbox.Group options={[1, 2, 3].map((value) => ({ value, label: deptTypeWords(value) }))} />
      </Form.Item>
    </FormDialog>
  )
}

/** What the typed address would open. */
function UrlWords() {
  const form = Form.useFormInstance<MenuValues>()
  const url = (Form.useWatch('url', form) ?? '').trim()
  return isMenuUrl(url) ? kindWords(kindOf(url)) : null
}
