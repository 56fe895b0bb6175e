import { FieldFrame, type FieldProps } from '#kit/fields/field.tsx'
import { joined } from '#platform/text/text.ts'
import { DepartmentSelect } from './department-select.tsx'
import type { Department, Departments } from './use-departments.ts'

interface DepartmentFieldProps extends FieldProps {
  departments: Departments
  multiple?: boolean
  /** What nothing chosen means. */
  placeholder?: string
  /** Departments that are shown and cannot be chosen. */
  barred?: (one: Department) => boolean
}

/** A department in the operator's scope, or several. */
export const DepartmentField = ({ departments, multiple, placeholder, barred, ...props }: DepartmentFieldProps) => (
  <FieldFrame
    {...props}
    lacking="choose"
    known={{ words: ((ids?: string | string[]) => joined([ids ?? []].flat().map(departments.path))) as never }}
  >
    <DepartmentSelect
      departments={departments.list}
      multiple={multiple}
      allowClear={!props.required}
      barred={barred}
      placeholder={placeholder}
      loading={departments.pending}
      disabled={props.locked ? true : undefined}
    />
  </FieldFrame>
)
