import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** Seals what has to be read again (authenticator and payment secrets), and fingerprints what has not (codes of few digits). */
export interface Vault {
  /** AES-256-GCM; `context` says whose secret this is, and opens only there: a sealed text copied to another row stays shut. */
  seal(plain: string, context: string): string
  /** Throws where the text was changed, sealed elsewhere or with another key. */
  open(sealed: string, context: string): string
  /** The same of bytes: of a file that only few may open. */
  sealBytes(plain: Uint8Array, context: string): Buffer
  openBytes(sealed: Uint8Array, context: string): Buffer
  /** Keyed, so that a stolen table of short codes cannot be tried out. */
  fingerprint(text: string, context: string): Buffer
}

const PREFIX = 'v1.'
/** Sealed bytes begin with it. */
const BYTES_PREFIX = Buffer.from('CSv1')
const IV_BYTES = 12
const TAG_BYTES = 16

/** `secret` is the installation's: `APP_SECRET`, or one that the database's owner keeps. */
export function vaultOf(secret: string): Vault {
  if (secret.length < 32) throw new Error('APP_SECRET must have at least 32 characters.')
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'chauffeur', purpose, 32))
  const sealing = derive('seal')
  const printing = derive('fingerprint')
  const sealed = (plain: Uint8Array, context: string): Buffer => {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(context))
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body])
  }
  const opened = (bytes: Buffer, context: string): Buffer => {
    const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  }
  return {
    seal: (plain, context) => PREFIX + sealed(Buffer.from(plain), context).toString('base64url'),
    open: (text, context) => {
      if (!text.startsWith(PREFIX)) throw new Error('Not a sealed text.')
      return opened(Buffer.from(text.slice(PREFIX.length), 'base64url'), context).toString()
    },
    sealBytes: (plain, context) => Buffer.concat([BYTES_PREFIX, sealed(plain, context)]),
    openBytes: (bytes, context) => {
      if (!isSealed(bytes)) throw new Error('Not sealed bytes.')
      return opened(Buffer.from(bytes).subarray(BYTES_PREFIX.length), context)
    },
    fingerprint: (text, context) => createHmac('sha256', printing).update(`${context}\u0000${text}`).digest(),
  }
}

/** Whether bytes begin as sealed ones do; who cannot open them learns no more. */
export const isSealed = (bytes: Uint8Array): boolean => Buffer.from(bytes).subarray(0, BYTES_PREFIX.length).equals(BYTES_PREFIX)

export const sameFingerprint = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
