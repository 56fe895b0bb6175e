import { driverCalls } from '@chauffeur/contract/driver/list'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useSession } from '#platform/session/session.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { driverPalette } from '#shared/driver/driver-tone.ts'
import { areasOf, cityView, useMapConfig } from '#shared/city/map-config.ts'
import { Fault, Skeleton } from '#ui/page/async.tsx'
import { gathered } from '#ui/map-points/geo.ts'
import { MapView, type MapViewProps } from '#ui/map/map.tsx'
import { Page } from '#ui/page/page.tsx'
import { type DriverChange, DriverActions } from '../file/driver-actions.tsx'
import { DriverCard } from './driver-card.tsx'
import { type FleetFilter, noFilter } from './fleet.view.ts'
import { FleetFilters } from './fleet.filters.tsx'
import { FleetList } from './fleet.list.tsx'
import { useFleet } from './use-fleet.ts'
import { useListenRing } from './use-listen-ring.ts'
import { useMapLayers, useZones } from './use-map-layers.ts'
import { orderIdOf, spotOf, useHeat, useSpots, useWaiting, type WaitingOrder } from './use-waiting.ts'
import { WaitingCard, WaitingList } from './waiting-card.tsx'
import './position.css'

const country = { centre: { lng: 112.5, lat: 31 }, zoom: 4 }
const STREET = 14.5

/** Where drivers are now, in the operator's scope; `organisationsOnly` leaves out whoever belongs to no organisation. */
export function FleetMap({ organisationsOnly }: { organisationsOnly: boolean }) {
  const { fleet, known, problem, retry } = useFleet(organisationsOnly)
  const cities = useCall(organisationsOnly ? driverCalls.orgOpenCities : driverCalls.openCities, {})
  const config = useMapConfig()
  const theme = useSession((state) => state.theme)
  const [stored, setFilter] = useTabState<FleetFilter>('fleet', noFilter)
  const filter = useMemo(() => ({ ...noFilter, ...stored }), [stored])
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [following, setFollowing] = useState(false)
  const [asked, setAsked] = useState<DriverChange | null>(null)
  const [view, setView] = useState<MapViewProps['view']>()
  const orgs = useCall(driverCalls.orgs, filter.cityId === '' ? {} : { cityId: filter.cityId }, { keepPrevious: true })
  const rows = useMemo(() => cities.data?.rows ?? [], [cities.data])
  const areas = useMemo(() => areasOf(rows), [rows])
  const { cityId, orgIds } = filter
  const { orders: waiting, count } = useWaiting(useMemo(() => ({ cityId, orgIds, organisationsOnly }), [cityId, orgIds, organisationsOnly]))
  const { layers, shown, turn } = useMapLayers(count)
  const spots = useSpots(waiting, shown('orders'))
  const heat = useHeat(fleet, waiting, shown('heat'))
  const zones = useZones(cityId, shown)
  const orderId = selectedId === null ? null : orderIdOf(selectedId)
  const rings = useListenRing(fleet, orderId === null ? selectedId : null)

  useEffect(() => fleet.setFilter(filter), [fleet, filter])
  // The map goes to the drivers of the chosen city once they are known, to the city itself when it has none; all of them when none is chosen.
  useEffect(() => {
    const chosen = cityId === '' ? rows : rows.filter((city) => city.cityId === cityId)
    if (!known || chosen.length === 0) return
    const places = fleet.placesOf(cityId)
    setView(places.length > 0 ? { fit: gathered(places), maxZoom: 14 } : { fit: chosen.flatMap((city) => cityView(city).fit) })
  }, [fleet, known, rows, cityId])

  const select = (driverId: string, fly: boolean) => {
    setSelectedId(driverId)
    if (driverId !== selectedId) setFollowing(false)
    const place = fleet.points.placeOf(driverId)
    if (fly && place) setView({ centre: place, zoom: STREET })
  }
  const selectOrder = ({ orderId: id, lng, lat }: WaitingOrder) => {
    setSelectedId(spotOf(id))
    setFollowing(false)
    if (lng !== null && lat !== null) setView({ centre: { lng, lat }, zoom: STREET })
  }
  const close = () => {
    setSelectedId(null)
    setFollowing(false)
  }
  const findFirst = () => {
    const [first] = fleet.rows()
    if (first) select(first.driverId, true)
  }
  const labelOf = useCallback((id: string) => fleet.get(id)?.driverNo ?? '', [fleet])
  const titleOf = (id: string) => {
    const order = waiting.find((one) => one.orderId === orderIdOf(id))
    return order ? `${order.orderNo} ${order.pickupAddress}` : `${fleet.get(id)?.name ?? ''} ${fleet.get(id)?.driverNo ?? ''}`
  }

  return (
    <Page title={organisationsOnly ? t('机构司机地图') : t('司机地图')} fill>
      <FleetFilters
        fleet={fleet}
        filter={filter}
        cities={rows}
        orgs={orgs.data?.rows ?? []}
        // Another city has other organisations.
        onChange={(next) => setFilter(next.cityId === cityId ? next : { ...next, orgIds: [] })}
      />
      <div className="fleet">
        <div className="fleet-map">
          <MapView
            label={t('司机地图：方向键移动，加减键缩放，Enter 选取十字处的司机；右侧列表内容相同')}
            config={config}
            start={country}
            view={view}
            areas={areas}
            points={fleet.points}
            spots={spots}
            heat={heat}
            zones={zones}
            rings={rings}
            layers={layers}
            onLayer={turn}
            pointsShown={shown('drivers')}
            labelOf={labelOf}
            palette={driverPalette(theme)}
            selectedId={selectedId}
            followId={following ? selectedId : null}
            titleOf={titleOf}
            onPick={(id) => select(id, false)}
            onGround={() => setFollowing(false)}
            onFollowEnd={() => setFollowing(false)}
            hint={
              following
                ? t('正在跟随 {name}，拖动地图停止', { name: fleet.get(selectedId ?? '')?.name ?? '' })
                : shown('heat')
                  ? t('格内数字：等待订单 / 空闲司机')
                  : undefined
            }
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
          {shown('orders') && waiting.length > 0 ? <WaitingList orders={waiting} selectedId={orderId} onSelect={selectOrder} /> : null}
          {known ? (
            <FleetList
              fleet={fleet}
              keyword={filter.keyword}
              organisationsOnly={organisationsOnly}
              selectedId={selectedId}
              onSelect={(id) => select(id, true)}
            />
          ) : problem ? (
            <Fault error={problem} retry={retry} />
          ) : (
            <Skeleton lines={8} height={44} />
          )}
          {orderId !== null ? (
            <WaitingCard order={waiting.find((one) => one.orderId === orderId)} onClose={close} />
          ) : selectedId === null ? null : (
            <DriverCard
              key={selectedId}
              fleet={fleet}
              driverId={selectedId}
              following={following}
              onFollow={setFollowing}
              onFly={() => select(selectedId, true)}
              onAsk={setAsked}
              onClose={close}
            />
          )}
        </aside>
      </div>
      <DriverActions asked={asked} onClose={() => setAsked(null)} />
    </Page>
  )
}
