import { levelCalls } from '@chauffeur/contract/customer/level'
import { SelectField } from '#kit/fields/fields.ts'
import type { FieldProps } from '#kit/fields/field.tsx'
import { useCall } from '#platform/http/call.ts'
import { tr } from '#platform/text/text.ts'

/** A level of customers, by the names that the business gave them. */
export function LevelField(props: FieldProps & { multiple?: boolean; filled?: boolean }) {
  const levels = useCall(levelCalls.level, {}).data?.levels ?? []
  return <SelectField {...props} choices={levels.map(({ level, name }) => ({ value: level, label: tr(name) }))} />
}
