import { useEffect, useRef, useState } from 'react'
import { useSession } from '#platform/session/session.ts'
import { useTabActive } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import 'maplibre-gl/dist/maplibre-gl.css'
import type { MapViewProps } from './map.tsx'
import { createMapDrawing, type MapDrawing } from './map-drawing.ts'
import type { GroundNotes } from '../ground/ground.ts'
import { MapNotes } from '../ground/map-notes.tsx'
import { MapTools } from './map-tools.tsx'
import type { MapConfig } from './provider.ts'

const none: readonly never[] = []

export function MapDrawn(props: MapViewProps & { config: MapConfig }) {
  const {
    label,
    config,
    start,
    view,
    areas = none,
    marks = none,
    rings = null,
    lines = none,
    paths = none,
    spots = none,
    heat = none,
    zones = none,
    labelOf,
    pointsShown = true,
    followId = null,
    points,
    palette = none,
    selectedId = null,
    hint,
  } = props
  const element = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapDrawing | null>(null)
  const [hover, setHover] = useState<{ id: string; x: number; y: number } | null>(null)
  const [fallback, setFallback] = useState(false)
  const [notes, setNotes] = useState<GroundNotes | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const theme = useSession((state) => state.theme)
  const active = useTabActive()
  const latest = useRef(props)
  latest.current = props
  const first = useRef({ start, config, theme, palette, label })

  useEffect(() => {
    const box = element.current
    if (!box) return
    let drawing: MapDrawing | undefined
    try {
      const { start: from, ...rest } = first.current
      drawing = createMapDrawing(
        box,
        { ...rest, ...from, store: points ?? null },
        {
          onPick: (id) => latest.current.onPick?.(id),
          onGround: (place) => latest.current.onGround?.(place),
          onMarkMoved: (id, place) => latest.current.onMarkMoved?.(id, place),
          onHover: (id, x, y) => setHover(id === null ? null : { id, x, y }),
          onFallback: () => setFallback(true),
          onGroundNotes: setNotes,
          onMoved: () => setHover(null),
          onFollowEnd: () => latest.current.onFollowEnd?.(),
        },
      )
      setMap(drawing)
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
    }
    return () => {
      setMap(null)
      drawing?.destroy()
    }
  }, [points])

  useEffect(() => map?.setBase(config, theme, palette), [map, config, theme, palette])
  useEffect(() => map?.setAreas(areas), [map, areas])
  useEffect(() => map?.setMarks(marks), [map, marks])
  useEffect(() => map?.setRings(rings), [map, rings])
  useEffect(() => map?.setLines(lines), [map, lines])
  useEffect(() => map?.setPaths(paths), [map, paths])
  useEffect(() => map?.setSpots(spots), [map, spots])
  useEffect(() => map?.setHeat(heat), [map, heat])
  useEffect(() => map?.setZones(zones), [map, zones])
  useEffect(() => map?.setPointsShown(pointsShown), [map, pointsShown])
  useEffect(() => map?.setLabels(labelOf), [map, labelOf])
  useEffect(() => map?.setActive(active), [map, active])
  useEffect(() => map?.emphasise([hover?.id ?? null, selectedId]), [map, hover?.id, selectedId])
  useEffect(() => {
    if (!map || !view) return
    if ('fit' in view) map.fit(view.fit, view.maxZoom)
    else map.flyTo(view.centre, view.zoom)
  }, [map, view])

  // After `view`, whose journey it would otherwise be cut short by.
  useEffect(() => map?.setFollow(followId), [map, followId])

  if (failure) throw failure
  return (
    <>
      <div ref={element} className="map-canvas" role="group" aria-label={label} />
      <div className="map-cross" aria-hidden="true" />
      {map && element.current?.parentElement ? (
        <MapTools map={map} frame={element.current.parentElement} layers={props.layers} onLayer={props.onLayer} />
      ) : null}
      {hover && props.titleOf ? (
        <div className="map-tip" style={{ left: hover.x, top: hover.y }}>
          {props.titleOf(hover.id)}
        </div>
      ) : null}
      {notes ? <MapNotes notes={notes} settingHref={config.settingHref} /> : null}
      {hint || fallback ? <div className="map-hint">{fallback ? t('底图不可用，已改用离线底图') : hint}</div> : null}
    </>
  )
}
