import { PbfWriter } from 'pbf'

export interface RoadNetwork {
  nodes: readonly { id: number; lat: number; lng: number }[]
  ways: readonly { id: number; nodeIds: readonly number[]; tags: Readonly<Record<string, string>> }[]
}

/**
 * A town made of streets every `blockM` metres, `blocks` to each side of its centre, and a river from west to east just north of the centre
 * that one bridge crosses, at the eastern edge: two places a few steps apart on its two banks are kilometres apart by road.
 */
export function riverTown(centre: { lat: number; lng: number }, { blocks = 12, blockM = 250 } = {}): RoadNetwork {
  const stepLat = blockM / 111_195
  const stepLng = stepLat / Math.cos((centre.lat * Math.PI) / 180)
  const along = Array.from({ length: blocks * 2 + 1 }, (_, n) => n - blocks)
  const idOf = (x: number, y: number) => (y + blocks) * along.length + x + blocks + 1
  const nodes = along.flatMap((y) => along.map((x) => ({ id: idOf(x, y), lat: centre.lat + y * stepLat, lng: centre.lng + x * stepLng })))
  const street = (name: string, nodeIds: number[]) => ({
    nodeIds,
    tags: { highway: 'secondary', name, maxspeed: '40' },
  })
  const northSouth = (x: number) => {
    const name = `${x + blocks + 1}号路`
    if (x === blocks)
      return [
        street(
          name,
          along.map((y) => idOf(x, y)),
        ),
      ]
    return [along.filter((y) => y <= 0), along.filter((y) => y > 0)].map((bank) =>
      street(
        name,
        bank.map((y) => idOf(x, y)),
      ),
    )
  }
  const ways = [
    ...along.map((y) =>
      street(
        `${y + blocks + 1}号街`,
        along.map((x) => idOf(x, y)),
      ),
    ),
    ...along.flatMap(northSouth),
  ]
  return { nodes, ways: ways.map((way, n) => ({ id: n + 1, ...way })) }
}

/** The file that OpenStreetMap's programs read (https://wiki.openstreetmap.org/wiki/PBF_Format), its blocks uncompressed. */
export function osmPbfOf({ nodes, ways }: RoadNetwork): Buffer {
  const header = written((pbf) => {
    pbf.writeStringField(4, 'OsmSchema-V0.6')
    pbf.writeStringField(16, 'chauffeur tests')
  })
  const words = ['', ...new Set(ways.flatMap(({ tags }) => Object.entries(tags).flat()))]
  const word = new Map(words.map((text, at) => [text, at]))
  const strings = (_: null, pbf: PbfWriter) => {
    for (const text of words) pbf.writeBytesField(1, Buffer.from(text))
  }
  const nodeGroup = (_: null, pbf: PbfWriter) => {
    for (const { id, lat, lng } of nodes)
      pbf.writeMessage(
        1,
        (__, node) => {
          node.writeSVarintField(1, id)
          node.writeSVarintField(8, Math.round(lat * 1e7))
          node.writeSVarintField(9, Math.round(lng * 1e7))
        },
        null,
      )
  }
  const wayGroup = (_: null, pbf: PbfWriter) => {
    for (const { id, nodeIds, tags } of ways)
      pbf.writeMessage(
        3,
        (__, way) => {
          way.writeVarintField(1, id)
          way.writePackedVarint(
            2,
            Object.keys(tags).map((key) => word.get(key)!),
          )
          way.writePackedVarint(
            3,
            Object.values(tags).map((value) => word.get(value)!),
          )
          way.writePackedSVarint(
            8,
            nodeIds.map((node, at) => node - (nodeIds[at - 1] ?? 0)),
          )
        },
        null,
      )
  }
  const block = written((pbf) => {
    pbf.writeMessage(1, strings, null)
    pbf.writeMessage(2, nodeGroup, null)
    pbf.writeMessage(2, wayGroup, null)
  })
  return Buffer.concat([blob('OSMHeader', header), blob('OSMData', block)])
}

function written(write: (pbf: PbfWriter) => void): Buffer {
  const pbf = new PbfWriter()
  write(pbf)
  return Buffer.from(pbf.finish())
}

function blob(type: string, raw: Buffer): Buffer {
  const body = written((pbf) => {
    pbf.writeBytesField(1, raw)
    pbf.writeVarintField(2, raw.length)
  })
  const head = written((pbf) => {
    pbf.writeStringField(1, type)
    pbf.writeVarintField(3, body.length)
  })
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, body])
}
