import { driverCalls } from '@chauffeur/contract/driver'
import { useEffect, useMemo, useState } from 'react'
import { useCall } from '#platform/call.ts'
import { useSession } from '#platform/session.ts'
import { useTabState } from '#platform/tab.ts'
import { t } from '#platform/text.ts'
import { driverPalette } from '#shared/driver-tone.ts'
import { areasOf, cityView, useMapConfig } from '#shared/map-config.ts'
import { Fault, Skeleton } from '#ui/async.tsx'
import { MapView, type MapViewProps } from '#ui/map/map.tsx'
import { Page } from '#ui/page.tsx'
import { DriverCard } from './driver-card.tsx'
import { type FleetFilter, noFilter } from './fleet.ts'
import { FleetFilters } from './fleet-filters.tsx'
import { FleetList } from './fleet-list.tsx'
import { useFleet } from './use-fleet.ts'
import './driver-map.css'

const country = { centre: { lng: 112.5, lat: 31 }, zoom: 4 }
const STREET = 14.5

/** Where the drivers of the operator's scope are now. */
export default function DriverMapScreen() {
  const { fleet, known, problem, retry } = useFleet()
  const cities = useCall(driverCalls.openCities, {})
  const config = useMapConfig()
  const theme = useSession((state) => state.theme)
  const [filter, setFilter] = useTabState<FleetFilter>('fleet', noFilter)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [following, setFollowing] = useState(false)
  const [view, setView] = useState<MapViewProps['view']>()
  const rows = useMemo(() => cities.data?.rows ?? [], [cities.data])
  const areas = useMemo(() => areasOf(rows), [rows])

  useEffect(() => fleet.setFilter(filter), [fleet, filter])
  // The map goes to the chosen city, and to all of them when none is chosen.
  useEffect(() => {
    const chosen = filter.cityId === '' ? rows : rows.filter((city) => city.cityId === filter.cityId)
    const [first] = chosen
    if (first) setView(chosen.length === 1 ? cityView(first) : { fit: chosen.flatMap((city) => cityView(city).fit), maxZoom: 11 })
  }, [rows, filter.cityId])
  useEffect(() => {
    if (!following || selectedId === null) return
    return fleet.subscribe(() => {
      const place = fleet.points.placeOf(selectedId)
      if (place) setView({ centre: place })
    })
  }, [fleet, following, selectedId])

  const select = (driverId: string, fly: boolean) => {
    setSelectedId(driverId)
    if (driverId !== selectedId) setFollowing(false)
    const place = fleet.points.placeOf(driverId)
    if (fly && place) setView({ centre: place, zoom: STREET })
  }
  const findFirst = () => {
    const [first] = fleet.rows()
    if (first) select(first.driverId, true)
  }

  return (
    <Page title={t('司机地图')} fill>
      <FleetFilters fleet={fleet} filter={filter} cities={rows} onChange={setFilter} />
      <div className="fleet">
        <div className="fleet-map">
          <MapView
            label={t('司机地图：方向键移动，加减键缩放，Enter 选取十字处的司机；右侧列表内容相同')}
            config={config}
            start={country}
            view={view}
            areas={areas}
            points={fleet.points}
            palette={driverPalette(theme)}
            selectedId={selectedId}
            titleOf={(id) => `${fleet.get(id)?.name ?? ''} ${fleet.get(id)?.driverNo ?? ''}`}
            onPick={(id) => select(id, false)}
            onGround={() => setFollowing(false)}
            hint={following ? t('正在跟随 {name}，点击地图停止', { name: fleet.get(selectedId ?? '')?.name ?? '' }) : undefined}
          />
        </div>
        <aside className="fleet-side" aria-label={t('司机列表')}>
          <input
            type="search"
            className="fleet-input"
            aria-label={t('按司机编号或姓名查找')}
            placeholder={t('司机编号或姓名，Enter 定位')}
            value={filter.keyword}
            maxLength={40}
            onChange={(event) => setFilter({ ...filter, keyword: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) findFirst()
            }}
          />
          {known ? (
            <FleetList fleet={fleet} keyword={filter.keyword} selectedId={selectedId} onSelect={(id) => select(id, true)} />
          ) : problem ? (
            <Fault error={problem} retry={retry} />
          ) : (
            <Skeleton lines={8} height={44} />
          )}
          {selectedId === null ? null : (
            <DriverCard
              fleet={fleet}
              driverId={selectedId}
              following={following}
              onFollow={setFollowing}
              onFly={() => select(selectedId, true)}
              onClose={() => {
                setSelectedId(null)
                setFollowing(false)
              }}
            />
          )}
        </aside>
      </div>
    </Page>
  )
}
