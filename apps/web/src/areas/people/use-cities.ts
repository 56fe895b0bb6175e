import { peopleCalls } from '@chauffeur/contract/people'
import { useMemo } from 'react'
import { useCall } from '#platform/call.ts'
import { tr, useLocale } from '#platform/text.ts'

const none: readonly { cityId: string; name: string }[] = []

/** The tenant's cities within the operator's scope, and their names. */
export function useCities() {
  const language = useLocale()
  const rows = useCall(peopleCalls.commonCities, {}).data?.rows
  return useMemo(() => {
    const names = new Map((rows ?? none).map(({ cityId, name }) => [cityId, name]))
    return { list: rows ?? none, name: (cityId: string) => tr(names.get(cityId) ?? cityId), language }
  }, [rows, language])
}
