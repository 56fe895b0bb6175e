/** What stands under one tag: words, or numbers. */
type Value = string | number[]
export type Tags = ReadonlyMap<number, Value>

/** Cameras write some dozens. */
const MOST_ENTRIES = 200
const MOST_CHARS = 64
/** Degrees, minutes and seconds. */
const MOST_NUMBERS = 3
const CAMERA_AT = 0x8769
const SATELLITES_AT = 0x8825
const SIZE: Partial<Record<number, number>> = { 2: 1, 3: 2, 4: 4, 5: 8 }

/**
 * Reads EXIF: what the camera says of the shot, and what the satellites said. How much there is to read is never what the picture itself says of
 * it: eight megabytes of entries that each stand for all of the rest fill any memory. Throws where it is broken.
 */
export function exifOf(raw: Buffer): { camera: Tags; satellites: Tags } {
  const start = raw.toString('latin1', 0, 4) === 'Exif' ? 6 : 0
  const order = raw.toString('latin1', start, start + 2)
  if (order !== 'II' && order !== 'MM') throw new Error('No order of bytes.')
  const little = order === 'II'
  const u16 = (at: number) => (little ? raw.readUInt16LE(at) : raw.readUInt16BE(at))
  const u32 = (at: number) => (little ? raw.readUInt32LE(at) : raw.readUInt32BE(at))

  function valueOf(entry: number): Value | undefined {
    const [type, count] = [u16(entry + 2), u32(entry + 4)]
    const size = SIZE[type]
    if (size === undefined || count > (type === 2 ? MOST_CHARS : MOST_NUMBERS)) return undefined
    const at = size * count <= 4 ? entry + 8 : start + u32(entry + 8)
    if (type === 2) return raw.toString('latin1', at, at + count).replace(/\0.*$/s, '')
    return Array.from({ length: count }, (_, n) => {
      const one = at + n * size
      return type === 3 ? u16(one) : type === 4 ? u32(one) : u32(one) / u32(one + 4)
    })
  }
  function tagsAt(at: number): Tags {
    const tags = new Map<number, Value>()
    for (let n = 0; n < Math.min(u16(at), MOST_ENTRIES); n++) {
      const entry = at + 2 + n * 12
      const value = valueOf(entry)
      if (value !== undefined) tags.set(u16(entry), value)
    }
    return tags
  }
  const image = tagsAt(start + u32(start + 4))
  const under = (tag: number): Tags => {
    const at = image.get(tag)?.[0]
    return typeof at === 'number' ? tagsAt(start + at) : new Map()
  }
  return { camera: under(CAMERA_AT), satellites: under(SATELLITES_AT) }
}
