/**
 * By what a picture is known again after it was made smaller, brighter or packed anew: how light runs over it. Its slow waves (a cosine
 * transform, as JPEG makes) are told from one another by whether each is above the middle of them all; fine ones, which packing changes, are left out.
 */
export interface Print {
  /** By which pictures that may be the same are found. */
  hash: bigint
  /** By which they are compared: 256 bits. */
  bits: Buffer
}

/** Side of the grey picture that it is made of, and of the waves that count. */
export const PRINT_SIDE = 64
const WAVES = 16
const HASH_WAVES = 8
/** Of 255 steps from black to white: where light differs by less in all of it, there is nothing to be known by (a covered lens). */
const LEAST_SPREAD = 4

const COSINES = Array.from({ length: WAVES }, (_, wave) =>
  Float64Array.from({ length: PRINT_SIDE }, (_, x) => Math.cos(((2 * x + 1) * wave * Math.PI) / (2 * PRINT_SIDE))),
)

/** The print of a grey picture of 64 by 64 points; null where it shows nothing. */
export function printOf(grey: Uint8Array): Print | null {
  const mean = grey.reduce((sum, light) => sum + light, 0) / grey.length
  const spread = Math.sqrt(grey.reduce((sum, light) => sum + (light - mean) ** 2, 0) / grey.length)
  if (spread < LEAST_SPREAD) return null
  const rows = COSINES.map((cosine) =>
    Float64Array.from({ length: PRINT_SIDE }, (_, y) => {
      let sum = 0
      for (let x = 0; x < PRINT_SIDE; x++) sum += cosine[x]! * grey[y * PRINT_SIDE + x]!
      return sum
    }),
  )
  const waves = (count: number): number[] =>
    COSINES.slice(0, count).flatMap((cosine) =>
      rows.slice(0, count).map((row) => {
        let sum = 0
        for (let y = 0; y < PRINT_SIDE; y++) sum += cosine[y]! * row[y]!
        return sum
      }),
    )
  return { hash: BigInt.asIntN(64, BigInt(`0b${bitsOf(waves(HASH_WAVES))}`)), bits: bytesOf(bitsOf(waves(WAVES))) }
}

/** The first wave is how bright all of it is, and says nothing. */
function bitsOf(waves: readonly number[]): string {
  const sorted = waves.slice(1).sort((a, b) => a - b)
  const middle = sorted[sorted.length >> 1]!
  return waves.map((wave, at) => (at > 0 && wave > middle ? '1' : '0')).join('')
}
const bytesOf = (bits: string) => Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))

/** How many bits of two prints differ. */
export function distanceOf(a: Uint8Array, b: Uint8Array): number {
  let differ = 0
  for (let at = 0; at < a.length; at++) for (let rest = a[at]! ^ b[at]!; rest > 0; rest &= rest - 1) differ++
  return differ
}
/**
 * Of so many of 256 that differ at most two pictures are the same one. Measured (docs/architecture.md): different pictures are 102 apart and more,
 * front and rear of one car in one place may be 48, and one photographed from a screen is mostly within 40 of itself.
 */
export const SAME_BITS = 40
/** Of the 64 by which they are found. */
export const FOUND_BITS = 7

const BANDS = 4
const BAND_BITS = 16
const pieceOf = (hash: bigint, band: number) => Number((BigInt.asUintN(64, hash) >> BigInt(band * BAND_BITS)) & 0xffffn)
const keyOf = (band: number, piece: number) => band * 0x10000 + piece

/** The four pieces of a hash, by which it is kept. */
export const bandsOf = (hash: bigint): number[] => Array.from({ length: BANDS }, (_, band) => keyOf(band, pieceOf(hash, band)))

/**
 * The pieces by which all are found that differ in at most seven bits: of seven bits over four pieces at least one piece has at most one, so each
 * piece is asked for as it is and with each of its bits turned. 68 keys, each of which one picture in 65,536 has.
 */
export const probesOf = (hash: bigint): number[] =>
  Array.from({ length: BANDS }, (_, band) => {
    const piece = pieceOf(hash, band)
    return [keyOf(band, piece), ...Array.from({ length: BAND_BITS }, (_, bit) => keyOf(band, piece ^ (1 << bit)))]
  }).flat()
