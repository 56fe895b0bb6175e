import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** Seals what has to be read again (authenticator and payment secrets), and fingerprints what has not (codes of few digits). */
export interface Vault {
  /** AES-256-GCM; `context` says whose secret this is, and opens only there: a sealed text copied to another row stays shut. */
  seal(plain: string, context: string): string
  /** Throws where the text was changed, sealed elsewhere or with another key. */
  open(sealed: string, context: string): string
  /** Keyed, so that a stolen table of short codes cannot be tried out. */
  fingerprint(text: string, context: string): Buffer
}

const PREFIX = 'v1.'
const IV_BYTES = 12
const TAG_BYTES = 16

/** `secret` is the installation's: `APP_SECRET`, or one that the database's owner keeps. */
export function vaultOf(secret: string): Vault {
  if (secret.length < 32) throw new Error('APP_SECRET must have at least 32 characters.')
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'chauffeur', purpose, 32))
  const sealing = derive('seal')
  const printing = derive('fingerprint')
  return {
    seal: (plain, context) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open: (sealed, context) => {
      if (!sealed.startsWith(PREFIX)) throw new Error('Not a sealed text.')
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
    fingerprint: (text, context) => createHmac('sha256', printing).update(`${context}\u0000${text}`).digest(),
  }
}

export const sameFingerprint = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
