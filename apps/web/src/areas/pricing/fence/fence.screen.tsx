import { fenceCalls, fenceSideText, type PriceFence } from '@chauffeur/contract/pricing/fence'
import { Button, Select } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useCall, useSend } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { offerUndo, undoBy } from '#kit/edit/undo.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { areasOf, cityView, useMapConfig } from '#shared/city/map-config.ts'
import { daysOf, weekdayText } from '#ui/show/weekdays.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { toWgs84 } from '#ui/map/datum.ts'
import { type LngLat, type MapMark, MapView, type MapViewProps } from '#ui/map/map.tsx'
import { Page } from '#ui/page/page.tsx'
import { EnabledTag } from '#ui/show/tag.tsx'
import type { FenceDraft } from './fence.view.ts'
import { FenceForm } from './fence.form.tsx'
import { addCorner, cornersOf, type Drawing, emptyDrawing, moveCorner, polygonOf } from '#shared/fence/fence.view.ts'
import './fence.css'
import '../pricing.css'

const centreOf = (cities: ReturnType<typeof useCities>['list'], cityId: string) => {
  const city = cities.find((one) => one.cityId === cityId)
  return city ? toWgs84(city.centre) : country.centre
}
const country = { centre: { lng: 112.5, lat: 31 }, zoom: 4 }

