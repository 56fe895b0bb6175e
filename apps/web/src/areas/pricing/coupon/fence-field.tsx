import { couponTemplateCalls } from '@chauffeur/contract/pricing/coupon-template'
import { SelectField, WithField } from '#kit/fields/fields.ts'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'

/** Where the pick-up has to lie: fences of the cities that are chosen. */
export function FenceField({ locked }: { locked: string | false }) {
  const fences = useCall(couponTemplateCalls.fences, {})
  return (
    <WithField name="cityIds">
      {(cityIds) => (
        <SelectField
          name="fenceIds"
          label={t('上车围栏')}
          multiple
          locked={locked}
          loading={fences.isPending}
          placeholder={t('不限')}
          choices={(fences.data?.rows ?? [])
            .filter(({ cityId }) => !(cityIds as string[] | undefined)?.length || (cityIds as string[]).includes(cityId))
            .map(({ fenceId, name, cityName }) => ({ value: fenceId, label: name, why: tr(cityName) }))}
        />
      )}
    </WithField>
  )
}
