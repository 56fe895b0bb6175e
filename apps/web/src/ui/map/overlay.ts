import type { Feature, FeatureCollection } from 'geojson'
import type { ExpressionSpecification, FilterSpecification, GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { circleRing, gridLines, gridStepDeg, type LngLat, middleOf } from '../map-points/geo.ts'
import type { OverlayInk } from './overlay-ink.ts'
import { GROUND_TOP } from '../ground/ground.ts'
import type { GroundInk } from './provider.ts'
import type { Waiting } from './spot-face.ts'

/** Where a city is served. */
export interface ServiceArea {
  id: string
  name: string
  centre: LngLat
  radiusM: number
  /** Its corners, where it is no circle. */
  outline?: readonly LngLat[]
}

export interface Rings {
  centre: LngLat
  radiiM: readonly number[]
}

/** A way that was driven: what the replay has passed, what is still ahead, and where nothing is known but perhaps the roads between. */
export interface MapPath {
  kind: 'passed' | 'ahead' | 'gap' | 'matched'
  /** How fast, from standing traffic (0) to a free road (3). */
  pace?: 0 | 1 | 2 | 3
  places: readonly LngLat[]
}

/** An order that waits: it can be chosen as points can. Its id is told to `onPick`, so it differs from those of points. */
export interface MapSpot extends LngLat, Waiting {
  id: string
}

/** A piece of the ground with a name: where another price holds, or a team takes orders. */
export interface MapZone {
  id: string
  kind: 'fence' | 'team'
  name: string
  /** Its corners, the first once only. */
  ring: readonly LngLat[]
  /** Switched off: drawn, but faintly. */
  off?: boolean
}

/** A square of the ground between supply (−1) and demand (1). */
export interface HeatCell {
  west: number
  south: number
  east: number
  north: number
  balance: number
  label: string
}

const sources = [
  'own-grid',
  'own-areas',
  'own-area-names',
  'own-rings',
  'own-lines',
  'own-paths',
  'own-heat',
  'own-heat-labels',
  'own-zones',
  'own-zone-names',
] as const
type SourceName = (typeof sources)[number]

const collection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features })
const feature = (geometry: Feature['geometry'], properties: Record<string, string | number | boolean> = {}): Feature => ({
  type: 'Feature',
  geometry,
  properties,
})
const pointOf = ({ lng, lat }: LngLat) => ({ type: 'Point' as const, coordinates: [lng, lat] })

/** The name stands above the circle, where no driver is. */
const northOf = ({ centre, radiusM, outline = [] }: ServiceArea): LngLat =>
  outline.reduce<LngLat | null>((best, corner) => (best && best.lat >= corner.lat ? best : corner), null) ?? {
    lng: centre.lng,
    lat: centre.lat + radiusM / 111_195,
  }
const edgeOf = ({ centre, radiusM, outline }: ServiceArea): [number, number][] =>
  outline?.[0] ? [...outline, outline[0]].map(({ lng, lat }) => [lng, lat]) : circleRing(centre, radiusM)

