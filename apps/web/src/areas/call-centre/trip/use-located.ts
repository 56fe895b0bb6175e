import { cityCalls } from '@chauffeur/contract/operations/city'
import { useEffect } from 'react'
import { useCall } from '#platform/http/call.ts'
import { toWgs84 } from '#ui/map/datum.ts'
import { type Draft, type DraftAction, type End, isWordsAlone } from '../draft/desk-draft.ts'

/**
 * Looks up on the map where words are that were kept without choosing a place. They stay the address; where nobody finds them the order goes
 * without a place. True while that is being asked.
 */
function useLocated(end: End, draft: Draft, cityId: string, dispatch: (action: DraftAction) => void, enabled: boolean): boolean {
  const text = draft.text[end].trim()
  const asks = enabled && cityId !== '' && isWordsAlone(draft, end)
  const found = useCall(cityCalls.geocodeAddress, { cityId, address: text }, { enabled: asks, silent: true })
  const place = asks ? found.data?.found : undefined
  useEffect(() => {
    if (place) dispatch({ type: 'placeFound', end, text, place: { address: text, ...toWgs84(place), note: place.pickupNote } })
  }, [place, end, text, dispatch])
  return asks && !found.error && found.data?.found !== null
}

/** The same for both ends, but for the one that is being typed. */
export const useLocating = (
  draft: Draft,
  cityId: string,
  dispatch: (action: DraftAction) => void,
  typing: End | null,
): Record<End, boolean> => {
  const mayLook = draft.placed === null && draft.attempt === null
  return {
    pickup: useLocated('pickup', draft, cityId, dispatch, mayLook && typing !== 'pickup'),
    dropoff: useLocated('dropoff', draft, cityId, dispatch, mayLook && typing !== 'dropoff'),
  }
}
