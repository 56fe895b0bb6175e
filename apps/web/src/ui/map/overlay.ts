import type { Feature, FeatureCollection } from 'geojson'
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import type { Cluster } from '../map-points/cluster.ts'
import { CLUSTER_BELOW_ZOOM } from '../map-points/cluster.ts'
import { circleRing, gridLines, gridStepDeg, type LngLat } from '../map-points/geo.ts'
import { GROUND_TOP } from '../ground/ground.ts'
import type { GroundInk } from './provider.ts'

/** Where a city is served. */
export interface ServiceArea {
  id: string
  name: string
  centre: LngLat
  radiusM: number
}

export interface Rings {
  centre: LngLat
  radiiM: readonly number[]
}

/** A way that was driven: what the replay has passed, what is still ahead, and where nothing is known. */
export interface MapPath {
  kind: 'passed' | 'ahead' | 'gap'
  places: readonly LngLat[]
}

/** A standing place that can be chosen as points can: an order that waits. Its id is told to `onPick`, so it differs from those of points. */
export interface MapSpot extends LngLat {
  id: string
  tone: 'waiting' | 'late'
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

export interface OverlayData {
  areas: readonly ServiceArea[]
  rings: Rings | null
  /** Straight lines of travel. */
  lines: readonly (readonly LngLat[])[]
  clusters: readonly Cluster[]
}

export const CLUSTER_LAYER = 'own-cluster'
export const SPOT_LAYER = 'own-spot'
const sources = [
  'own-grid',
  'own-areas',
  'own-area-names',
  'own-rings',
  'own-lines',
  'own-paths',
  'own-heat',
  'own-spots',
  'own-clusters',
] as const
type SourceName = (typeof sources)[number]

const collection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features })
const feature = (geometry: Feature['geometry'], properties: Record<string, string | number> = {}): Feature => ({
  type: 'Feature',
  geometry,
  properties,
})
const pointOf = ({ lng, lat }: LngLat) => ({ type: 'Point' as const, coordinates: [lng, lat] })

/** The name stands above the circle, where no driver is. */
const northOf = ({ centre, radiusM }: ServiceArea) => ({ lng: centre.lng, lat: centre.lat + radiusM / 111_195 })

/** Puts our own layers over a base map that has just been loaded; the points' layer goes above these. */
export function installOverlay(map: MapLibreMap, ink: GroundInk, offline: boolean): void {
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
      'fill-opacity': ['interpolate', ['linear'], ['get', 'balance'], -1, 0.28, 0, 0.2, 1, 0.5],
    },
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
    id: 'own-line',
    type: 'line',
    source: 'own-lines',
    paint: { 'line-color': ink.accent, 'line-width': 2, 'line-dasharray': [2, 1.5] },
  })
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  map.addLayer({
    id: 'own-path-ahead',
    type: 'line',
    source: 'own-paths',
    filter: ['==', ['get', 'kind'], 'ahead'],
    layout: round,
    paint: { 'line-color': ink.trackAhead, 'line-width': 3 },
  })
  map.addLayer({
    id: 'own-path-passed',
    type: 'line',
    source: 'own-paths',
    filter: ['==', ['get', 'kind'], 'passed'],
    layout: round,
    paint: { 'line-color': ink.track, 'line-width': 4 },
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
    id: 'own-heat-label',
    type: 'symbol',
    source: 'own-heat',
    minzoom: 11.5,
    layout: { 'text-field': ['get', 'label'], 'text-size': 11 },
    paint: text,
  })
  map.addLayer({
    id: SPOT_LAYER,
    type: 'circle',
    source: 'own-spots',
    paint: {
      'circle-color': ['match', ['get', 'tone'], 'late', ink.late, ink.waiting],
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 4, 13, 8],
      'circle-stroke-width': 2,
      'circle-stroke-color': ink.spotRim,
    },
  })
  map.addLayer({
    id: CLUSTER_LAYER,
    type: 'circle',
    source: 'own-clusters',
    maxzoom: CLUSTER_BELOW_ZOOM,
    paint: {
      'circle-color': ink.accent,
      'circle-radius': ['interpolate', ['linear'], ['get', 'count'], 1, 7, 100, 16, 2000, 28],
      'circle-stroke-width': 2,
      'circle-stroke-color': ink.halo,
    },
  })
  map.addLayer({
    id: 'own-cluster-count',
    type: 'symbol',
    source: 'own-clusters',
    maxzoom: CLUSTER_BELOW_ZOOM,
    layout: { 'text-field': ['to-string', ['get', 'count']], 'text-size': 12, 'text-allow-overlap': true },
    paint: { 'text-color': ink.onAccent },
  })
}

const set = (map: MapLibreMap, name: SourceName, features: Feature[]): void => {
  void map.getSource<GeoJSONSource>(name)?.setData(collection(features))
}

export function drawAreas(map: MapLibreMap, areas: OverlayData['areas']): void {
  set(
    map,
    'own-areas',
    areas.map((area) => feature({ type: 'Polygon', coordinates: [circleRing(area.centre, area.radiusM)] })),
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

export function drawLines(map: MapLibreMap, lines: OverlayData['lines']): void {
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
    paths.map(({ kind, places }) => feature({ type: 'LineString', coordinates: places.map(({ lng, lat }) => [lng, lat]) }, { kind })),
  )
}

export function drawSpots(map: MapLibreMap, spots: readonly MapSpot[]): void {
  set(
    map,
    'own-spots',
    spots.map((spot) => feature(pointOf(spot), { id: spot.id, tone: spot.tone })),
  )
}

export function drawHeat(map: MapLibreMap, cells: readonly HeatCell[]): void {
  set(
    map,
    'own-heat',
    cells.map(({ west, south, east, north, balance, label }) => {
      const ring: [number, number][] = [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ]
      return feature({ type: 'Polygon', coordinates: [ring] }, { balance, label })
    }),
  )
}

export function drawClusters(map: MapLibreMap, clusters: readonly Cluster[]): void {
  set(
    map,
    'own-clusters',
    clusters.map((cluster) => feature(pointOf(cluster), { count: cluster.count })),
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