/** Areas with a price of their own: on the map and, in the same order, in a list. */
export default function FenceScreen() {
  const cities = useCities()
  const [cityId, setCityId] = useTabState('city', '')
  const [editing, setEditing] = useTabState<FenceDraft | null>('editing', null)
  const [testing, setTesting] = useState<LngLat | null>(null)
  const [view, setView] = useState<MapViewProps['view']>()
  const config = useMapConfig()
  const mayEdit = useMay(fenceCalls.fenceSave)
  const query = useCall(fenceCalls.fenceList, { pageSize: 200, ...(cityId && { cityId }) })
  const fences = query.data?.rows ?? []
  const areas = useMemo(() => areasOf(cities.list), [cities.list])

  useEffect(() => {
    if (cityId === '' && cities.list[0]) setCityId(cities.list[0].cityId)
  }, [cityId, cities.list, setCityId])
  // To the fences of the city and its middle once they are known, to all of it where there are none.
  const shownCity = query.data ? cityId : ''
  const corners = useRef<LngLat[]>([])
  corners.current = fences.flatMap((fence) => cornersOf(fence.polygon))
  useEffect(() => {
    const city = cities.list.find((row) => row.cityId === shownCity)
    if (city) setView(corners.current.length > 0 ? { fit: [...corners.current, toWgs84(city.centre)], maxZoom: 13 } : cityView(city))
  }, [shownCity, cities.list])

  const draw = (change: (drawing: Drawing) => Drawing) => setEditing((now) => (now ? { ...now, drawing: change(now.drawing) } : now))
  const edit = (fence: PriceFence) => {
    const corners = cornersOf(fence.polygon)
    setTesting(null)
    setEditing({ fence, drawing: { corners, before: [] } })
    setView({ fit: corners })
  }
  const others = fences.filter((fence) => fence.fenceId !== editing?.fence?.fenceId)
  const zones = others.map(({ fenceId, name, polygon, enabled }) => ({
    id: fenceId,
    kind: 'fence' as const,
    name,
    ring: cornersOf(polygon),
    off: !enabled,
  }))
  const lines = editing ? polygonOf(editing.drawing.corners).coordinates.map((ring) => ring.map(([lng, lat]) => ({ lng, lat }))) : []
  const marks: MapMark[] = [
    ...(editing?.drawing.corners ?? []).map((place, index) => ({
      ...place,
      id: String(index),
      label: t('第 {n} 点，可拖动', { n: index + 1 }),
      sign: String(index + 1),
      tone: 'corner' as const,
      movable: true,
    })),
    ...(testing ? [{ ...testing, id: 'test', label: t('测试点'), sign: '?', tone: 'pickup' as const }] : []),
  ]
  return (
    <Page
      title={t('价格围栏')}
      fill
      actions={
        <>
          <Select
            aria-label={t('城市')}
            style={{ width: 140 }}
            disabled={editing !== null}
            value={cityId || null}
            options={cities.options}
            onChange={setCityId}
          />
          {mayEdit && !editing ? (
            <Button type="primary" onClick={() => setEditing({ fence: null, drawing: emptyDrawing })}>
              {t('新建围栏')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="fences">
        <aside className="fences-side" aria-label={editing ? t('围栏编辑') : t('围栏列表')}>
          {editing ? (
            <FenceForm
              key={editing.fence?.fenceId ?? 'new'}
              editing={editing}
              cityId={editing.fence?.cityId ?? cityId}
              start={centreOf(cities.list, editing.fence?.cityId ?? cityId)}
              onDraw={draw}
              onFit={(corners) => setView({ fit: corners })}
              onClose={() => setEditing(null)}
            />
          ) : (
            <>
              {testing ? <TestResult cityId={cityId} place={testing} onClose={() => setTesting(null)} /> : null}
              <Async
                query={query}
                skeleton={<Skeleton lines={6} height={56} />}
                isEmpty={({ rows }) => rows.length === 0}
                empty={<EmptyState title={t('该城市还没有价格围栏')} />}
              >
                {({ rows }) => (
                  <ul className="fences-list">
                    {rows.map((fence) => (
                      <FenceItem
                        key={fence.fenceId}
                        fence={fence}
                        mayEdit={mayEdit}
                        onEdit={() => edit(fence)}
                        onShow={() => setView({ fit: cornersOf(fence.polygon) })}
                      />
                    ))}
                  </ul>
                )}
              </Async>
            </>
          )}
        </aside>
        <div className="fences-map">
          <MapView
            label={t('价格围栏地图：方向键移动，加减键缩放，Enter 在十字处加点或测试；左侧列表内容相同')}
            config={config}
            start={country}
            view={view}
            areas={areas}
            lines={lines}
            zones={zones}
            marks={marks}
            onGround={(place) => (editing ? draw((drawing) => addCorner(drawing, place)) : setTesting(place))}
            onMarkMoved={(id, place) => draw((drawing) => moveCorner(drawing, Number(id), place))}
            hint={editing ? t('点击地图加点，拖动圆点移动') : t('点击地图测试该点命中的围栏')}
          />
        </div>
      </div>
    </Page>
  )
}

interface ItemProps {
  fence: PriceFence
  mayEdit: boolean
  onEdit: () => void
  onShow: () => void
}
function FenceItem({ fence, mayEdit, onEdit, onShow }: ItemProps) {
  const { send, pending } = useSend(fenceCalls.fenceSwitch)
  const { fenceId, name, enabled } = fence
  const turn = () =>
    send({ fenceId, enabled: !enabled }).then(
      () =>
        offerUndo(
          enabled ? t('已停用 {name}', { name }) : t('已启用 {name}', { name }),
          undoBy(fenceCalls.fenceSwitch, { fenceId, enabled }),
        ),
      // What was refused was told as the call was made.
      () => undefined,
    )
  const days = daysOf(fence.weekMask)
  return (
    <li>
      <div className="fences-item-head">
        <button type="button" className="ui-text-button" onClick={onShow}>
          {fence.name}
        </button>
        <EnabledTag enabled={fence.enabled} />
      </div>
      <p>
        {t('{side} · {template} · 优先级 {n}', { side: tr(fenceSideText[fence.side]), template: fence.templateName, n: fence.priority })}
        {days.length < 7 ? ` · ${joined(days.map((day) => tr(weekdayText[day] ?? '')))}` : ''}
      </p>
      {mayEdit ? (
        <p className="pricing-actions">
          <button type="button" className="ui-text-button" onClick={onEdit} aria-label={t('编辑围栏 {name}', { name: fence.name })}>
            {t('编辑')}
          </button>
          <button
            type="button"
            className="ui-text-button"
            disabled={pending}
            aria-label={fence.enabled ? t('停用围栏 {name}', { name: fence.name }) : t('启用围栏 {name}', { name: fence.name })}
            onClick={() => void turn()}
          >
            {fence.enabled ? t('停用') : t('启用')}
          </button>
        </p>
      ) : null}
    </li>
  )
}

function TestResult({ cityId, place, onClose }: { cityId: string; place: LngLat; onClose: () => void }) {
  const query = useCall(fenceCalls.fenceTest, { cityId, ...place, datum: 'WGS84' }, { enabled: cityId !== '' })
  return (
    <section className="fences-test" aria-live="polite">
      <div className="fences-item-head">
        <span className="ui-number">
          {place.lat.toFixed(5)}, {place.lng.toFixed(5)}
        </span>
        <button type="button" className="ui-text-button" onClick={onClose}>
          {t('关闭')}
        </button>
      </div>
      <Async query={query} skeleton={<Skeleton lines={1} />}>
        {({ rows: [first, ...more] }) => (
          <p>
            {first
              ? t('现在由「{name}」计价：{template}', { name: first.name, template: first.templateName })
              : t('现在没有围栏命中，按城市模板计价')}
            {more.length > 0 ? t('；另有 {n} 个围栏优先级较低', { n: more.length }) : ''}
          </p>
        )}
      </Async>
    </section>
  )
}
