import { templateCalls } from '@chauffeur/contract/pricing-template'
import { useMemo } from 'react'
import { useCall } from '#platform/call.ts'
import { tr, useLocale } from '#platform/text.ts'

/** The cities an operator may price, as drop-down entries too. */
export function useCities() {
  const language = useLocale()
  const { data } = useCall(templateCalls.priceCities, {})
  return useMemo(() => {
    const rows = data?.rows ?? []
    return { rows, language, options: rows.map((city) => ({ value: city.cityId, label: tr(city.name), key: city.cityId })) }
  }, [data, language])
}
