import { AttributionControl, Map as MapLibreMap, Marker, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import type { ThemeName } from '#platform/browser/theme.ts'
import { CLUSTER_BELOW_ZOOM, clustersOf } from '../map-points/cluster.ts'
import { boxOf, gathered, type LngLat } from '../map-points/geo.ts'
import { listenToPointer } from './map-pointer.ts'
import {
  drawAreas,
  drawGrid,
  drawHeat,
  drawLines,
  drawPaths,
  drawRings,
  drawZones,
  installOverlay,
  type HeatCell,
  type MapPath,
  type MapSpot,
  type MapZone,
  type Rings,
  type ServiceArea,
} from './overlay.ts'
import { layMarks } from './mark-layout.ts'
import { overlayInk } from './overlay-ink.ts'
import { createWordsLayer } from './words-layer.ts'
import type { PointStore } from '../map-points/point-store.ts'
import { createPointsLayer, type PointsLayer } from '../map-points/points-layer.ts'
import { createGround, type GroundNotes } from '../ground/ground.ts'
import { baseMapOf, groundInk, offlineConfig, sameBase, type MapConfig } from './provider.ts'

setWorkerUrl(workerUrl)

export interface MapMark extends LngLat {
  id: string
  label: string
  /** A letter or two in the pin. */
  sign: string
  tone: 'pickup' | 'dropoff' | 'driver' | 'corner' | 'car' | 'car-reckoned' | 'stop'
  /** Written beside the pin. */
  name?: string
  /** Turned clockwise from north. */
  headingDeg?: number | null
  /** May be dragged; `onMarkMoved` says where to. */
  movable?: boolean
}

export interface MapEvents {
  /** A point was clicked, or with the keyboard chosen at the cross-hairs. */
  onPick: (id: string) => void
  onHover: (id: string | null, x: number, y: number) => void
  onGround: (place: LngLat) => void
  onMarkMoved: (id: string, place: LngLat) => void
  /** The wished base map cannot be drawn; ours is. */
  onFallback: () => void
  /** What is to be said of the land that is drawn. */
  onGroundNotes: (notes: GroundNotes) => void
  onMoved: () => void
  /** The operator took the map elsewhere: nobody is followed any more. */
  onFollowEnd: () => void
}

export interface MapStart {
  centre: LngLat
  zoom: number
  config: MapConfig
  theme: ThemeName
  palette: readonly string[]
  store: PointStore | null
  label: string
}

export type MapDrawing = ReturnType<typeof createMapDrawing>

/** Frames of gliding points per second: a driver moves a pixel or two in a second, more would only warm the room. */
const GLIDE_FRAME_MS = 50
const DISPLAY_FRAME_MS = 17
const CLUSTER_FRAME_MS = 1_000

const CAR_PX = 24

/** Marks whose middle is the place; the others are pins that stand on it. */
const centred: ReadonlySet<MapMark['tone']> = new Set(['corner', 'car', 'car-reckoned', 'stop'])

/** The corners of the square around a service area. */
const cornersOf = ({ centre: { lng, lat }, radiusM }: ServiceArea): LngLat[] => {
  const high = radiusM / 111_195
  const wide = high / Math.max(0.05, Math.cos((lat * Math.PI) / 180))
  return [
    { lng: lng - wide, lat: lat - high },
    { lng: lng + wide, lat: lat + high },
  ]
}

/** The map as an object apart from React; throws where WebGL is missing. */
export function createMapDrawing(element: HTMLElement, start: MapStart, events: MapEvents) {
  let { config, theme, palette } = start
  let base = baseMapOf(config, theme)
  const map = new MapLibreMap({
    container: element,
    style: base.base.style,
    center: [start.centre.lng, start.centre.lat],
    zoom: start.zoom,
    minZoom: 2.5,
    maxZoom: 18,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    renderWorldCopies: false,
    fadeDuration: 0,
    locale: { 'Map.Title': start.label },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new ScaleControl({ unit: 'metric', maxWidth: 110 }), 'bottom-left')
  let attribution: AttributionControl | null = null

  let areas: readonly ServiceArea[] = []
  let rings: Rings | null = null
  let lines: readonly (readonly LngLat[])[] = []
  let paths: readonly MapPath[] = []
  let spots: readonly MapSpot[] = []
  let zones: readonly MapZone[] = []
  let heat: readonly HeatCell[] = []
  let followed: string | null = null
  let grid: ReturnType<typeof drawGrid> | null = null
  let ready = false
  let active = true
  let pointsShown = true
  let emphasised: readonly (string | null)[] = []
  let layer: PointsLayer | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let drawing = 0
  let clusteredFor = ''
  let clusteredAtMs = 0
  const ground = createGround(map, events.onGroundNotes)
  let marks: readonly MapMark[] = []
  const pins = new Map<string, Marker>()
  const store = start.store
  const wordsLook = () => ({ palette, ink: overlayInk[theme], label: groundInk[theme].label, halo: groundInk[theme].halo })
  const words = createWordsLayer(map, store, wordsLook())
  let seconds: ReturnType<typeof setInterval> | undefined

  const newPin = ({ id, tone, movable = false }: MapMark) => {
    const element = document.createElement('div')
    const pin = new Marker(
      centred.has(tone) ? { element, draggable: movable } : { element, anchor: 'bottom', offset: [0, -5], draggable: movable },
    )
    pin.on('dragend', () => {
      const { lng, lat } = pin.getLngLat()
      events.onMarkMoved(id, { lng, lat })
    })
    return pin
  }
  const look = () => ({ palette, rim: groundInk[theme].halo, ageing: overlayInk[theme].ageing })
  const clusters = () => {
    if (!store || !ready) return
    const shown = pointsShown && map.getZoom() < CLUSTER_BELOW_ZOOM
    const wanted = shown ? `${Math.round(map.getZoom() * 2)} ${store.revision()}` : ''
    const now = Date.now()
    if (wanted === clusteredFor || (shown && clusteredFor !== '' && now - clusteredAtMs < CLUSTER_FRAME_MS)) return
    clusteredFor = wanted
    clusteredAtMs = now
    words.setClusters(shown ? clustersOf(store, map.getZoom()) : [])
  }
  // NOTE: only the centre is set, and never while the operator zooms or drags: following must not change the zoom.
  const follow = () => {
    const place = followed !== null && !map.isMoving() ? store?.placeOf(followed) : null
    if (place) map.setCenter([place.lng, place.lat])
  }
  // NOTE: every change only asks for a frame, and a hidden map asks for none; so however many events come, one frame is drawn.
  const frame = () => {
    timer = undefined
    if (!active || !ready || document.hidden) return
    clusters()
    follow()
    const begunMs = performance.now()
    map.redraw()
    if (!store || map.getZoom() < CLUSTER_BELOW_ZOOM || Date.now() >= store.glidesUntilMs()) return
    // NOTE: where pictures are slow to make (no graphics card) gliding gets fewer of them and the operator keeps the rest of the processor. What one
    // costs shows only when the page may draw the next.
    drawing = requestAnimationFrame(() => {
      drawing = 0
      const costMs = performance.now() - begunMs - DISPLAY_FRAME_MS
      timer ??= setTimeout(frame, Math.max(GLIDE_FRAME_MS, costMs * 4))
    })
  }
  const changed = () => {
    if (active && !document.hidden && drawing === 0) timer ??= setTimeout(frame, 0)
  }
  // Ages go on while nothing else on the map moves.
  const tick = () => {
    clearInterval(seconds)
    seconds = words.ticks() && active ? setInterval(() => document.hidden || words.draw(), 1_000) : undefined
  }
  /** Heads and names of pins, so that none covers another. */
  const standApart = () => {
    const standing = marks.flatMap(({ id, lng, lat, tone }) => {
      if (centred.has(tone)) return []
      const { x, y } = map.project([lng, lat])
      return [{ id, x, y, nameWidth: pins.get(id)?.getElement().querySelector<HTMLElement>('.map-pin-name')?.offsetWidth ?? 0 }]
    })
    const cars = marks.flatMap(({ tone, lng, lat }) => (tone === 'car' || tone === 'car-reckoned' ? [map.project([lng, lat])] : []))
    const flat = cars.map(({ x, y }) => ({ x, y, sizePx: CAR_PX }))
    for (const [id, { raisePx, side }] of layMarks(standing, { width: map.getCanvas().clientWidth }, flat)) {
      const pin = pins.get(id)
      pin?.setOffset([0, -5 - raisePx])
      pin?.getElement().style.setProperty('--stem', `${raisePx}px`)
      pin?.getElement().classList.toggle('map-pin-left', side === 'left')
    }
  }
  const rest = () => {
    clearInterval(seconds)
    clearTimeout(timer)
    timer = undefined
    cancelAnimationFrame(drawing)
    drawing = 0
  }
  const redrawAll = () => {
    if (!ready) return
    drawAreas(map, areas)
    drawRings(map, rings)
    drawLines(map, lines)
    drawPaths(map, paths)
    drawZones(map, zones)
    drawHeat(map, heat)
    clusteredFor = '-'
    clusters()
    grid = base.base.online ? null : drawGrid(map, null)
  }

  map.on('style.load', () => {
    installOverlay(map, groundInk[theme], overlayInk[theme], !base.base.online)
    words.setLook(wordsLook())
    layer = store ? createPointsLayer('own-points', store, look(), () => map.getZoom()) : null
    if (layer) map.addLayer(layer)
    if (layer) map.setLayoutProperty(layer.id, 'visibility', pointsShown ? 'visible' : 'none')
    layer?.emphasise(emphasised)
    ready = true
    if (attribution) map.removeControl(attribution)
    attribution = base.base.online ? new AttributionControl({ compact: true, customAttribution: base.base.attribution }) : null
    if (attribution) map.addControl(attribution, 'bottom-right')
    redrawAll()
    ground.lay(config, theme, base.base.online)
    changed()
  })
  map.on('moveend', () => {
    if (ready && !base.base.online) grid = drawGrid(map, grid)
    if (ready) ground.look()
    changed()
    events.onMoved()
  })
  map.on('render', () => words.draw())
  map.on('zoom', standApart)
  map.on('resize', standApart)
  map.on('dragstart', () => {
    if (followed !== null) events.onFollowEnd()
  })
  map.on('error', () => {
    // NOTE: one missing tile is nothing; a base map that never came is replaced by our own ground.
    if (ready || !base.base.online) return
    restyle(offlineConfig, theme)
    events.onFallback()
  })
  const unsubscribe = store?.subscribe(changed)
  document.addEventListener('visibilitychange', changed)
  const stopPointer = listenToPointer(map, store, events, () => ({
    pointsShown,
    clusterAt: ready && map.getZoom() < CLUSTER_BELOW_ZOOM ? words.clusterAt : null,
    spotAt: words.spotAt,
  }))
  const fit = (places: readonly LngLat[], maxZoom = 15) => {
    // NOTE: what stands beside the map may have come or gone in this very moment, and the map has not heard yet.
    map.resize()
    const box = boxOf(places)
    if (box) map.fitBounds(box, { padding: { top: 72, right: 76, bottom: 44, left: 48 }, maxZoom, duration: 500 })
  }

  function restyle(nextConfig: MapConfig, nextTheme: ThemeName): void {
    config = nextConfig
    theme = nextTheme
    base = baseMapOf(config, theme)
    ready = false
    map.setStyle(base.base.style, { diff: false })
  }

  if (!base.asWished) events.onFallback()

  return {
    setBase(nextConfig: MapConfig, nextTheme: ThemeName, nextPalette: readonly string[]): void {
      palette = nextPalette
      if (sameBase(nextConfig, config) && nextTheme === theme) return
      restyle(nextConfig, nextTheme)
      if (!base.asWished) events.onFallback()
    },
    setAreas(next: readonly ServiceArea[]): void {
      areas = next
      if (ready) drawAreas(map, areas)
    },
    setRings(next: Rings | null): void {
      rings = next
      if (ready) drawRings(map, rings)
    },
    setLines(next: readonly (readonly LngLat[])[]): void {
      lines = next
      if (ready) drawLines(map, lines)
    },
    setPaths(next: readonly MapPath[]): void {
      paths = next
      if (ready) drawPaths(map, paths)
    },
    setSpots(next: readonly MapSpot[]): void {
      spots = next
      words.setSpots(next)
      tick()
      changed()
    },
    setZones(next: readonly MapZone[]): void {
      zones = next
      if (ready) drawZones(map, zones)
    },
    setPointsShown(next: boolean): void {
      pointsShown = next
      words.setPointsShown(next)
      if (ready && layer) map.setLayoutProperty(layer.id, 'visibility', next ? 'visible' : 'none')
      changed()
    },
    /** What is written beside a point. */
    setLabels(next: ((id: string) => string) | undefined): void {
      words.setLabels(next)
      changed()
    },
    setHeat(next: readonly HeatCell[]): void {
      heat = next
      if (ready) drawHeat(map, heat)
    },
    /** Keeps a point of the store in the middle; the wheel then zooms around it. */
    setFollow(id: string | null): void {
      followed = id
      map.scrollZoom.enable(id === null ? undefined : { around: 'center' })
      const place = id === null ? null : store?.placeOf(id)
      if (place) map.easeTo({ center: [place.lng, place.lat], duration: 400 })
    },
    setMarks(next: readonly MapMark[]): void {
      marks = next
      const wanted = new Map(marks.map((mark) => [mark.id, mark]))
      for (const [id, pin] of pins) {
        if (wanted.has(id)) continue
        pin.remove()
        pins.delete(id)
      }
      for (const mark of marks) {
        const known = pins.get(mark.id)
        const pin = known ?? newPin(mark)
        const face = pin.getElement()
        face.className = `map-pin map-pin-${mark.tone} maplibregl-marker`
        if (mark.tone !== 'stop') face.title = mark.label
        face.textContent = mark.sign
        if (mark.name) {
          const name = document.createElement('span')
          name.className = 'map-pin-name'
          name.textContent = mark.name
          face.append(name)
        }
        face.setAttribute('role', 'img')
        face.setAttribute('aria-label', mark.label)
        pin.setLngLat([mark.lng, mark.lat]).setRotation(mark.headingDeg ?? 0)
        if (!known) pins.set(mark.id, pin.addTo(map))
      }
      standApart()
    },
    emphasise(ids: readonly (string | null)[]): void {
      emphasised = ids
      layer?.emphasise(ids)
      words.emphasise(ids)
      changed()
    },
    flyTo(place: LngLat, zoom?: number): void {
      map.easeTo({ center: [place.lng, place.lat], duration: 500, ...(zoom !== undefined && { zoom }) })
    },
    /** Everything in view; a single place keeps a street's zoom. */
    fit,
    /** All that is drawn: drivers, marks, ways and orders; where there are none the areas. */
    fitAll(): void {
      const drawn = [
        ...gathered(pointsShown ? (store?.places() ?? []) : []),
        ...marks,
        ...spots,
        ...paths.flatMap(({ places }) => places),
        ...lines.flat(),
      ]
      const ground = [...zones.flatMap(({ ring }) => ring), ...areas.flatMap(cornersOf)]
      fit(drawn.length > 0 ? drawn : ground)
    },
    zoomBy(steps: number): void {
      map.zoomTo(map.getZoom() + steps, { duration: 200 })
    },
    setActive(next: boolean): void {
      active = next
      if (!next) {
        rest()
        map.stop()
        return
      }
      map.resize()
      tick()
      changed()
    },
    destroy(): void {
      rest()
      unsubscribe?.()
      ground.destroy()
      stopPointer()
      document.removeEventListener('visibilitychange', changed)
      map.remove()
    },
  }
}