/** Puts our own layers over a base map that has just been loaded; the points' layer goes above these. */
export function installOverlay(map: MapLibreMap, ink: GroundInk, over: OverlayInk, offline: boolean): void {
  for (const name of sources) map.addSource(name, { type: 'geojson', data: collection([]) })
  const text = { 'text-color': ink.label, 'text-halo-color': ink.halo, 'text-halo-width': 1.5 }
  map.addLayer({ id: 'own-area', type: 'fill', source: 'own-areas', paint: { 'fill-color': ink.area, 'fill-opacity': offline ? 1 : 0 } })
  if (offline) map.addLayer({ id: 'own-grid', type: 'line', source: 'own-grid', paint: { 'line-color': ink.grid, 'line-width': 1 } })
  map.addLayer({ id: GROUND_TOP, type: 'background', layout: { visibility: 'none' } })
  map.addLayer({
    id: 'own-heat',
    type: 'fill',
    source: 'own-heat',
    paint: {
      'fill-color': ['interpolate', ['linear'], ['get', 'balance'], -1, ink.supply, 0, ink.even, 1, ink.demand],
      'fill-opacity': ['interpolate', ['linear'], ['get', 'balance'], -1, 0.16, 0, 0.14, 1, 0.36],
    },
  })
  map.addLayer({ id: 'own-heat-edge', type: 'line', source: 'own-heat', paint: { 'line-color': ink.halo, 'line-width': 1 } })
  const zoneInk = ['match', ['get', 'kind'], 'team', over.team, over.fence] as ExpressionSpecification
  const faint = (full: number) => ['case', ['get', 'off'], full / 2.5, full] as ExpressionSpecification
  map.addLayer({
    id: 'own-zone',
    type: 'fill',
    source: 'own-zones',
    paint: { 'fill-color': zoneInk, 'fill-opacity': faint(0.1) },
  })
  map.addLayer({
    id: 'own-zone-line',
    type: 'line',
    source: 'own-zones',
    paint: { 'line-color': zoneInk, 'line-opacity': faint(0.95), 'line-width': 1.5 },
  })
  map.addLayer({ id: 'own-area-line', type: 'line', source: 'own-areas', paint: { 'line-color': ink.areaLine, 'line-width': 1.2 } })
  map.addLayer({
    id: 'own-ring',
    type: 'line',
    source: 'own-rings',
    paint: { 'line-color': ink.accent, 'line-width': 1, 'line-dasharray': [3, 3] },
  })
  map.addLayer({
    id: 'own-ring-name',
    type: 'symbol',
    source: 'own-rings',
    layout: { 'symbol-placement': 'line', 'text-field': ['get', 'name'], 'text-size': 11 },
    paint: text,
  })
  map.addLayer({
    id: 'own-line-halo',
    type: 'line',
    source: 'own-lines',
    paint: { 'line-color': ink.halo, 'line-width': 5, 'line-opacity': 0.8 },
  })
  map.addLayer({
    id: 'own-line',
    type: 'line',
    source: 'own-lines',
    paint: { 'line-color': ink.accent, 'line-width': 2, 'line-dasharray': [2, 1.5] },
  })
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  const driven: FilterSpecification = ['in', ['get', 'kind'], ['literal', ['ahead', 'passed']]]
  const paceInk = ['match', ['get', 'pace'], ...over.pace.flatMap((colour, pace) => [pace, colour]), ink.track] as unknown
  map.addLayer({
    id: 'own-path-halo',
    type: 'line',
    source: 'own-paths',
    filter: driven,
    layout: round,
    paint: { 'line-color': ink.halo, 'line-width': 7, 'line-opacity': 0.85 },
  })
  map.addLayer({
    id: 'own-path',
    type: 'line',
    source: 'own-paths',
    filter: driven,
    layout: round,
    paint: {
      'line-color': paceInk as ExpressionSpecification,
      'line-width': ['match', ['get', 'kind'], 'passed', 4.5, 3],
      'line-opacity': ['match', ['get', 'kind'], 'passed', 1, 0.45],
    },
  })
  map.addLayer({
    id: 'own-path-matched',
    type: 'line',
    source: 'own-paths',
    filter: ['==', ['get', 'kind'], 'matched'],
    paint: { 'line-color': over.matched, 'line-width': 3, 'line-dasharray': [1, 1.2] },
  })
  map.addLayer({
    id: 'own-path-gap',
    type: 'line',
    source: 'own-paths',
    filter: ['==', ['get', 'kind'], 'gap'],
    paint: { 'line-color': ink.trackGap, 'line-width': 2.5, 'line-dasharray': [2, 2] },
  })
  map.addLayer({
    id: 'own-area-name',
    type: 'symbol',
    source: 'own-area-names',
    maxzoom: 12,
    layout: {
      'text-field': ['get', 'name'],
      'text-size': 13,
      'text-anchor': 'bottom',
      'text-offset': ['interpolate', ['linear'], ['zoom'], 6, ['literal', [0, -1.3]], 9, ['literal', [0, -0.3]]],
      'text-allow-overlap': true,
    },
    paint: text,
  })
  map.addLayer({
    id: 'own-zone-name',
    type: 'symbol',
    source: 'own-zone-names',
    minzoom: 9.5,
    layout: { 'text-field': ['get', 'name'], 'text-size': 12, 'text-max-width': 9, 'text-padding': 4 },
    paint: { ...text, 'text-color': zoneInk },
  })
  // NOTE: a label of its own place each: a polygon's is set once in every tile that the polygon touches.
  map.addLayer({
    id: 'own-heat-label',
    type: 'symbol',
    source: 'own-heat-labels',
    minzoom: 11.2,
    layout: { 'text-field': ['get', 'label'], 'text-size': 12, 'text-allow-overlap': true, 'text-ignore-placement': true },
    paint: text,
  })
}

