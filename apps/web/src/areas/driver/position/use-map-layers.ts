import { dispatchTeamsCalls } from '@chauffeur/contract/dispatch/team'
import { fenceCalls } from '@chauffeur/contract/pricing/fence'
import { useMemo } from 'react'
import { usePreference } from '#kit/filter/use-preference.ts'
import { useCall } from '#platform/http/call.ts'
import { useCan, useMay, useSession } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { cornersOf } from '#shared/fence/fence.view.ts'
import { overlayInk } from '#ui/map/overlay-ink.ts'
import type { MapLayer, MapZone } from '#ui/map/map.tsx'
import { type LayerId, layersOf, turned } from './fleet.view.ts'

const MOST = 200
const none: readonly never[] = []

/** What of the map is drawn, as this person last chose it; what they may not see is no layer. `orders`: how many wait, null before it is known. */
export function useMapLayers(orders: number | null) {
  const kept = usePreference('driverMap.layers')
  const theme = useSession((state) => state.theme)
  const mayOrders = useCan('order.view')
  const mayFences = useMay(fenceCalls.fenceList)
  const mayTeams = useMay(dispatchTeamsCalls.list)
  const on = useMemo(() => layersOf(kept.value), [kept.value])
  const ink = overlayInk[theme]
  const layers = useMemo<MapLayer[]>(() => {
    const one = (id: LayerId, name: string, more: Partial<MapLayer> = {}) => ({ id, name, on: on.has(id), ...more })
    return [
      one('drivers', t('在线司机')),
      ...(mayOrders
        ? [one('orders', t('等待接单'), { colour: ink.waiting, ...(orders !== null && { count: orders }) }), one('heat', t('供需热力'))]
        : []),
      ...(mayFences ? [one('fences', t('价格围栏'), { colour: ink.fence })] : []),
      ...(mayTeams ? [one('teams', t('车队区域'), { colour: ink.team })] : []),
    ]
  }, [on, orders, mayOrders, mayFences, mayTeams, ink])
  return {
    layers,
    shown: (id: LayerId) => layers.some((layer) => layer.id === id && layer.on),
    turn: (id: string, to: boolean) => kept.save(turned(on, id, to)),
  }
}

/** Fences and team areas of a city, or of all of them. */
export function useZones(cityId: string, shown: (id: LayerId) => boolean): readonly MapZone[] {
  const [withFences, withTeams] = [shown('fences'), shown('teams')]
  const input = { pageSize: MOST, ...(cityId && { cityId }) }
  const fences = useCall(fenceCalls.fenceList, input, { enabled: withFences, keepPrevious: true, silent: true }).data?.rows ?? none
  const teams = useCall(dispatchTeamsCalls.list, input, { enabled: withTeams, keepPrevious: true, silent: true }).data?.rows ?? none
  return useMemo<MapZone[]>(
    () => [
      ...(withFences ? fences : none).map(({ fenceId, name, polygon, enabled }) => ({
        id: `fence:${fenceId}`,
        kind: 'fence' as const,
        name,
        ring: cornersOf(polygon),
        off: !enabled,
      })),
      ...(withTeams ? teams : none).flatMap(({ teamId, name, fence, enabled }) =>
        fence ? [{ id: `team:${teamId}`, kind: 'team' as const, name, ring: cornersOf(fence), off: !enabled }] : [],
      ),
    ],
    [fences, teams, withFences, withTeams],
  )
}
