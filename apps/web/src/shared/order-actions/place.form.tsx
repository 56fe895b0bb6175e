import { ownCityCalls } from '@chauffeur/contract/operations/city'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { Form } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FieldFrame, RadioField, TextField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { useCall } from '#platform/http/call.ts'
import { cityView, useMapConfig } from '#shared/city/map-config.ts'
import { pointOf } from '#shared/order/place.view.ts'
import { type LngLat, MapView } from '#ui/map/map.tsx'
import type { ActedOrder } from './actions.view.ts'
import { OrderForm, type OrderFormProps } from './order.form.tsx'
import './order-actions.css'

type End = 'PICKUP' | 'DROPOFF'
const country = { centre: { lng: 112.5, lat: 31 }, zoom: 4 }
const placeOf = ({ pickup, dropoff }: ActedOrder, end: End) => (end === 'PICKUP' ? pickup : dropoff) ?? null

/** Other words for an end of the trip, or where on the map it is: an order that waited for that goes on by itself. */
export function PlaceForm(props: OrderFormProps) {
  const { order } = props
  const [moved, setMoved] = useState<Partial<Record<End, LngLat>>>({})
  return (
    <OrderForm
      {...props}
      call={orderEditCalls.changePlace}
      input={({ end, address, note }, version) => {
        const before = placeOf(order, end)
        const at = moved[end] ?? pointOf(before)
        const pin = moved[end] ? 'DRAGGED' : before && before.pin !== 'NONE' ? before.pin : undefined
        return { orderId: order.orderId, version, end, address, ...at, pin, ...(end === 'PICKUP' && { note: note ?? '' }) }
      }}
      initial={{ end: 'PICKUP', address: order.pickup?.address ?? '', note: order.pickup?.note ?? '' }}
      title={t('修改上车点或目的地')}
      okText={t('修改')}
      saved={t('已修改，订单按新的位置继续')}
    >
      <PlaceFields order={order} moved={moved} onMoved={(end, at) => setMoved((before) => ({ ...before, [end]: at }))} />
    </OrderForm>
  )
}

interface Fields {
  order: ActedOrder
  moved: Partial<Record<End, LngLat>>
  onMoved: (end: End, at: LngLat) => void
}
function PlaceFields({ order, moved, onMoved }: Fields) {
  const form = Form.useFormInstance()
  const end = Form.useWatch<End | undefined>('end') ?? 'PICKUP'
  const shown = useRef(end)
  useEffect(() => {
    if (shown.current === end) return
    shown.current = end
    form.setFieldsValue({ address: placeOf(order, end)?.address ?? '' })
  }, [end, form, order])
  const config = useMapConfig()
  const before = pointOf(placeOf(order, end))
  const other = pointOf(placeOf(order, end === 'PICKUP' ? 'DROPOFF' : 'PICKUP'))
  const at = moved[end] ?? before
  // Where it is set stays where it was clicked: the map moves with the end alone.
  const centre = before ?? other
  const { lat, lng } = centre ?? {}
  const city = useCall(ownCityCalls.commonCities, {}).data?.rows.find(({ cityId }) => cityId === order.cityId)
  const view = useMemo(
    () => (lat !== undefined && lng !== undefined ? { centre: { lat, lng }, zoom: 15 } : city && cityView(city)),
    [lat, lng, city],
  )
  return (
    <>
      <RadioField
        name="end"
        label={t('修改哪一个')}
        buttons
        choices={[
          { value: 'PICKUP', label: t('上车点') },
          { value: 'DROPOFF', label: t('目的地') },
        ]}
      />
      <TextField name="address" label={t('地址')} required maxLength={200} />
      {end === 'PICKUP' ? <TextField name="note" label={t('上车提示')} placeholder={t('例如：3 号门，指示牌下')} maxLength={100} /> : null}
      <FieldFrame
        name="at"
        label={t('位置')}
        hint={at ? t('点击地图或拖动标记可移动') : t('点击地图标出位置；没有位置时只有文字，系统不会自动派单')}
      >
        <div className="order-place-map">
          <MapView
            label={t('地图：方向键移动，加减键缩放，Enter 选取十字处')}
            config={config}
            start={country}
            {...(view && { view })}
            marks={
              at
                ? [
                    {
                      id: end,
                      ...at,
                      label: t('位置'),
                      sign: end === 'PICKUP' ? t('上') : t('下'),
                      tone: end === 'PICKUP' ? 'pickup' : 'dropoff',
                      movable: true,
                    },
                  ]
                : []
            }
            onGround={(place) => onMoved(end, place)}
            onMarkMoved={(_, place) => onMoved(end, place)}
          />
        </div>
      </FieldFrame>
    </>
  )
}
