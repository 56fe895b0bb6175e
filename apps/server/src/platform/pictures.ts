import sharp from 'sharp'
import type { PlatformDb, TenantTx } from './db.ts'
import { turns } from './turns.ts'

/** Side of a stored logo. */
const SIDE = 256
const PICTURE_BYTES = 2 * 1_048_576
const FORMATS = new Set(['png', 'jpeg', 'webp'])
/** More pixels than any logo has, fewer than would fill the memory when unpacked. */
const MAX_PIXELS = 40_000_000

/** Unpacked a picture takes twenty times and more what was sent: so many are drawn at once. */
const inTurn = turns({ atOnce: 2 })

/** Makes a PNG of at most 256 pixels a side out of an uploaded picture, or null: what it is, is read from the content, never from its name. */
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

/** Keeps a logo and returns its address on this server. */
export async function keepLogo(tx: PlatformDb | TenantTx, tenantId: string, png: Buffer): Promise<string> {
  const { logo_id } = await tx.insertInto('logos').values({ tenant_id: tenantId, png }).returning('logo_id').executeTakeFirstOrThrow()
  return `/files/logo/${logo_id}.png`
}

/** Longer side of a stored photograph: a receipt of that size can still be read. */
const PHOTO_SIDE = 1_600
const PHOTO_BYTES = 8 * 1_048_576

export interface Photo {
  jpeg: Buffer
  width: number
  height: number
}
/** Makes a JPEG out of an uploaded photograph, or null. What a camera writes besides, the place among it, is left out. */
export async function photoFrom(bytes: Uint8Array): Promise<Photo | null> {
  if (bytes.length === 0 || bytes.length > PHOTO_BYTES) return null
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
