import type { FeatureCollection } from 'geojson'
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import type { LandInk } from './ink.ts'
import hangzhou from '../../../ground/330100.geojson?url'
import chengdu from '../../../ground/510100.geojson?url'
import shanghai from '../../../ground/310000.geojson?url'
import shenzhen from '../../../ground/440300.geojson?url'

/** A piece of the earth in degrees. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

interface City {
  id: string
  address: string
  box: Box
}

/** The cities whose rivers, main roads and stations come with the program; see `apps/web/ground/README.md`. */
const cities: readonly City[] = [
  { id: '330100', address: hangzhou, box: { west: 119.8, south: 29.98, east: 120.7, north: 30.55 } },
  { id: '310000', address: shanghai, box: { west: 120.85, south: 30.65, east: 122.02, north: 31.75 } },
  { id: '510100', address: chengdu, box: { west: 103.7, south: 30.31, east: 104.45, north: 30.95 } },
  { id: '440300', address: shenzhen, box: { west: 113.73, south: 22.38, east: 114.66, north: 22.94 } },
]

/** Whose main roads are there is in the data; from further away a city is a dot. */
const FROM_ZOOM = 6.5

const meets = (a: Box, b: Box): boolean => a.west < b.east && b.west < a.east && a.south < b.north && b.south < a.north

export const citiesIn = (view: Box, zoom: number): readonly City[] => (zoom < FROM_ZOOM ? [] : cities.filter(({ box }) => meets(box, view)))

const fetched = new Map<string, Promise<FeatureCollection>>()

/** A city's features, asked for once; a city that could not be fetched is asked for again when it is next looked at. */
export function featuresOf({ id, address }: City): Promise<FeatureCollection> {
  const known = fetched.get(id)
  if (known) return known
  const asked = fetch(address).then((answer) => {
    if (!answer.ok) throw new Error(`The schematic ground ${id} answered ${answer.status}.`)
    return answer.json() as Promise<FeatureCollection>
  })
  fetched.set(id, asked)
  asked.catch(() => fetched.delete(id))
  return asked
}

/** Metres of a pixel at the zoom of the whole world, at 28° north, in the middle of the four cities. */
const WORLD_M_PER_PX = 78_271.5 * Math.cos((28 * Math.PI) / 180)

