import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import type { Cluster } from '../map-points/cluster.ts'
import { type LngLat, mercatorX, mercatorY, worldPx } from '../map-points/geo.ts'
import { createHitTest } from '../map-points/hit.ts'
import type { PointStore } from '../map-points/point-store.ts'
import { pointPx } from '../map-points/points-layer.ts'

interface PointerEvents {
  onPick: (id: string) => void
  onHover: (id: string | null, x: number, y: number) => void
  onGround: (place: LngLat) => void
}

interface OtherThings {
  pointsShown: boolean
  /** Null while points are drawn one by one. */
  clusterAt: ((at: ScreenPlace) => Cluster | null) | null
  spotAt: (at: ScreenPlace) => string | null
}
interface ScreenPlace {
  x: number
  y: number
}

/** Pointer and keyboard on the map: what is under the pointer, or under the cross-hairs when Enter is pressed. */
export function listenToPointer(map: MapLibreMap, store: PointStore | null, events: PointerEvents, others: () => OtherThings): () => void {
  const hitTest = store ? createHitTest(store) : null
  const canvas = map.getCanvas()
  let hovered: string | null = null
  let waiting: MapMouseEvent | null = null
  let frame = 0

  /** A moving point before a standing one. */
  const under = (place: LngLat, at: ScreenPlace) => {
    const { pointsShown, clusterAt, spotAt } = others()
    const point =
      clusterAt || !pointsShown
        ? null
        : hitTest?.(mercatorX(place.lng), mercatorY(place.lat), pointPx(map.getZoom()) + 5, worldPx(map.getZoom()))
    return point ?? spotAt(at)
  }
  const groupAt = (at: ScreenPlace) => others().clusterAt?.(at) ?? null
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
  const choose = (place: LngLat, at: ScreenPlace) => {
    const group = groupAt(at)
    if (group) {
      map.easeTo({ center: [group.lng, group.lat], zoom: map.getZoom() + 2.5, duration: 400 })
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
