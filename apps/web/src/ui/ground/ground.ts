import type { Feature } from 'geojson'
import type { GeoJSONSource, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl'
import { locale } from '#platform/text/text.ts'
import type { ThemeName } from '#platform/browser/theme.ts'
import type { MapConfig } from '../map/provider.ts'
import { landInk } from './ink.ts'
import { type Box, citiesIn, featuresOf, schematicLayers } from './schematic.ts'

/** Our own layers stand above this one, what is drawn of the land below. */
export const GROUND_TOP = 'ground-top'

/** What is to be said of the ground in the corner of a map. */
export interface GroundNotes {
  /** What is drawn of this place is a sketch of it, not a street map. */
  schematic: boolean
  /** Nothing but an empty ground is known of this place. */
  bare: boolean
  /** Who must be named. */
  attribution: string
  /** A map file that cannot be drawn. */
  brokenFile: string | null
}

export type Ground = ReturnType<typeof createGround>

const SCHEMATIC = 'ground-schematic'
const OSM = '© OpenStreetMap contributors (ODbL)'

/**
 * Draws the land under a map: of map files, or of what comes with the program and is known. It comes after our own layers have been drawn, so that
 * no map waits for it.
 */
export function createGround(map: MapLibreMap, say: (notes: GroundNotes) => void) {
  let config: MapConfig | null = null
  let theme: ThemeName = 'dark'
  let file: { attribution: string } | 'opening' | { broken: string } | null = null
  let drawn = ''
  /** What was asked for before the style changed no longer matters. */
  let turn = 0

  const view = (): Box => {
    const bounds = map.getBounds()
    return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() }
  }
  const add = (layers: readonly LayerSpecification[]) => layers.forEach((layer) => map.addLayer(layer, GROUND_TOP))
  const tell = (part: Partial<GroundNotes>) => say({ schematic: false, bare: false, attribution: '', brokenFile: null, ...part })
  /** The grid is for a ground with nothing on it. */
  const showGrid = (shown: boolean) => {
    if (map.getLayer('own-grid')) map.setLayoutProperty('own-grid', 'visibility', shown ? 'visible' : 'none')
  }

  async function layFiles(wanted: NonNullable<MapConfig['files']>): Promise<void> {
    const mine = turn
    file = 'opening'
    try {
      const { FILE_SOURCE, openMapFiles } = await import('./map-file.ts')
      const { source, layers, attribution } = await openMapFiles(wanted, theme, locale())
      if (mine !== turn) return
      map.addSource(FILE_SOURCE, source)
      add(layers)
      if (map.getLayer('own-area')) map.setPaintProperty('own-area', 'fill-opacity', 0)
      showGrid(false)
      file = { attribution }
      tell({ attribution })
    } catch (error) {
      if (mine !== turn) return
      file = { broken: error instanceof Error && 'file' in error ? String(error.file) : wanted.map(({ name }) => name).join(', ') }
      await laySketch()
    }
  }

  async function laySketch(): Promise<void> {
    const mine = turn
    const cities = citiesIn(view(), map.getZoom())
    const brokenFile = file !== null && file !== 'opening' && 'broken' in file ? file.broken : null
    const wanted = cities.map(({ id }) => id).join()
    if (wanted === '') return tell({ bare: true, brokenFile })
    const note = () => tell({ schematic: true, attribution: OSM, brokenFile })
    if (wanted === drawn) return note()
    const parts = await Promise.allSettled(cities.map(featuresOf))
    if (mine !== turn) return
    const features = parts.flatMap((part): Feature[] => (part.status === 'fulfilled' ? part.value.features : []))
    if (features.length === 0) return tell({ bare: true, brokenFile })
    drawn = parts.every(({ status }) => status === 'fulfilled') ? wanted : ''
    const data = { type: 'FeatureCollection' as const, features }
    const source = map.getSource<GeoJSONSource>(SCHEMATIC)
    if (source) void source.setData(data)
    else {
      map.addSource(SCHEMATIC, { type: 'geojson', data })
      add(schematicLayers(SCHEMATIC, landInk[theme]))
    }
    showGrid(false)
    note()
  }

  const look = (): void => {
    if (!config || file === 'opening' || (file && 'attribution' in file)) return
    void laySketch()
  }
  const faulty = (event: { sourceId?: string }): void => {
    if (event.sourceId === 'ground-file' && file && file !== 'opening' && 'attribution' in file && config)
      tell({ attribution: file.attribution, brokenFile: (config.files ?? []).map(({ name }) => name).join(', ') })
  }
  map.on('error', faulty as never)

  return {
    /** A style has been loaded and our own layers stand on it. */
    lay(nextConfig: MapConfig, nextTheme: ThemeName, online: boolean): void {
      turn++
      config = online ? null : nextConfig
      theme = nextTheme
      file = null
      drawn = ''
      if (!config) return tell({})
      if (config.provider === 'file' && config.files?.length) void layFiles(config.files)
      else look()
    },
    /** The map shows another place. */
    look,
    destroy(): void {
      turn++
      config = null
      map.off('error', faulty as never)
    },
  }
}
