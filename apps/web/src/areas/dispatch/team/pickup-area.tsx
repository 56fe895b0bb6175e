import type { TeamType } from '@chauffeur/contract/dispatch/team'
import type { Polygon } from '@chauffeur/contract/kernel/fields'
import { Form } from 'antd'
import { useMemo, useState } from 'react'
import { FieldFrame } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { addCorner, cornersOf, type Drawing, moveCorner, polygonOf } from '#shared/fence/fence.view.ts'
import { FenceCorners } from '#shared/fence/fence-corners.tsx'
import { areasOf, cityView, useMapConfig } from '#shared/city/map-config.ts'
import { toWgs84 } from '#ui/map/datum.ts'
import { type LngLat, MapView, type MapViewProps } from '#ui/map/map.tsx'
import type { Choices } from '#shared/city/scope-fields.tsx'
import './team.css'

const country = { centre: { lng: 112.5, lat: 31 }, zoom: 4 }

/** Where the customers of a team are picked up; a queue needs it. */
export function AreaField({ cities }: { cities: Choices['cities'] }) {
  const chosen = Form.useWatch<string | undefined>('cityId')
  const queue = Form.useWatch<TeamType | undefined>('type') === 'POI_QUEUE'
  return (
    <FieldFrame
      name="fence"
      label={t('上车区域')}
      required={queue}
      lacking="choose"
      known={{ words: ((area?: Polygon | null) => t('{n} 个点', { n: area ? cornersOf(area).length : 0 })) as never }}
    >
      <PickupArea city={cities.find(({ cityId }) => cityId === chosen)} />
    </FieldFrame>
  )
}

interface AreaProps {
  /** Given by the form. */
  id?: string
  value?: Polygon | null
  onChange?: (area: Polygon | null) => void
  city: Choices['cities'][number] | undefined
}

/** Drawn on the map, or typed into the corners' list; empty for anywhere. */
function PickupArea({ id, value, onChange, city }: AreaProps) {
  const [before, setBefore] = useState<Drawing['before']>([])
  const drawing: Drawing = { corners: value ? cornersOf(value) : [], before }
  const config = useMapConfig()
  const [fitted, setFitted] = useState<readonly LngLat[]>(drawing.corners)
  const areas = useMemo(() => areasOf(city ? [city] : []), [city])
  const view = useMemo<MapViewProps['view']>(
    () => (fitted.length > 0 ? { fit: fitted } : city ? cityView(city) : undefined),
    [fitted, city],
  )
  const draw = (change: (now: Drawing) => Drawing) => {
    const next = change(drawing)
    setBefore(next.before)
    onChange?.(next.corners.length > 0 ? polygonOf(next.corners) : null)
  }
  if (!city)
    return (
      <p id={id} className="dispatch-area-none">
        {t('先选择城市，再在地图上画上车区域')}
      </p>
    )
  return (
    <div id={id}>
      <div className="dispatch-area-map">
        <MapView
          label={t('上车区域地图：方向键移动，加减键缩放，Enter 在十字处加点；下面的边界点列表内容相同')}
          config={config}
          start={country}
          view={view}
          areas={areas}
          lines={polygonOf(drawing.corners).coordinates.map((ring) => ring.map(([lng, lat]) => ({ lng, lat })))}
          marks={drawing.corners.map((place, index) => ({
            ...place,
            id: String(index),
            label: t('第 {n} 点，可拖动', { n: index + 1 }),
            sign: String(index + 1),
            tone: 'corner' as const,
            movable: true,
          }))}
          onGround={(place) => draw((now) => addCorner(now, place))}
          onMarkMoved={(mark, place) => draw((now) => moveCorner(now, Number(mark), place))}
          hint={t('点击地图加点，拖动圆点移动')}
        />
      </div>
      <FenceCorners drawing={drawing} start={toWgs84(city.centre)} onDraw={draw} onFit={setFitted} />
    </div>
  )
}
