import { MOST_PICTURE_BYTES, MOST_PICTURE_PIXELS } from '@chauffeur/contract/quality/upload'

/** Smaller ones have never more pixels than are taken: they are not opened for it. */
const SURELY_FITS_BYTES = 3 * 1_048_576
/** Longer side; the first that is small enough is taken. A receipt of the smallest can still be read. */
const SIDES = [4_000, 2_800, 1_600]
const QUALITY = 0.88
interface Most {
  /** Those up to this size are not opened for it. */
  surelyBytes: number
  bytes: number
  pixels: number
  sides: readonly number[]
}
const IN_PARTS: Most = { surelyBytes: SURELY_FITS_BYTES, bytes: MOST_PICTURE_BYTES, pixels: MOST_PICTURE_PIXELS, sides: SIDES }
/** Of what goes up in one piece: small enough for a bad network to get it through, and as many pixels as the server keeps of it. */
export const ONE_PIECE: Most = { surelyBytes: 1_048_576, bytes: 1_048_576, pixels: MOST_PICTURE_PIXELS, sides: [1_600, 1_200] }

/**
 * A picture that the server takes: what a large camera made is drawn again, smaller; anything else, and what this browser cannot open, stays as it
 * is. What the camera wrote into it besides is lost then: where and when it was taken is said beside it.
 */
export async function fitted(picture: File, most: Most = IN_PARTS): Promise<File> {
  if (picture.size <= most.surelyBytes) return picture
  const drawn = await createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => null)
  if (!drawn) return picture
  try {
    const { width, height } = drawn
    if (picture.size <= most.bytes && width * height <= most.pixels) return picture
    const canvas = document.createElement('canvas')
    for (const side of most.sides) {
      const scale = Math.min(1, side / Math.max(width, height))
      canvas.width = Math.round(width * scale)
      canvas.height = Math.round(height * scale)
      canvas.getContext('2d')!.drawImage(drawn, 0, 0, canvas.width, canvas.height)
      const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
      if (smaller && smaller.size <= most.bytes)
        return new File([smaller], picture.name, { type: 'image/jpeg', lastModified: picture.lastModified })
    }
    return picture
  } finally {
    drawn.close()
  }
}
