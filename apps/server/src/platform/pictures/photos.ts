import sharp from 'sharp'
import { type CameraFacts, cameraFacts } from './camera.rules.ts'
import { inTurn, MAX_PIXELS, type Photo, photoFrom } from './pictures.ts'
import { type Print, PRINT_SIDE, printOf } from './print.rules.ts'

const THUMB_SIDE = 320
/** A wall of thousands is scrolled through over a telephone's network too. */
export const THUMB_BYTES = 20_000
/** The first that is small enough is taken. */
const QUALITIES = [72, 55, 40, 25, 10]

/** Makes a small picture of at most 20,000 bytes out of a stored photograph. */
export const thumbOf = (jpeg: Uint8Array): Promise<Buffer> =>
  inTurn(async () => {
    const small = await sharp(jpeg)
      .resize(THUMB_SIDE, THUMB_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png()
      .toBuffer()
    for (const quality of QUALITIES) {
      const webp = await sharp(small).webp({ quality }).toBuffer()
      if (webp.length <= THUMB_BYTES) return webp
    }
    return sharp(small)
      .resize(THUMB_SIDE / 2)
      .webp({ quality: 25 })
      .toBuffer()
  })

/** By what a stored photograph is known again; null where it shows nothing. */
export async function printOfPhoto(jpeg: Uint8Array): Promise<Print | null> {
  const grey = await inTurn(() => sharp(jpeg).flatten().greyscale().resize(PRINT_SIDE, PRINT_SIDE, { fit: 'fill' }).raw().toBuffer())
  return printOf(grey)
}

export interface OrderPhoto extends Photo {
  thumb: Buffer
  print: Print | null
  camera: CameraFacts
  contentType: string
}
/** All that is kept of a photograph that came in; null for what is none. */
export async function orderPhotoFrom(bytes: Uint8Array, utcOffsetMinutes: number): Promise<OrderPhoto | null> {
  const photo = await photoFrom(bytes)
  if (!photo) return null
  const [thumb, print, { exif, format }] = await Promise.all([
    thumbOf(photo.jpeg),
    printOfPhoto(photo.jpeg),
    sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata(),
  ])
  return { ...photo, thumb, print, camera: cameraFacts(exif, utcOffsetMinutes), contentType: `image/${format}` }
}
