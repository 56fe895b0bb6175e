import { addProtocol, type LayerSpecification, type SourceSpecification } from 'maplibre-gl'
import { FetchSource, type Header, PMTiles, TileType } from 'pmtiles'
import type { ThemeName } from '#platform/browser/theme.ts'
import { readCookie } from '#platform/session/cookies.ts'
import { landInk } from './ink.ts'
import { openMapTilesLayers } from './openmaptiles.ts'
import { protomapsLayersIn } from './protomaps.ts'

/** A file of map tiles (PMTiles) that our own server hands out. */
export interface MapFile {
  name: string
  /** Another one as soon as the file is another one. */
  url: string
}

/** What is drawn of one or several files. */
export interface FileGround {
  source: SourceSpecification
  layers: LayerSpecification[]
  attribution: string
  /** Names of files that cannot be drawn, beside those that are. */
  broken: readonly string[]
}

/** Why a file is of no use, for the words that say so. */
class UnusableMapFile extends Error {
  readonly file: string
  constructor(file: string, cause?: unknown) {
    super(`The map file ${file} cannot be drawn.`, { cause })
    this.file = file
  }
}

interface Archive extends MapFile {
  tiles: PMTiles
  from: FetchSource
}
interface OpenArchive extends Archive {
  header: Header
  metadata: Metadata
  drawing: Drawing
}
interface Metadata {
  attribution?: string
  vector_layers?: readonly { id: string }[]
}

const PROTOCOL = 'map-file'
export const FILE_SOURCE = 'ground-file'
/** Archives by address: the directories of a file are read once for all maps of the page. */
const archives = new Map<string, Archive>()
const drawnBy = new Map<string, readonly OpenArchive[]>()

function archiveOf({ name, url }: MapFile): Archive {
  const known = archives.get(url)
  if (known) return known
  const from = new FetchSource(new URL(url, document.baseURI).href)
  const archive = { name, url, from, tiles: new PMTiles(from) }
  archives.set(url, archive)
  return archive
}

/** As whoever is signed in now: a page outlives sessions. */
const withSession = ({ from }: Archive): void => from.setHeaders(new Headers({ token: readCookie('token') }))

async function opened(file: MapFile): Promise<OpenArchive> {
  const archive = archiveOf(file)
  withSession(archive)
  try {
    const header = await archive.tiles.getHeader()
    const metadata = (await archive.tiles.getMetadata()) as Metadata
    return { ...archive, header, metadata, drawing: drawingOf(header, metadata) }
  } catch (cause) {
    archives.delete(file.url)
    throw new UnusableMapFile(file.name, cause)
  }
}

const longitudeOf = (x: number, z: number) => (x / 2 ** z) * 360 - 180
const latitudeOf = (y: number, z: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI
const covers = ({ minZoom, maxZoom, minLon, maxLon, minLat, maxLat }: Header, z: number, x: number, y: number): boolean =>
  z >= minZoom &&
  z <= maxZoom &&
  longitudeOf(x + 1, z) > minLon &&
  longitudeOf(x, z) < maxLon &&
  latitudeOf(y, z) > minLat &&
  latitudeOf(y + 1, z) < maxLat

let told = false
/** Tiles of several files, each of which covers a piece of the earth: the first that has one at a place draws it. */
function installProtocol(): void {
  if (told) return
  told = true
  addProtocol(PROTOCOL, async ({ url }, { signal }) => {
    const [, key = '', z, x, y] = /^map-file:\/\/(\w+)\/(\d+)\/(\d+)\/(\d+)$/.exec(url) ?? []
    const place = [Number(z), Number(x), Number(y)] as const
    for (const archive of drawnBy.get(key) ?? []) {
      if (!covers(archive.header, ...place)) continue
      withSession(archive)
      const tile = await archive.tiles.getZxy(...place, signal)
      if (tile) return { data: tile.data }
    }
    return { data: new ArrayBuffer(0) }
  })
}

const isPicture = ({ tileType }: Header) => tileType === TileType.Png || tileType === TileType.Jpeg || tileType === TileType.Webp
/** An attribution may come as a piece of a page. */
const asText = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? ''

/** Opens the files and says how they are drawn; `UnusableMapFile` where none can be. */
export async function openMapFiles(files: readonly MapFile[], theme: ThemeName, language: 'zh-CN' | 'en'): Promise<FileGround> {
  const results = await Promise.allSettled(files.map(opened))
  const open = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const broken = files.filter((_, n) => results[n]?.status === 'rejected').map(({ name }) => name)
  const first = open[0]
  if (!first) throw new UnusableMapFile(broken.join('、'))
  const key = `k${Array.from(files.map(({ url }) => url).join('\n')).reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) >>> 0, 7)}`
  // One look for all: a file of another sort than the first is left out.
  const layersOf = first.drawing
  const alike = open.filter(({ drawing }) => drawing === layersOf)
  drawnBy.set(key, alike)
  installProtocol()
  const tiles = {
    tiles: [`${PROTOCOL}://${key}/{z}/{x}/{y}`],
    minzoom: Math.min(...alike.map(({ header }) => header.minZoom)),
    maxzoom: Math.min(...alike.map(({ header }) => header.maxZoom)),
  }
  return {
    source: layersOf === pictures ? { type: 'raster', tileSize: 256, ...tiles } : { type: 'vector', ...tiles },
    layers: layersOf(theme, language),
    attribution: [...new Set(alike.map(({ metadata }) => asText(metadata.attribution ?? '') || '© OpenStreetMap'))].join(' · '),
    broken,
  }
}

type Drawing = (theme: ThemeName, language: 'zh-CN' | 'en') => LayerSpecification[]

const pictures: Drawing = (theme) => [
  {
    id: 'ground-picture',
    type: 'raster',
    source: FILE_SOURCE,
    paint: theme === 'dark' ? { 'raster-brightness-max': 0.55, 'raster-saturation': -0.5 } : {},
  },
]
const openMapTiles: Drawing = (theme, language) => openMapTilesLayers(FILE_SOURCE, landInk[theme], language)

const protomaps: Drawing = (theme, language) => protomapsLayersIn(FILE_SOURCE, landInk[theme], language)

/** By what the file says it holds; the two schemes that the usual tools write. */
function drawingOf(header: Header, metadata: Metadata): Drawing {
  if (isPicture(header)) return pictures
  const held = new Set(metadata.vector_layers?.map(({ id }) => id))
  if (header.tileType === TileType.Mvt && held.has('transportation')) return openMapTiles
  if (header.tileType === TileType.Mvt && held.has('roads')) return protomaps
  throw new Error('The file holds no map that is known.')
}
