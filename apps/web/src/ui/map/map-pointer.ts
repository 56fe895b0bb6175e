import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import { type LngLat, mercatorX, mercatorY, worldPx } from '../map-points/geo.ts'
import { createHitTest } from '../map-points/hit.ts'
import type { PointStore } from '../map-points/point-store.ts'
import { SPOT_LAYER } from './overlay.ts'
import { pointPx } from '../map-points/points-layer.ts'

interface PointerEvents {
  onPick: (id: string) => void
  onHover: (id: string | null, x: number, y: number) => void
  onGround: (place: LngLat) => void
}

/** Pointer and keyboard on the map: what is under the pointer, or under the cross-hairs when Enter is pressed. */
export function listenToPointer(
  map: MapLibreMap,
  store: PointStore | null,
  events: PointerEvents,
  clusterLayer: () => string | null,
): () => void {
  const hitTest = store ? createHitTest(store) : null
  const canvas = map.getCanvas()
  let hovered: string | null = null
  let waiting: MapMouseEvent | null = null
  let frame = 0

  const spotAt = ({ x, y }: { x: number; y: number }) => {
    if (!map.getLayer(SPOT_LAYER)) return null
    const [found] = map.queryRenderedFeatures(
      [
        [x - 4, y - 4],
        [x + 4, y + 4],
      ],
      { layers: [SPOT_LAYER] },
    )
    return typeof found?.properties.id === 'string' ? found.properties.id : null
  }
  /** A moving point before a standing one. */
  const under = (place: LngLat, at: { x: number; y: number }) => {
    const point =
      clusterLayer() === null
        ? hitTest?.(mercatorX(place.lng), mercatorY(place.lat), pointPx(map.getZoom()) + 5, worldPx(map.getZoom()))
        : null
    return point ?? spotAt(at)
  }
  const groupAt = (event: { x: number; y: number }) => {
    const layer = clusterLayer()
    return layer && map.getLayer(layer) ? map.queryRenderedFeatures([event.x, event.y], { layers: [layer] })[0] : undefined
  }
  const hover = () => {
    frame = 0
    const event = waiting
    waiting = null
    if (!event) return
    const id = under(event.lngLat, event.point)
    canvas.style.cursor = id !== null || groupAt(event.point) ? 'pointer' : ''
    if (id === null && hovered === null) return
    hovered = id
    events.onHover(id, event.point.x, event.point.y)
  }
  const moved = (event: MapMouseEvent) => {
    waiting = event
    frame ||= requestAnimationFrame(hover)
  }
  const left = () => {
    if (hovered !== null) events.onHover(null, 0, 0)
    hovered = null
  }
  const choose = (place: LngLat, at: { x: number; y: number }) => {
    const group = groupAt(at)
    if (group?.geometry.type === 'Point') {
      const [lng, lat] = group.geometry.coordinates as [number, number]
      map.easeTo({ center: [lng, lat], zoom: map.getZoom() + 2.5, duration: 400 })
      return
    }
    const id = under(place, at)
    if (id !== null) events.onPick(id)
    else events.onGround({ lng: place.lng, lat: place.lat })
  }
  const clicked = (event: MapMouseEvent) => choose(event.lngLat, event.point)
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const centre = map.getCenter()
    choose(centre, map.project(centre))
  }

  map.on('mousemove', moved)
  map.on('mouseout', left)
  map.on('click', clicked)
  canvas.addEventListener('keydown', pressed)
  return () => {
    cancelAnimationFrame(frame)
    map.off('mousemove', moved)
    map.off('mouseout', left)
    map.off('click', clicked)
    canvas.removeEventListener('keydown', pressed)
  }
}
