import type { Feature } from 'geojson'
import type { GeoJSONSource, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl'
import { locale } from '#platform/text/text.ts'
import type { ThemeName } from '#platform/browser/theme.ts'
import type { MapConfig } from '../map/provider.ts'
import { landInk } from './ink.ts'
import { knownFeatures, knownLayers } from './known.ts'
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

const SCHEMATIC = 'ground-schematic'
const KNOWN = 'ground-known'
/** From further away streets and names of one's own are dust. */
const KNOWN_FROM_ZOOM = 9.5
const OSM = '© OpenStreetMap contributors (ODbL)'

/**
 * Draws the land under a map: of map files, or of what comes with the program and is known. It comes after our own layers have been drawn, so that
 * no map waits for it.
 */
export function createGround(map: MapLibreMap, say: (notes: GroundNotes) => void) {
  let config: MapConfig | null = null
  let theme: ThemeName = 'dark'
  let file: { attribution: string; brokenFile: string | null } | 'opening' | { broken: string } | null = null
  let drawn = ''
  /** The place whose streets and names were asked for last, and whether there are any. */
  let asked = ''
  let known = false
  let notes: Partial<GroundNotes> = {}
  /** What was asked for before the style changed no longer matters. */
  let turn = 0

  const view = (): Box => {
    const bounds = map.getBounds()
    return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() }
  }
  const add = (layers: readonly LayerSpecification[]) => layers.forEach((layer) => map.addLayer(layer, GROUND_TOP))
  const tell = (part: Partial<GroundNotes>) => {
    notes = part
    say({ schematic: false, attribution: '', brokenFile: null, ...part, bare: part.bare === true && !known })
  }
  /** The grid is for a ground with nothing on it. */
  const showGrid = (shown: boolean) => {
    if (map.getLayer('own-grid')) map.setLayoutProperty('own-grid', 'visibility', shown ? 'visible' : 'none')
  }

  async function layFiles(wanted: NonNullable<MapConfig['files']>): Promise<void> {
    const mine = turn
    file = 'opening'
    try {
      const { FILE_SOURCE, openMapFiles } = await import('./map-file.ts')
      const { source, layers, attribution, broken } = await openMapFiles(wanted, theme, locale())
      if (mine !== turn) return
      map.addSource(FILE_SOURCE, source)
      add(layers)
      if (map.getLayer('own-area')) map.setPaintProperty('own-area', 'fill-opacity', 0)
      showGrid(false)
      file = { attribution, brokenFile: broken.join('、') || null }
      tell(file)
    } catch (error) {
      if (mine !== turn) return
      file = { broken: error instanceof Error && 'file' in error ? String(error.file) : wanted.map(({ name }) => name).join(', ') }
      look()
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

  /** Asked for by squares a little larger than what is seen, so that small moves ask for nothing. */
  async function layKnown(): Promise<void> {
    if (!config?.known || map.getZoom() < KNOWN_FROM_ZOOM) return
    const step = map.getZoom() < 12 ? 0.5 : 0.1
    const { west, south, east, north } = view()
    const down = (degrees: number) => Math.floor(degrees / step) * step
    const place = { west: down(west), south: down(south), east: down(east) + step, north: down(north) + step }
    const wanted = Object.values(place).join()
    if (wanted === asked) return
    asked = wanted
    const mine = turn
    const ground = await config.known(place).catch(() => null)
    if (mine !== turn || asked !== wanted) return
    if (!ground) {
      asked = ''
      return
    }
    const data = { type: 'FeatureCollection' as const, features: knownFeatures(ground) }
    const source = map.getSource<GeoJSONSource>(KNOWN)
    if (source) void source.setData(data)
    else {
      map.addSource(KNOWN, { type: 'geojson', data })
      const { streets, places } = knownLayers(KNOWN, landInk[theme])
      const below = map.getLayer('ground-metro') ? 'ground-metro' : GROUND_TOP
      streets.forEach((layer) => map.addLayer(layer, below))
      add(places)
    }
    known = data.features.length > 0
    if (known) showGrid(false)
    tell(notes)
  }

  const look = (): void => {
    if (!config || file === 'opening' || (file && 'attribution' in file)) return
    void laySketch()
    void layKnown()
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
      asked = ''
      known = false
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
