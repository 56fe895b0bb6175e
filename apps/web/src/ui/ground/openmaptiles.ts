import type { FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { LandInk } from './ink.ts'

type Widths = [at8: number, at13: number, at17: number]

/** What is drawn of a file in the OpenMapTiles scheme, which Planetiler and Tilemaker write when they are not told otherwise. */
export function openMapTilesLayers(source: string, ink: LandInk, language: 'zh-CN' | 'en'): LayerSpecification[] {
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  const halo = { 'text-halo-color': ink.halo, 'text-halo-width': 1.4 }
  const names = language === 'en' ? ['name:en', 'name:latin', 'name'] : ['name:zh-Hans', 'name:zh', 'name']
  const named = { 'text-field': ['coalesce', ...names.map((name) => ['get', name])] as never, 'text-padding': 4, 'text-max-width': 7 }
  const oneOf = (field: string, ...values: string[]): FilterSpecification => ['in', ['get', field], ['literal', values]]
  const fill = (id: string, layer: string, colour: string, filter?: FilterSpecification, minzoom = 0): LayerSpecification => ({
    id: `ground-${id}`,
    type: 'fill',
    source,
    'source-layer': layer,
    minzoom,
    ...(filter && { filter }),
    paint: { 'fill-color': colour },
  })
  const road = (id: string, classes: string[], colour: string, widths: Widths, minzoom: number): LayerSpecification[] =>
    [true, false].map((casing) => ({
      id: `ground-${id}${casing ? '-casing' : ''}`,
      type: 'line',
      source,
      'source-layer': 'transportation',
      minzoom,
      filter: oneOf('class', ...classes),
      layout: round,
      paint: {
        'line-color': casing ? ink.casing : colour,
        'line-width': [
          'interpolate',
          ['exponential', 1.5],
          ['zoom'],
          8,
          widths[0] + (casing ? 0.6 : 0),
          13,
          widths[1] + (casing ? 1.4 : 0),
          17,
          widths[2] + (casing ? 1.6 : 0),
        ],
      },
    }))
  const name = (
    id: string,
    layer: string,
    colour: string,
    size: number,
    minzoom: number,
    { filter, along = false, maxzoom = 24 }: { filter?: FilterSpecification; along?: boolean; maxzoom?: number } = {},
  ): LayerSpecification => ({
    id: `ground-${id}-name`,
    type: 'symbol',
    source,
    'source-layer': layer,
    minzoom,
    maxzoom,
    ...(filter && { filter }),
    layout: {
      ...named,
      'text-size': size,
      ...(along && { 'symbol-placement': 'line' as const, 'symbol-spacing': 380, 'text-max-angle': 35, 'text-letter-spacing': 0.08 }),
      ...(!along && { 'symbol-sort-key': ['coalesce', ['get', 'rank'], 99] as never }),
    },
    paint: { ...halo, 'text-color': colour },
  })
  return [
    fill(
      'built',
      'landuse',
      ink.built,
      oneOf('class', 'residential', 'commercial', 'industrial', 'retail', 'school', 'university', 'hospital'),
    ),
    fill('green', 'landcover', ink.park, oneOf('class', 'wood', 'grass', 'forest')),
    fill('park', 'park', ink.park),
    fill('water', 'water', ink.water),
    {
      id: 'ground-waterway',
      type: 'line',
      source,
      'source-layer': 'waterway',
      paint: { 'line-color': ink.water, 'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 8, 0.6, 14, 2, 18, 6] },
    },
    fill('apron', 'aeroway', ink.built, ['==', ['geometry-type'], 'Polygon']),
    fill('building', 'building', ink.built, undefined, 14),
    {
      id: 'ground-rail',
      type: 'line',
      source,
      'source-layer': 'transportation',
      minzoom: 10,
      filter: oneOf('class', 'rail', 'transit'),
      paint: { 'line-color': ink.metro, 'line-width': ['interpolate', ['linear'], ['zoom'], 10, 0.6, 16, 1.8], 'line-dasharray': [3, 1.6] },
    },
    ...road('service', ['service', 'track', 'path', 'pedestrian'], ink.street, [0, 0.6, 4], 14),
    ...road('street', ['minor', 'tertiary'], ink.street, [0.2, 1.4, 7], 11.5),
    ...road('primary', ['primary', 'secondary'], ink.primary, [0.6, 2.4, 9], 8.5),
    ...road('trunk', ['trunk'], ink.trunk, [0.9, 3, 10], 7),
    ...road('motorway', ['motorway'], ink.motorway, [1.1, 3.2, 10], 5),
    {
      id: 'ground-boundary',
      type: 'line',
      source,
      'source-layer': 'boundary',
      filter: ['<=', ['get', 'admin_level'], 6],
      paint: { 'line-color': ink.district, 'line-opacity': 0.5, 'line-width': 0.8, 'line-dasharray': [4, 3] },
    },
    name('waterway', 'waterway', ink.waterName, 11, 12, { along: true }),
    name('water', 'water_name', ink.waterName, 12, 9),
    name('minor', 'transportation_name', ink.roadName, 11, 14.5, { filter: oneOf('class', 'minor', 'tertiary', 'service'), along: true }),
    name('street', 'transportation_name', ink.roadName, 11, 12, { filter: oneOf('class', 'primary', 'secondary'), along: true }),
    name('highway', 'transportation_name', ink.roadName, 11, 10, { filter: oneOf('class', 'motorway', 'trunk'), along: true }),
    name('poi', 'poi', ink.place, 11, 14.5, { filter: ['<=', ['get', 'rank'], 20] }),
    name('station', 'poi', ink.metroName, 11, 12.5, { filter: oneOf('class', 'railway') }),
    name('airport', 'aerodrome_label', ink.place, 12, 9),
    name('quarter', 'place', ink.district, 12, 11, { filter: oneOf('class', 'suburb', 'quarter', 'neighbourhood', 'village') }),
    name('city', 'place', ink.place, 13, 4, { filter: oneOf('class', 'city', 'town'), maxzoom: 14 }),
  ]
}
