import { MOST_PICTURE_BYTES, MOST_PICTURE_PIXELS } from '@chauffeur/contract/quality/upload'
import sharp from 'sharp'
import type { Files } from '../files/files.ts'
import { turns } from '../values/turns.ts'

/** Side of a stored logo. */
const SIDE = 256
const PICTURE_BYTES = 2 * 1_048_576
const FORMATS = new Set(['png', 'jpeg', 'webp'])
/** More pixels than any logo has, fewer than would fill the memory when unpacked. */
export const MAX_PIXELS = MOST_PICTURE_PIXELS

/** Unpacked a picture takes twenty times and more what was sent: so many are drawn at once. */
export const inTurn = turns({ atOnce: 2 })

/**
 * Makes a PNG of at most 256 pixels a side out of an uploaded picture and stores it under an address on this server; null for what is none, which
 * its content says, never its name. Call it before any lock: it takes a while. The file is kept by whoever writes the address.
 */
export async function storeLogo(files: Files, tenantId: string, bytes: Uint8Array): Promise<{ fileId: string; logo: string } | null> {
  const png = await logoFrom(bytes)
  if (!png) return null
  const { fileId } = await files.put({ tenantId, kind: 'LOGO' }, png)
  return { fileId, logo: `/files/logo/${fileId}.png` }
}

/** Makes a PNG of at most 256 pixels a side, or null. */
export async function logoFrom(bytes: Uint8Array): Promise<Buffer | null> {
  if (bytes.length === 0 || bytes.length > PICTURE_BYTES) return null
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    const { format } = await picture.metadata()
    if (!FORMATS.has(format ?? '')) return null
    return await inTurn(() =>
      picture
        .rotate()
        .resize(SIDE, SIDE, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .png({ compressionLevel: 9 })
        .toBuffer(),
    )
  } catch {
    return null
  }
}

/** Longer side of a stored photograph: a receipt of that size can still be read. */
const PHOTO_SIDE = 1_600

export interface Photo {
  jpeg: Buffer
  width: number
  height: number
}
/** Makes a JPEG out of an uploaded photograph, or null. What a camera writes besides, the place among it, is left out. */
export async function photoFrom(bytes: Uint8Array): Promise<Photo | null> {
  if (bytes.length === 0 || bytes.length > MOST_PICTURE_BYTES) return null
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    const { format } = await picture.metadata()
    if (!FORMATS.has(format ?? '')) return null
    const { data, info } = await inTurn(() =>
      picture
        .rotate()
        .resize(PHOTO_SIDE, PHOTO_SIDE, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 80 })
        .toBuffer({ resolveWithObject: true }),
    )
    return { jpeg: data, width: info.width, height: info.height }
  } catch {
    return null
  }
}
