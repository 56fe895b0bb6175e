import { Button, Form, Input, InputNumber } from 'antd'
import { useMemo, useState } from 'react'
import { FieldFrame } from '#kit/fields/fields.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { joined, t } from '#platform/text/text.ts'
import { areasOf, cityView, useMapConfig } from '#shared/city/map-config.ts'
import { toWgs84 } from '#ui/map/datum.ts'
import { type MapMark, MapView, type MapViewProps } from '#ui/map/map.tsx'
import { clicked, dragged, isFull, type PlacePoints, withDoor, withoutDoor } from './place.view.ts'
import './place.css'

const country = { centre: { lng: 112.5, lat: 31 }, zoom: 4 }
const nowhere: PlacePoints = { at: null, entrances: [] }
const words = (points: PlacePoints = nowhere) =>
  joined(
    [
      points.at ? `${points.at.lat}, ${points.at.lng}` : '',
      ...points.entrances.map(({ name, note }) => (note ? `${name}（${note}）` : name)),
    ].filter(Boolean),
  )

/** Where the place is and where its doors are: on the map, or as numbers. */
export const PointsField = () => (
  <FieldFrame
    name="points"
    label={t('位置与出入口')}
    required
    lacking="choose"
    rules={[
      {
        validator: (_, points: PlacePoints = nowhere) => {
          if (!points.at) return Promise.reject(new Error(t('请在地图上点出位置')))
          return points.entrances.some(({ name }) => name.trim() === '')
            ? Promise.reject(new Error(t('出入口要有名称')))
            : Promise.resolve()
        },
      },
    ]}
    known={{ words: words as never }}
  >
    <Points />
  </FieldFrame>
)

interface PointsProps {
  /** Given by the form. */
  id?: string
  value?: PlacePoints
  onChange?: (points: PlacePoints) => void
}

function Points({ id, value = nowhere, onChange }: PointsProps) {
  const cityId = Form.useWatch<string | undefined>('cityId')
  const { list } = useCities()
  const city = list.find((one) => one.cityId === cityId)
  const config = useMapConfig()
  const areas = useMemo(() => areasOf(city ? [city] : []), [city])
  const [opened] = useState(value)
  const view = useMemo<MapViewProps['view']>(() => {
    if (opened.at) return { fit: [opened.at, ...opened.entrances], maxZoom: 16 }
    return city ? cityView(city) : undefined
  }, [opened, city])
  const doorName = (n: number) => t('{n} 号门', { n })
  const marks: MapMark[] = [
    ...(value.at
      ? [{ ...value.at, id: 'place', label: t('地点位置，可拖动'), sign: t('点'), tone: 'pickup' as const, movable: true }]
      : []),
    ...value.entrances.map((door, n) => ({
      lat: door.lat,
      lng: door.lng,
      id: String(n),
      label: t('出入口 {name}，可拖动', { name: door.name }),
      sign: String(n + 1),
      tone: 'corner' as const,
      movable: true,
    })),
  ]
  if (!city)
    return (
      <p id={id} className="place-none">
        {t('先选择城市，再在地图上点出位置')}
      </p>
    )
  const middle = toWgs84(city.centre)
  return (
    <div id={id}>
      <div className="place-map">
        <MapView
          label={t('地点地图：方向键移动，加减键缩放，Enter 在十字处设点；下面可填经纬度')}
          config={config}
          start={country}
          view={view}
          areas={areas}
          marks={marks}
          onGround={(place) => onChange?.(clicked(value, place, doorName))}
          onMarkMoved={(pin, place) => onChange?.(dragged(value, pin, place))}
          hint={value.at ? t('点击地图添加出入口，拖动图钉移动') : t('点击地图设为地点位置')}
        />
      </div>
      <ol className="place-points">
        <li>
          <span className="place-point-name">{t('地点位置')}</span>
          <Degrees at={value.at} name={t('地点位置')} onChange={(at) => onChange?.({ ...value, at })} from={middle} />
        </li>
        {value.entrances.map((door, n) => (
          <li key={n}>
            <Input
              aria-label={t('出入口 {n} 名称', { n: n + 1 })}
              prefix={<span className="ui-number">{n + 1}</span>}
              value={door.name}
              maxLength={40}
              onChange={(event) => onChange?.(withDoor(value, n, { name: event.target.value }))}
            />
            <Input
              aria-label={t('出入口 {n} 上车提示', { n: n + 1 })}
              placeholder={t('在这里怎么等')}
              value={door.note}
              maxLength={60}
              onChange={(event) => onChange?.(withDoor(value, n, { note: event.target.value }))}
            />
            <Degrees at={door} name={t('出入口 {n}', { n: n + 1 })} onChange={(at) => onChange?.(withDoor(value, n, at))} from={door} />
            <Button aria-label={t('删除出入口 {n}', { n: n + 1 })} onClick={() => onChange?.(withoutDoor(value, n))}>
              {t('删除')}
            </Button>
          </li>
        ))}
      </ol>
      <Button size="small" disabled={!value.at || isFull(value)} onClick={() => value.at && onChange?.(clicked(value, value.at, doorName))}>
        {t('添加出入口')}
      </Button>
    </div>
  )
}

interface DegreesProps {
  name: string
  at: { lat: number; lng: number } | null
  /** Where it begins when one of the two is typed first. */
  from: { lat: number; lng: number }
  onChange: (at: { lat: number; lng: number }) => void
}
const Degrees = ({ name, at, from, onChange }: DegreesProps) => (
  <span className="place-degrees">
    <InputNumber
      aria-label={t('{name}纬度', { name })}
      placeholder={t('纬度')}
      value={at?.lat ?? null}
      min={-90}
      max={90}
      step={0.0001}
      onChange={(lat) => lat !== null && onChange({ lat, lng: (at ?? from).lng })}
    />
    <InputNumber
      aria-label={t('{name}经度', { name })}
      placeholder={t('经度')}
      value={at?.lng ?? null}
      min={-180}
      max={180}
      step={0.0001}
      onChange={(lng) => lng !== null && onChange({ lng, lat: (at ?? from).lat })}
    />
  </span>
)
