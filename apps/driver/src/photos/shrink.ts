import { MOST_PICTURE_BYTES, MOST_PICTURE_PIXELS } from '@chauffeur/contract/quality/upload'

/** Smaller ones have never more pixels than are taken: they are not opened for it. */
const SURELY_FITS_BYTES = 3 * 1_048_576
/** Longer side; the first that is small enough is taken. A receipt of the smallest can still be read. */
const SIDES = [4_000, 2_800, 1_600]
const QUALITY = 0.88

/**
 * A picture that the server takes: what a large camera made is drawn again, smaller; anything else, and what this browser cannot open, stays as it
 * is. What the camera wrote into it besides is lost then: where and when it was taken is said beside it.
 */
export async function fitted(picture: File): Promise<File> {
  if (picture.size <= SURELY_FITS_BYTES) return picture
  const drawn = await createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => null)
  if (!drawn) return picture
  try {
    const { width, height } = drawn
    if (picture.size <= MOST_PICTURE_BYTES && width * height <= MOST_PICTURE_PIXELS) return picture
    const canvas = document.createElement('canvas')
    for (const side of SIDES) {
      const scale = Math.min(1, side / Math.max(width, height))
      canvas.width = Math.round(width * scale)
      canvas.height = Math.round(height * scale)
      canvas.getContext('2d')!.drawImage(drawn, 0, 0, canvas.width, canvas.height)
      const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
      if (smaller && smaller.size <= MOST_PICTURE_BYTES)
        return new File([smaller], picture.name, { type: 'image/jpeg', lastModified: picture.lastModified })
    }
    return picture
  } finally {
    drawn.close()
  }
}
