import { useMemo, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { addCorner, type Drawing, emptyDrawing, moveCorner, polygonOf } from '#shared/fence/fence.view.ts'
import { FenceCorners } from '#shared/fence/fence-corners.tsx'
import { areasOf, cityView, useMapConfig } from '#shared/city/map-config.ts'
import { toWgs84 } from '#ui/map/datum.ts'
import { type LngLat, MapView, type MapViewProps } from '#ui/map/map.tsx'
import type { Choices } from '#shared/city/scope-fields.tsx'
import './team.css'

const country = { centre: { lng: 112.5, lat: 31 }, zoom: 4 }

interface Props {
  /** Given by the form. */
  value?: Drawing
  onChange?: (drawing: Drawing) => void
  city: Choices['cities'][number] | undefined
}

/** Where the customers of a team are picked up: drawn on the map, or typed into the corners' list; empty for anywhere. */
export function PickupArea({ value = emptyDrawing, onChange, city }: Props) {
  const config = useMapConfig()
  const [fitted, setFitted] = useState<readonly LngLat[]>(value.corners)
  const areas = useMemo(() => areasOf(city ? [city] : []), [city])
  const view = useMemo<MapViewProps['view']>(
    () => (fitted.length > 0 ? { fit: fitted } : city ? cityView(city) : undefined),
    [fitted, city],
  )
  const draw = (change: (drawing: Drawing) => Drawing) => onChange?.(change(value))
  if (!city) return <p className="dispatch-area-none">{t('先选择城市，再在地图上画上车区域')}</p>
  return (
    <>
      <div className="dispatch-area-map">
        <MapView
          label={t('上车区域地图：方向键移动，加减键缩放，Enter 在十字处加点；下面的边界点列表内容相同')}
          config={config}
          start={country}
          view={view}
          areas={areas}
          lines={polygonOf(value.corners).coordinates.map((ring) => ring.map(([lng, lat]) => ({ lng, lat })))}
          marks={value.corners.map((place, index) => ({
            ...place,
            id: String(index),
            label: t('第 {n} 点，可拖动', { n: index + 1 }),
            sign: String(index + 1),
            tone: 'corner' as const,
            movable: true,
          }))}
          onGround={(place) => draw((drawing) => addCorner(drawing, place))}
          onMarkMoved={(id, place) => draw((drawing) => moveCorner(drawing, Number(id), place))}
          hint={t('点击地图加点，拖动圆点移动')}
        />
      </div>
      <FenceCorners drawing={value} start={toWgs84(city.centre)} onDraw={draw} onFit={setFitted} />
    </>
  )
}