/** What is drawn of a source of features with `kind`, `class`, `name` and `rank`. */
export function schematicLayers(source: string, ink: LandInk): LayerSpecification[] {
  const is = (kind: string, ...classes: string[]): ExpressionSpecification =>
    classes.length > 0
      ? ['all', ['==', ['get', 'kind'], kind], ['in', ['get', 'class'], ['literal', classes]]]
      : ['==', ['get', 'kind'], kind]
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  const named = { 'text-field': ['get', 'name'] as ['get', string], 'text-padding': 4 }
  const halo = { 'text-halo-color': ink.halo, 'text-halo-width': 1.4 }
  const metresAt = (zoom: number) => ['max', 1.2, ['*', ['get', 'width_m'], 2 ** zoom / WORLD_M_PER_PX]]
  const road = (
    name: string,
    classes: string[],
    colour: string,
    widths: [number, number, number],
    minzoom: number,
  ): LayerSpecification[] => {
    const line = (id: string, color: string, more: number): LayerSpecification => ({
      id,
      type: 'line',
      source,
      minzoom,
      filter: is('road', ...classes),
      layout: round,
      paint: {
        'line-color': color,
        'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 8, widths[0] + more / 2, 13, widths[1] + more, 17, widths[2] + more],
      },
    })
    return [line(`ground-${name}-casing`, ink.casing, 1.6), line(`ground-${name}`, colour, 0)]
  }
  const alongRoads = (name: string, classes: string[], minzoom: number, size: number): LayerSpecification => ({
    id: `ground-${name}-name`,
    type: 'symbol',
    source,
    minzoom,
    filter: is('road', ...classes),
    layout: {
      ...named,
      'symbol-placement': 'line',
      'symbol-spacing': 380,
      'text-size': size,
      'text-max-angle': 35,
      'text-letter-spacing': 0.08,
    },
    paint: { ...halo, 'text-color': ink.roadName },
  })
  const point = (
    name: string,
    filter: ExpressionSpecification,
    minzoom: number,
    radius: [number, number],
    colour: string,
  ): LayerSpecification => ({
    id: `ground-${name}`,
    type: 'circle',
    source,
    minzoom,
    filter,
    paint: {
      'circle-color': ink.halo,
      'circle-radius': ['interpolate', ['linear'], ['zoom'], minzoom, radius[0], 16, radius[1]],
      'circle-stroke-width': 1.5,
      'circle-stroke-color': colour,
    },
  })
  const label = (
    name: string,
    filter: ExpressionSpecification,
    minzoom: number,
    size: number,
    colour: string,
    below = true,
  ): LayerSpecification => ({
    id: `ground-${name}-name`,
    type: 'symbol',
    source,
    minzoom,
    filter,
    layout: {
      ...named,
      'text-size': size,
      'text-max-width': 7,
      ...(below && { 'text-variable-anchor': ['top', 'bottom', 'left', 'right'], 'text-radial-offset': 0.6 }),
      'symbol-sort-key': ['coalesce', ['get', 'rank'], 5],
    },
    paint: { ...halo, 'text-color': colour },
  })

  return [
    {
      id: 'ground-water',
      type: 'fill',
      source,
      filter: ['all', is('water'), ['==', ['geometry-type'], 'Polygon']],
      paint: { 'fill-color': ink.water },
    },
    {
      id: 'ground-river',
      type: 'line',
      source,
      filter: ['all', is('water'), ['==', ['geometry-type'], 'LineString']],
      layout: round,
      paint: {
        'line-color': ink.water,
        'line-width': ['interpolate', ['exponential', 2], ['zoom'], 6, metresAt(6), 18, metresAt(18)] as never,
      },
    },
    {
      id: 'ground-metro',
      type: 'line',
      source,
      minzoom: 9.5,
      filter: is('rail'),
      layout: round,
      paint: {
        'line-color': ink.metro,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 9.5, 0.45, 12, 0.8],
        'line-width': ['interpolate', ['linear'], ['zoom'], 9.5, 0.8, 14, 2.2],
        'line-dasharray': [3, 1.6],
      },
    },
    ...road('street', ['secondary'], ink.street, [0.4, 1.8, 7], 11.5),
    ...road('primary', ['primary'], ink.primary, [0.6, 2.4, 9], 9.5),
    ...road('trunk', ['trunk'], ink.trunk, [0.9, 3, 10], 8),
    ...road('motorway', ['motorway'], ink.motorway, [1.1, 3.2, 10], 7),
    point('metro-station', is('place', 'metro_station'), 12.2, [1.8, 4], ink.metro),
    point('railway-station', ['all', is('place', 'railway_station'), ['<=', ['get', 'rank'], 2]], 9.5, [2.5, 5], ink.place),
    point('airport', is('place', 'airport'), 8, [2.5, 5], ink.place),
    alongRoads('street', ['secondary'], 13.5, 11),
    alongRoads('primary', ['primary'], 12.2, 11),
    alongRoads('trunk', ['trunk'], 11, 11),
    alongRoads('motorway', ['motorway'], 10, 11),
    {
      id: 'ground-metro-line-name',
      type: 'symbol',
      source,
      minzoom: 12.5,
      filter: is('rail'),
      layout: { ...named, 'symbol-placement': 'line', 'symbol-spacing': 500, 'text-size': 10 },
      paint: { ...halo, 'text-color': ink.metroName },
    },
    {
      id: 'ground-river-name',
      type: 'symbol',
      source,
      minzoom: 9,
      filter: ['all', is('water'), ['==', ['geometry-type'], 'LineString']],
      layout: {
        ...named,
        'symbol-placement': 'line',
        'symbol-spacing': 450,
        'text-size': 12,
        'text-letter-spacing': 0.3,
        'text-max-angle': 40,
      },
      paint: { ...halo, 'text-color': ink.waterName, 'text-halo-color': ink.water },
    },
    label('metro-station', is('place', 'metro_station'), 13, 11, ink.metroName),
    label('park', is('place', 'park'), 12, 11, ink.parkName, false),
    label('landmark', is('place', 'landmark'), 12, 11, ink.place, false),
    label('lake', ['all', is('water'), ['==', ['geometry-type'], 'Polygon']], 10.5, 12, ink.waterName, false),
    { ...label('district', is('district'), 9, 13, ink.district, false), maxzoom: 14 } as LayerSpecification,
    label('railway-station', ['all', is('place', 'railway_station'), ['<=', ['get', 'rank'], 2]], 10.5, 12, ink.place),
    label('airport', is('place', 'airport'), 8.5, 12, ink.place),
  ]
}
