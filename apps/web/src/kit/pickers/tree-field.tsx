import { TreeSelect } from 'antd'
import { joined } from '#platform/text/text.ts'
import { FieldFrame, type FieldProps } from '#kit/fields/field.tsx'

/** Chosen out of a tree, found by any part of a title. */
export interface Branches {
  value: string
  title: string
  selectable?: boolean
  disabled?: boolean
  children: Branches[]
}
interface TreeProps extends FieldProps {
  tree: Branches[]
  multiple?: boolean
  most?: number
  placeholder?: string
}
const titlesIn = (tree: readonly Branches[]): Map<string, string> =>
  new Map(tree.flatMap((one) => [[one.value, one.title] as const, ...titlesIn(one.children)]))
export function TreeField({ tree, multiple, most, placeholder, ...props }: TreeProps) {
  const words = (value: unknown) =>
    joined(
      [value ?? []]
        .flat()
        .filter(Boolean)
        .map((one) => titlesIn(tree).get(String(one)) ?? String(one)),
    )
  return (
    <FieldFrame
      {...props}
      lacking="choose"
      known={{ words: words as never }}
      getValueProps={(value?: string | string[]) => ({ value: value || undefined })}
      getValueFromEvent={(value?: string | string[]) => value ?? ''}
    >
      <TreeSelect<string | string[]>
        treeData={tree}
        multiple={multiple}
        maxCount={most}
        allowClear={!props.required}
        showSearch={{ treeNodeFilterProp: 'title' }}
        listHeight={320}
        placeholder={placeholder}
        disabled={props.locked ? true : undefined}
      />
    </FieldFrame>
  )
}