const set = (map: MapLibreMap, name: SourceName, features: Feature[]): void => {
  void map.getSource<GeoJSONSource>(name)?.setData(collection(features))
}

export function drawAreas(map: MapLibreMap, areas: readonly ServiceArea[]): void {
  set(
    map,
    'own-areas',
    areas.map((area) => feature({ type: 'Polygon', coordinates: [edgeOf(area)] })),
  )
  set(
    map,
    'own-area-names',
    areas.map((area) => feature(pointOf(northOf(area)), { name: area.name })),
  )
}

export function drawRings(map: MapLibreMap, rings: Rings | null): void {
  const name = (m: number) => (m < 1000 ? `${m} m` : `${m / 1000} km`)
  set(
    map,
    'own-rings',
    (rings?.radiiM ?? []).map((radiusM) =>
      feature({ type: 'LineString', coordinates: circleRing((rings as Rings).centre, radiusM) }, { name: name(radiusM) }),
    ),
  )
}

export function drawLines(map: MapLibreMap, lines: readonly (readonly LngLat[])[]): void {
  set(
    map,
    'own-lines',
    lines.map((line) => feature({ type: 'LineString', coordinates: line.map(({ lng, lat }) => [lng, lat]) })),
  )
}

export function drawPaths(map: MapLibreMap, paths: readonly MapPath[]): void {
  set(
    map,
    'own-paths',
    paths.map(({ kind, pace = -1, places }) =>
      feature({ type: 'LineString', coordinates: places.map(({ lng, lat }) => [lng, lat]) }, { kind, pace }),
    ),
  )
}

export function drawZones(map: MapLibreMap, zones: readonly MapZone[]): void {
  const drawn = zones.filter(({ ring }) => ring.length > 2)
  set(
    map,
    'own-zones',
    drawn.map(({ kind, ring, off = false }) => {
      const corners = ring.map(({ lng, lat }) => [lng, lat])
      return feature({ type: 'Polygon', coordinates: [[...corners, corners[0] as number[]]] }, { kind, off })
    }),
  )
  set(
    map,
    'own-zone-names',
    drawn.map(({ kind, name, ring, off = false }) => feature(pointOf(middleOf(ring)), { kind, name, off })),
  )
}

export function drawHeat(map: MapLibreMap, cells: readonly HeatCell[]): void {
  set(
    map,
    'own-heat',
    cells.map(({ west, south, east, north, balance }) => {
      const ring: [number, number][] = [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ]
      return feature({ type: 'Polygon', coordinates: [ring] }, { balance })
    }),
  )
  set(
    map,
    'own-heat-labels',
    cells.map(({ west, south, east, north, label }) => feature(pointOf({ lng: (west + east) / 2, lat: (south + north) / 2 }), { label })),
  )
}

/** Room drawn beyond each edge of the view, in shares of it: a map that follows somebody draws its grid again only now and then. */
const GRID_MARGIN = 0.6

interface GridDrawn {
  west: number
  south: number
  east: number
  north: number
  stepDeg: number
}

/** The light grid of what is in view: something to orient by where there is no base map. Nothing happens while `before` covers the view. */
export function drawGrid(map: MapLibreMap, before: GridDrawn | null): GridDrawn {
  const bounds = map.getBounds()
  const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
  const stepDeg = gridStepDeg(map.getZoom())
  if (before?.stepDeg === stepDeg && before.west <= west && before.east >= east && before.south <= south && before.north >= north)
    return before
  const [wide, high] = [(east - west) * GRID_MARGIN, (north - south) * GRID_MARGIN]
  const drawn = { west: west - wide, south: south - high, east: east + wide, north: north + high, stepDeg }
  set(
    map,
    'own-grid',
    gridLines(drawn.west, drawn.south, drawn.east, drawn.north, stepDeg).map((coordinates) => feature({ type: 'LineString', coordinates })),
  )
  return drawn
}
