import { cityCalls } from '@chauffeur/contract/operations/city'
import { placeCalls } from '@chauffeur/contract/operations/place'
import { useRef } from 'react'
import { offerUndo, undoBy } from '#kit/edit/undo.ts'
import { toast } from '#platform/browser/events.ts'
import { refresh, sendCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { type Draft, type DraftAction, type End, keepable } from '../draft/desk-draft.ts'
import { refusalOf } from '../draft/desk-refusal.ts'

const shows = [cityCalls.searchPlaces]

/** Keeps a point that was set on the map and has a name as a place of the business, which the next search finds. */
export function useKeepPlace(draft: Draft, cityId: string, dispatch: (action: DraftAction) => void) {
  const may = useMay(placeCalls.save)
  const sending = useRef(false)

  const keep = async (end: End) => {
    const place = keepable(draft, end)
    if (!place || cityId === '' || sending.current) return
    sending.current = true
    const { kept, name, address, lng, lat } = place
    try {
      const { placeId, version } = await sendCall(placeCalls.save, {
        ...(kept && { placeId: kept.placeId, version: kept.version }),
        ...{ cityId, name, address, lng, lat },
      })
      dispatch({ type: 'placeKept', end, kept: { placeId, version, name, lng, lat } })
      const undo = undoBy(placeCalls.remove, { placeId, version })
      offerUndo(t('已存入地点库：{name}', { name }), () => undo().then(() => dispatch({ type: 'placeKept', end, kept: undefined })), shows)
      void refresh(shows)
    } catch (error) {
      toast.error(refusalOf(error).text)
    } finally {
      sending.current = false
    }
  }
  return {
    mayKeep: (end: End) => may && keepable(draft, end) !== null,
    keep: (end: End) => void keep(end),
    /** By key: the end that was worked on last, else the other. */
    keepLast: (last: End) => {
      const end = ([last, 'pickup', 'dropoff'] as const).find((one) => keepable(draft, one))
      if (!may) toast.info(t('您没有维护地点库的权限'))
      else if (end) void keep(end)
      else toast.info(t('先在地图上点出位置并写上名称，才能存入地点库'))
    },
  }
}
