import { geoJSONToTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { gzipSync } from 'node:zlib'

export interface MapFileContent {
  /** Features by the layer of the scheme that they are drawn in. */
  layers: Record<string, GeoJSON.FeatureCollection>
  bounds: [west: number, south: number, east: number, north: number]
  minZoom: number
  maxZoom: number
  attribution: string
}

/** A vector map as one file: PMTiles of version 3 with a single directory, which a small map needs. */
export function mapFileOf({ layers, bounds, minZoom, maxZoom, attribution }: MapFileContent): Buffer {
  const [west, south, east, north] = bounds
  const tiles: { id: number; data: Buffer }[] = []
  for (let z = minZoom; z <= maxZoom; z++)
    for (let x = column(west, z); x <= column(east, z); x++)
      for (let y = row(north, z); y <= row(south, z); y++) {
        const held = Object.entries(layers).map(
          ([name, data]) => [name, geoJSONToTile(data, z, x, y, { clip: true, wrap: false })] as const,
        )
        tiles.push({ id: tileId(z, x, y), data: gzipSync(fromGeojsonVt(Object.fromEntries(held), { version: 2 })) })
      }
  tiles.sort((a, b) => a.id - b.id)

  const directory = gzipSync(directoryOf(tiles))
  const metadata = gzipSync(JSON.stringify({ attribution, vector_layers: Object.keys(layers).map((id) => ({ id, fields: {} })) }))
  const data = Buffer.concat(tiles.map((tile) => tile.data))
  const header = Buffer.alloc(127)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  const at = { directory: 127, metadata: 127 + directory.length, data: 127 + directory.length + metadata.length }
  const sizes = [
    at.directory,
    directory.length,
    at.metadata,
    metadata.length,
    at.data,
    0,
    at.data,
    data.length,
    tiles.length,
    tiles.length,
    tiles.length,
  ]
  sizes.forEach((value, n) => header.writeBigUInt64LE(BigInt(value), 8 + n * 8))
  // Clustered; directory and tiles packed with gzip; vector tiles; zooms.
  header.set([1, 2, 2, 1, minZoom, maxZoom], 96)
  bounds.forEach((degrees, n) => header.writeInt32LE(Math.round(degrees * 1e7), 102 + n * 4))
  header[118] = minZoom
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119)
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123)
  return Buffer.concat([header, directory, metadata, data])
}

const column = (lng: number, z: number) => Math.floor(((lng + 180) / 360) * 2 ** z)
const row = (lat: number, z: number) => Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z)

/** Tiles are counted along a Hilbert curve, zoom after zoom. */
function tileId(z: number, x: number, y: number): number {
  let id = (4 ** z - 1) / 3
  let [tx, ty] = [x, y]
  for (let side = 2 ** z / 2; side >= 1; side /= 2) {
    const rx = (tx & side) > 0 ? 1 : 0
    const ry = (ty & side) > 0 ? 1 : 0
    id += side * side * ((3 * rx) ^ ry)
    if (ry === 0) {
      if (rx === 1) [tx, ty] = [side - 1 - tx, side - 1 - ty]
      ;[tx, ty] = [ty, tx]
    }
  }
  return id
}

/** Numbers of tiles as steps, run lengths, sizes, and places right behind one another. */
function directoryOf(tiles: readonly { id: number; data: Buffer }[]): Buffer {
  const numbers = [
    tiles.length,
    ...tiles.map(({ id }, n) => id - (tiles[n - 1]?.id ?? 0)),
    ...tiles.map(() => 1),
    ...tiles.map(({ data }) => data.length),
    ...tiles.map((_, n) => (n === 0 ? 1 : 0)),
  ]
  return Buffer.from(numbers.flatMap(varint))
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  return [...bytes, rest]
}
