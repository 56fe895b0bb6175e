import { TreeSelect, type TreeSelectProps } from 'antd'
import { useMemo } from 'react'
import { treeOf, type Branch } from '../tree/tree-move.view.ts'
import type { Department } from './use-departments.ts'

interface TreeOption {
  value: string
  title: string
  disabled: boolean
  children: TreeOption[]
}

const optionsOf = (branches: readonly (Department & Branch)[], barred: (one: Department) => boolean): TreeOption[] =>
  branches.map((one) => ({
    value: one.id,
    title: one.name,
    disabled: barred(one),
    children: optionsOf(one.children as (Department & Branch)[], barred),
  }))

const nobody = () => false

/** One or several departments out of the tree, found by any part of their name. */
export function DepartmentSelect({
  departments,
  barred = nobody,
  ...rest
}: { departments: readonly Department[]; barred?: (one: Department) => boolean } & Omit<TreeSelectProps<string | string[]>, 'treeData'>) {
  const treeData = useMemo(() => optionsOf(treeOf(departments), barred), [departments, barred])
  return (
    <TreeSelect<string | string[]>
      treeData={treeData}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll={departments.length <= 60}
      popupMatchSelectWidth={false}
      listHeight={320}
      {...rest}
    />
  )
}
