// @vitest-environment node
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import type { Feature, FeatureCollection, Position } from 'geojson'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { landInk } from './ink.ts'
import { openMapTilesLayers } from './openmaptiles.ts'
import { protomapsLayersIn } from './protomaps.ts'
import { citiesIn, schematicLayers } from './schematic.ts'

const folder = join(import.meta.dirname, '../../../ground')
const cities = readdirSync(folder).filter((name) => name.endsWith('.geojson'))
const featuresIn = (name: string) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as FeatureCollection).features
const placesOf = ({ geometry }: Feature): Position[] =>
  geometry.type === 'Point'
    ? [geometry.coordinates]
    : geometry.type === 'LineString'
      ? geometry.coordinates
      : geometry.type === 'Polygon'
        ? geometry.coordinates.flat()
        : []

describe('the schematic ground of a city', () => {
  it('is there for the four cities, each found where it lies and from no further away than a region', () => {
    expect(cities).toHaveLength(4)
    for (const name of cities) {
      const places = featuresIn(name).flatMap(placesOf)
      const [lng, lat] = [places.map(([x]) => x!), places.map(([, y]) => y!)]
      for (const [x, y] of [
        [Math.min(...lng), Math.min(...lat)],
        [Math.max(...lng), Math.max(...lat)],
      ] as const) {
        const view = { west: x - 0.05, east: x + 0.05, south: y - 0.05, north: y + 0.05 }
        expect(citiesIn(view, 12).map(({ id }) => `${id}.geojson`)).toContain(name)
        expect(citiesIn(view, 5)).toEqual([])
      }
    }
  })

  it.each(cities)('%s holds rivers, main roads, metro, stations and districts, all named kinds of things', (name) => {
    const features = featuresIn(name)
    expect(new Set(features.map(({ properties }) => properties?.kind as string))).toEqual(
      new Set(['water', 'road', 'rail', 'district', 'place']),
    )
    const classes = ['sea', 'river', 'lake', 'motorway', 'trunk', 'primary', 'secondary', 'metro', 'district']
    const places = ['railway_station', 'airport', 'metro_station', 'park', 'landmark']
    for (const { properties } of features) expect([...classes, ...places]).toContain(properties?.class)
    // Only what its licence lets us pass on.
    for (const { properties } of features) expect([undefined, 'osm', 'anchor', 'own']).toContain(properties?.src)
  })
})

describe('the land', () => {
  const style = (source: object, layers: readonly object[]) => ({ version: 8 as const, sources: { land: source }, layers: [...layers] })
  const vector = { type: 'vector', tiles: ['https://example.com/{z}/{x}/{y}'] }

  it.each(['dark', 'light'] as const)(
    'is drawn by a valid %s style in each scheme, and nothing is fetched for names and pictures',
    (theme) => {
      const ink = landInk[theme]
      const drawings = [
        style({ type: 'geojson', data: { type: 'FeatureCollection', features: [] } }, schematicLayers('land', ink)),
        style(vector, openMapTilesLayers('land', ink, 'zh-CN')),
        style(vector, openMapTilesLayers('land', ink, 'en')),
        style(vector, protomapsLayersIn('land', ink, 'zh-CN')),
        style(vector, protomapsLayersIn('land', ink, 'en')),
      ]
      for (const drawing of drawings) {
        expect(
          validateStyleMin(drawing as never)
            .map(({ message }) => message)
            .filter((said) => !said.includes('"glyphs"')),
        ).toEqual([])
        expect(drawing.layers.length).toBeGreaterThan(20)
        expect(JSON.stringify(drawing.layers)).not.toMatch(/icon-image|https?:/)
      }
    },
  )
})
