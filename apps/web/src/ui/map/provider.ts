import type { StyleSpecification } from 'maplibre-gl'
import type { Box } from '../ground/schematic.ts'
import { t } from '#platform/text/text.ts'
import type { KnownGround } from '../ground/known.ts'
import type { MapFile } from '../ground/map-file.ts'
import type { ThemeName } from '#platform/browser/theme.ts'

/** The site's map: whose, by which key, in which style. */
export interface MapConfig {
  provider: string
  ak: string
  styleUrl: string
  /** Files of map tiles that our own server hands out. */
  files?: readonly MapFile[]
  /** What the business itself knows of a place. */
  known?: (place: Box) => Promise<KnownGround>
  /** Where whoever may choose another map does so. */
  settingHref?: string
}

/** What lies under our own layers from the first moment; the land itself is drawn on it by `ui/ground`. */
export interface BaseMap {
  style: StyleSpecification | string
  /** Who must be named on the map; empty for our own ground. */
  attribution: string
  /** Whether drawing it asks other machines for anything. */
  online: boolean
}

/** Makes the base map of a site's setting, or null where this program does not draw that service. */
export type MapProvider = (config: MapConfig, theme: ThemeName) => BaseMap | null

/** Colours of the ground and of our own layers, by theme. */
export interface GroundInk {
  ground: string
  grid: string
  area: string
  areaLine: string
  label: string
  halo: string
  accent: string
  onAccent: string
  track: string
  trackAhead: string
  trackGap: string
  supply: string
  even: string
  demand: string
  waiting: string
  late: string
  spotRim: string
}

export const groundInk: Record<ThemeName, GroundInk> = {
  dark: {
    ground: '#0d182b',
    grid: '#1e3050',
    area: '#14243f',
    areaLine: '#3a5787',
    label: '#b9c8e0',
    halo: '#0d182b',
    accent: '#1b78b8',
    onAccent: '#ffffff',
    track: '#4cb3e8',
    trackAhead: '#3b5f8c',
    trackGap: '#e5b04a',
    supply: '#2f9e8f',
    even: '#8a93a6',
    demand: '#e5484d',
    waiting: '#e5b04a',
    late: '#f2777a',
    spotRim: '#ffffff',
  },
  light: {
    ground: '#eceff4',
    grid: '#d5dce7',
    area: '#f8fafd',
    areaLine: '#8fa5c6',
    label: '#34445e',
    halo: '#ffffff',
    accent: '#0f68a6',
    onAccent: '#ffffff',
    track: '#0f68a6',
    trackAhead: '#9db8d6',
    trackGap: '#a86a00',
    supply: '#1f8f80',
    even: '#9aa5b8',
    demand: '#d4383d',
    waiting: '#c98200',
    late: '#c2272c',
    spotRim: '#ffffff',
  },
}

/** A plain ground: no tile, no glyph and no sprite is fetched from anywhere. */
const offline: MapProvider = (_config, theme) => ({
  style: {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': groundInk[theme].ground } }],
  },
  attribution: '',
  online: false,
})

/** The same ground: what is in the files is drawn on it when they have been opened. */
const file: MapProvider = (config, theme) => (config.files?.length ? offline(config, theme) : null)

const styled: MapProvider = (config) => (config.styleUrl ? { style: config.styleUrl, attribution: '', online: true } : null)

/** Tianditu's web mercator tiles are CGCS2000, which for us is WGS84, so nothing is shifted. */
const tianditu: MapProvider = (config, theme) => {
  if (!config.ak) return null
  const tiles = (layer: string) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map(
      (host) =>
        `https://t${host}.tianditu.gov.cn/${layer}_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}&STYLE=default` +
        `&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&tk=${encodeURIComponent(config.ak)}`,
    )
  const source = (layer: string) => ({ type: 'raster' as const, tiles: tiles(layer), tileSize: 256, minzoom: 1, maxzoom: 18 })
  // NOTE: the service has no dark map; its own is dimmed so that points stay the brightest thing in a dark room.
  const paint = theme === 'dark' ? { 'raster-brightness-max': 0.55, 'raster-saturation': -0.5 } : {}
  return {
    style: {
      version: 8,
      sources: { vec: source('vec'), cva: source('cva') },
      layers: [
        { id: 'ground', type: 'background', paint: { 'background-color': groundInk[theme].ground } },
        { id: 'vec', type: 'raster', source: 'vec', paint },
        { id: 'cva', type: 'raster', source: 'cva', paint },
      ],
    },
    attribution: t('© 国家地理信息公共服务平台 天地图'),
    online: true,
  }
}

const providers: Record<string, MapProvider | undefined> = { offline, file, style: styled, tianditu }

export const offlineConfig: MapConfig = { provider: 'offline', ak: '', styleUrl: '' }

/** Whether both draw the same. */
export const sameBase = (a: MapConfig, b: MapConfig): boolean =>
  a.provider === b.provider &&
  a.styleUrl === b.styleUrl &&
  a.ak === b.ak &&
  (a.files ?? []).map(({ url }) => url).join() === (b.files ?? []).map(({ url }) => url).join()

/** The base map to draw, and whether it is the one the site asked for. */
export function baseMapOf(config: MapConfig, theme: ThemeName): { base: BaseMap; asWished: boolean } {
  const wished = providers[config.provider]?.(config, theme) ?? null
  if (wished) return { base: wished, asWished: true }
  return { base: offline(offlineConfig, theme) as BaseMap, asWished: false }
}
