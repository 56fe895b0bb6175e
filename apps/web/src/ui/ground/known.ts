import type { Feature } from 'geojson'
import type { LayerSpecification } from 'maplibre-gl'
import type { LandInk } from './ink.ts'

/** What the business itself knows of a piece of ground. */
export interface KnownGround {
  places: readonly { name: string; lat: number; lng: number }[]
  /** Longitudes and latitudes. */
  streets: readonly (readonly [number, number])[][]
}

export const knownFeatures = ({ places, streets }: KnownGround): Feature[] => [
  ...streets.map(
    (line): Feature => ({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: line as [number, number][] } }),
  ),
  ...places.map(
    ({ name, lat, lng }, n): Feature => ({
      type: 'Feature',
      // The first are the ones to be read first; from further away fewer are.
      properties: { name, rank: n },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    }),
  ),
]

/** Streets below what else is drawn of the land, names above. */
export const knownLayers = (source: string, ink: LandInk): { streets: LayerSpecification[]; places: LayerSpecification[] } => ({
  streets: [true, false].map((casing) => ({
    id: casing ? 'ground-driven-casing' : 'ground-driven',
    type: 'line',
    source,
    minzoom: 9.5,
    filter: ['==', ['geometry-type'], 'LineString'],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': casing ? ink.casing : ink.driven,
      'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 10, casing ? 1.4 : 0.7, 13, casing ? 3.4 : 2, 17, casing ? 8.6 : 7],
    },
  })),
  places: [
    {
      id: 'ground-own-place',
      type: 'circle',
      source,
      minzoom: 13,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: { 'circle-color': ink.district, 'circle-radius': 2, 'circle-stroke-width': 1, 'circle-stroke-color': ink.halo },
    },
    {
      id: 'ground-own-place-name',
      type: 'symbol',
      source,
      minzoom: 12,
      filter: ['==', ['geometry-type'], 'Point'],
      layout: {
        'text-field': ['get', 'name'],
        'text-size': 11,
        'text-max-width': 8,
        'text-padding': 6,
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        'text-radial-offset': 0.5,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': ink.roadName, 'text-halo-color': ink.halo, 'text-halo-width': 1.4 },
    },
  ],
})
