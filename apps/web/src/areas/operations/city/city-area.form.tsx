import { AREA_LIMITS, type CityRow, cityOpeningCalls } from '@chauffeur/contract/operations/city-opening'
import { InputNumber, Radio } from 'antd'
import { useMemo, useState } from 'react'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { FieldFrame } from '#kit/fields/fields.ts'
import { sendCall, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { areasOf, cityView, useMapConfig } from '#shared/city/map-config.ts'
import { FenceCorners } from '#shared/fence/fence-corners.tsx'
import { addCorner, cornersOf, type Drawing, moveCorner, polygonOf } from '#shared/fence/fence.view.ts'
import { type LngLat, MapView, type MapViewProps } from '#ui/map/map.tsx'
import { showsCities } from './city.view.ts'
import './city.css'

/** A circle, or an outline about a centre. */
interface Shape {
  centre: LngLat
  radiusM: number
  /** Empty: the circle. */
  corners: readonly LngLat[]
  drawn: boolean
}
const shapeOf = (city: CityRow): Shape => ({
  centre: { lat: city.centre.lat, lng: city.centre.lng },
  radiusM: city.serviceRadiusM,
  corners: city.serviceArea ? cornersOf(city.serviceArea) : [],
  drawn: city.serviceArea !== null,
})

interface Props {
  open: boolean
  row: CityRow
  onClose: () => void
}

/** Where a city is served: from the next quote on. */
export default function CityAreaForm({ open, row: shown, onClose }: Props) {
  const { send } = useSend(cityOpeningCalls.saveArea, { refreshes: showsCities })
  return (
    <EditForm<{ shape: Shape }, CityRow>
      open={open}
      as="drawer"
      width={860}
      title={t('{name} · 服务范围', { name: tr(shown.name) })}
      row={shown}
      valuesOf={(row) => ({ shape: shapeOf(row) })}
      present={async ({ cityId }) => (await sendCall(cityOpeningCalls.list, { pageSize: 200 })).rows.find((row) => row.cityId === cityId)}
      save={({ shape: { centre, radiusM, corners, drawn } }, row) =>
        send({
          cityId: row!.cityId,
          version: row!.version,
          ...centre,
          ...(drawn ? { area: polygonOf(corners) } : { radiusM }),
        })
      }
      fieldOf={{ 'city.areaInvalid': 'shape', radiusM: 'shape', polygon: 'shape' }}
      onClose={onClose}
    >
      {(row) => (
        <FieldFrame
          name="shape"
          label={t('服务范围')}
          filled
          hint={t('上车点在范围内才能报价和下单；已接的订单不受影响')}
          rules={[
            {
              validator: (_, shape?: Shape) =>
                shape?.drawn && shape.corners.length < 3 ? Promise.reject(new Error(t('至少三个点才围成区域'))) : Promise.resolve(),
            },
          ]}
          known={{
            words: (({ drawn, corners, radiusM }: Shape) =>
              drawn ? t('多边形，{n} 个点', { n: corners.length }) : t('半径：{km} 公里', { km: radiusM / 1000 })) as never,
          }}
        >
          <Area city={row ?? shown} />
        </FieldFrame>
      )}
    </EditForm>
  )
}

interface AreaProps {
  /** Given by the form. */
  id?: string
  value?: Shape
  onChange?: (shape: Shape) => void
  city: CityRow
}

function Area({ id, value, onChange, city }: AreaProps) {
  const shape = value ?? shapeOf(city)
  const [before, setBefore] = useState<Drawing['before']>([])
  const drawing: Drawing = { corners: shape.corners, before }
  const config = useMapConfig()
  const [view, setView] = useState<MapViewProps['view']>(() => (shape.drawn ? { fit: shape.corners } : cityView(city)))
  const areas = useMemo(
    () => areasOf([{ ...city, centre: { ...shape.centre, datum: 'WGS84' }, serviceRadiusM: shape.radiusM, serviceArea: null }]),
    [city, shape.centre, shape.radiusM],
  )
  const change = (part: Partial<Shape>) => onChange?.({ ...shape, ...part })
  const draw = (step: (now: Drawing) => Drawing) => {
    const next = step(drawing)
    setBefore(next.before)
    change({ corners: next.corners })
  }
  return (
    <div id={id}>
      <div className="city-copy">
        <Radio.Group
          optionType="button"
          value={shape.drawn}
          options={[
            { value: false, label: t('按半径') },
            { value: true, label: t('按多边形') },
          ]}
          onChange={(event) => change({ drawn: event.target.value as boolean })}
        />
        {shape.drawn ? null : (
          <InputNumber
            aria-label={t('半径（公里）')}
            suffix={t('公里')}
            min={AREA_LIMITS.leastM / 1000}
            max={AREA_LIMITS.mostM / 1000}
            value={shape.radiusM / 1000}
            onChange={(km) => km !== null && change({ radiusM: Math.round(km * 1000) })}
          />
        )}
        <InputNumber
          aria-label={t('中心纬度')}
          prefix={t('中心')}
          className="city-degrees"
          min={-90}
          max={90}
          step={0.001}
          value={shape.centre.lat}
          onChange={(lat) => lat !== null && change({ centre: { ...shape.centre, lat } })}
        />
        <InputNumber
          aria-label={t('中心经度')}
          className="city-degrees"
          min={-180}
          max={180}
          step={0.001}
          value={shape.centre.lng}
          onChange={(lng) => lng !== null && change({ centre: { ...shape.centre, lng } })}
        />
      </div>
      <div className="city-map">
        <MapView
          label={t('服务范围地图：方向键移动，加减键缩放，Enter 在十字处加点；下面的边界点列表内容相同')}
          config={config}
          start={{ centre: shape.centre, zoom: 9 }}
          view={view}
          areas={shape.drawn ? [] : areas}
          lines={shape.drawn ? polygonOf(shape.corners).coordinates.map((ring) => ring.map(([lng, lat]) => ({ lng, lat }))) : []}
          marks={[
            { ...shape.centre, id: 'centre', label: t('中心，可拖动'), sign: '+', tone: 'pickup', movable: true },
            ...(shape.drawn ? shape.corners : []).map((place, index) => ({
              ...place,
              id: String(index),
              label: t('第 {n} 点，可拖动', { n: index + 1 }),
              sign: String(index + 1),
              tone: 'corner' as const,
              movable: true,
            })),
          ]}
          onGround={(place) => (shape.drawn ? draw((now) => addCorner(now, place)) : change({ centre: place }))}
          onMarkMoved={(mark, place) =>
            mark === 'centre' ? change({ centre: place }) : draw((now) => moveCorner(now, Number(mark), place))
          }
          hint={shape.drawn ? t('点击地图加点，拖动圆点移动') : t('点击或拖动设置中心')}
        />
      </div>
      {shape.drawn ? (
        <FenceCorners drawing={drawing} start={shape.centre} onDraw={draw} onFit={(corners) => setView({ fit: corners })} />
      ) : null}
    </div>
  )
}
