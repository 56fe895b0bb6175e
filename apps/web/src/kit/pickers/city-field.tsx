import type { FieldProps } from '#kit/fields/field.tsx'
import { SelectField } from '#kit/fields/choice-fields.tsx'
import { t } from '#platform/text/text.ts'
import { useCities } from './use-cities.ts'

interface CityFieldProps extends Omit<FieldProps, 'label'> {
  label?: string
  /** Several; none is all of them. */
  multiple?: boolean
  /** What nothing chosen means. */
  placeholder?: string
}

/** A city in the operator's scope. */
export function CityField({ label = t('城市'), multiple, placeholder = multiple ? t('全部城市') : undefined, ...props }: CityFieldProps) {
  const { options } = useCities()
  return <SelectField {...props} label={label} multiple={multiple} placeholder={placeholder} choices={options} />
}
