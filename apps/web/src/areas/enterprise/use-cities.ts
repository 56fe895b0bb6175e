import { peopleCalls } from '@chauffeur/contract/people'
import { useMemo } from 'react'
import { useCall } from '#platform/call.ts'
import { t, tr, useLocale } from '#platform/text.ts'

/** The cities within the operator's scope as drop-down entries, and where an enterprise pays in words. */
export function useCities() {
  const language = useLocale()
  const rows = useCall(peopleCalls.commonCities, {}).data?.rows
  return useMemo(() => {
    const list = rows ?? []
    const names = new Map(list.map(({ cityId, name }) => [cityId, name]))
    return {
      language,
      list,
      words: (cityIds: readonly string[]) =>
        cityIds.length === 0 ? t('全部城市') : cityIds.map((cityId) => tr(names.get(cityId) ?? t('其他城市'))).join(t('、')),
    }
  }, [rows, language])
}
