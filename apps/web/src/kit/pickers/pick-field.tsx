import { FieldFrame, type FieldProps } from '#kit/fields/field.tsx'
import { joined, t } from '#platform/text/text.ts'
import { nameSeen, type PickKind } from './picks.ts'
import { PickSelect, type PickSelectProps } from './pick-select.tsx'

type Own = Pick<PickSelectProps, 'multiple' | 'most' | 'placeholder' | 'cityId' | 'onPicked'>
export type PickFieldProps = Omit<FieldProps, 'label'> & Own & { label?: string }

/** A field of a form whose value is the id, or the ids, of what was looked for on the server. */
function PickField({ kind, multiple, most, placeholder, cityId, onPicked, ...props }: FieldProps & Own & { kind: PickKind }) {
  const words = (value?: string | string[]) => joined([value ?? []].flat().map((id) => nameSeen(kind, id)))
  return (
    <FieldFrame {...props} lacking="choose" known={{ words: words as never }}>
      <PickSelect
        kind={kind}
        multiple={multiple}
        most={most}
        cityId={cityId}
        placeholder={placeholder}
        onPicked={onPicked}
        allowClear={!props.required}
        disabled={props.locked ? true : undefined}
      />
    </FieldFrame>
  )
}

export const CustomerField = ({ label = t('客户'), ...props }: PickFieldProps) => <PickField kind="customer" label={label} {...props} />
const groupKinds = { PRICE: 'priceGroup', TEAM: 'teamGroup' } as const
/** Groups of one type, or of any. */
export const GroupField = ({ label = t('客户分组'), of, ...props }: PickFieldProps & { of?: keyof typeof groupKinds }) => (
  <PickField kind={of ? groupKinds[of] : 'group'} label={label} {...props} />
)
export const EnterpriseField = ({ label = t('企业'), ...props }: PickFieldProps) => <PickField kind="enterprise" label={label} {...props} />
export const ChannelField = ({ label = t('渠道'), ...props }: PickFieldProps) => <PickField kind="channel" label={label} {...props} />
export const CountryCityField = ({ label = t('城市'), ...props }: PickFieldProps) => <PickField kind="country" label={label} {...props} />
export const AdministratorField = ({ label = t('应用管理员'), ...props }: PickFieldProps) => (
  <PickField kind="administrator" label={label} {...props} />
)
