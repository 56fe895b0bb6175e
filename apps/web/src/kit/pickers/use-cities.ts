import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { ownCityCalls } from '@chauffeur/contract/operations/city'
import { useMemo } from 'react'
import { useCall } from '#platform/http/call.ts'
import { joined, t, tr, useLocale } from '#platform/text/text.ts'

type City = AnswerOf<typeof ownCityCalls.commonCities>['rows'][number]
const none: readonly City[] = []

/** The tenant's cities within the operator's scope, as a list and in words; the same object until they or the language change. */
export function useCities() {
  const language = useLocale()
  const list = useCall(ownCityCalls.commonCities, {}).data?.rows ?? none
  return useMemo(() => {
    const names = new Map(list.map(({ cityId, name }) => [cityId, name]))
    const name = (cityId: string) => tr(names.get(cityId) ?? t('其他城市'))
    return {
      language,
      list,
      /** Entries of a drop-down. */
      options: list.map((city) => ({ value: city.cityId, label: tr(city.name) })),
      name,
      /** How far the clock of the first of these cities is ahead of UTC; null for none that is known. */
      offsetMinutes: (...cityIds: readonly (string | undefined)[]) =>
        list.find(({ cityId }) => cityIds.includes(cityId))?.utcOffsetMinutes ?? null,
      /** Where something holds that names these cities: naming none it holds in all. */
      words: (cityIds: readonly string[]) => (cityIds.length === 0 ? t('全部城市') : joined(cityIds.map(name))),
    }
  }, [list, language])
}
