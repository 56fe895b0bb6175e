import { orderTrackCalls } from '@chauffeur/contract/order/track'
import { liveServiceStatuses } from '@chauffeur/contract/order/model'
import { useMemo } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { useMapConfig } from '#shared/city/map-config.ts'
import { Async } from '#ui/page/async.tsx'
import { Distance, Duration } from '#ui/show/measure.tsx'
import { filledWords } from '#kit/show/measured.tsx'
import { TrackReplay } from '#ui/track/track-replay.tsx'
import { pointOf } from '#shared/order/place.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import type { OrderDetail } from '../order.view.ts'
import '../order.css'
import './evidence.css'

/** Of a place that is only words there is nothing to draw. */
function markOf(id: 'pickup' | 'dropoff', place: OrderDetail['dropoff'], sign: string) {
  const at = pointOf(place)
  return at ? [{ id, ...at, label: place?.address ?? '', name: place?.address ?? '', sign, tone: id }] : []
}

/** The driver's way from acceptance on, played back on the map. */
export default function OrderTrack({ order }: { order: OrderDetail }) {
  const live = liveServiceStatuses.includes(order.serviceStatus)
  const query = useCall(orderTrackCalls.get, { orderId: order.orderId }, live ? { refetchIntervalS: 15 } : {})
  const config = useMapConfig()
  const points = useMemo(() => query.data?.points.map(({ at, lat, lng }) => ({ atMs: Date.parse(at), lat, lng })) ?? [], [query.data])
  const alongRoadsMs = useMemo(
    () => query.data?.gaps.flatMap(({ from, filledM }) => (filledM === null ? [] : [Date.parse(from)])) ?? [],
    [query.data],
  )
  const { pickup, dropoff } = order
  const marks = useMemo(() => [...markOf('pickup', pickup, t('上')), ...markOf('dropoff', dropoff, t('下'))], [pickup, dropoff])
  return (
    <Async query={query}>
      {(track) => (
        <div className="order-track">
          <p className="order-sentence">
            {track.quality ? (
              <>
                <Tag tone={track.quality === 'GOOD' ? 'done' : 'wait'}>{qualityWords(track.quality)}</Tag>
                {' · '}
              </>
            ) : null}
            {track.final ? t('计费里程') : t('目前里程')} <Distance m={track.distanceM} />
            {track.gapS > 0 ? (
              <>
                {' · '}
                {t('缺少定位')} <Duration s={track.gapS} />
              </>
            ) : null}
            {track.filled ? ` · ${filledWords(track.filled)}` : null}
          </p>
          <div className="order-track-map">
            <TrackReplay
              label={t('订单 {no} 的行驶轨迹', { no: order.orderNo })}
              config={config}
              points={points}
              quality={track.quality}
              alongRoadsMs={alongRoadsMs}
              {...(track.departAt && { fromMs: Date.parse(track.departAt) })}
              {...(track.endedAt && { toMs: Date.parse(track.endedAt) })}
              marks={marks}
            />
          </div>
        </div>
      )}
    </Async>
  )
}

function qualityWords(quality: 'GOOD' | 'GAPS' | 'ESTIMATED'): string {
  if (quality === 'GOOD') return t('轨迹完整')
  return quality === 'GAPS' ? t('轨迹有缺失') : t('里程为估算')
}
