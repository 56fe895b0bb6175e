import { constants, createDecipheriv, type KeyObject, publicEncrypt, sign, verify } from 'node:crypto'

// The signatures and ciphers of WeChat Pay APIv3, on Node's own OpenSSL (ADR 0021 says why no library of theirs).

/** What is older or newer than this by our clock is no answer to anything we asked, and no news. */
const WINDOW_S = 300
const TAG_BYTES = 16

/** Every line ends, the last one too. */
const lines = (...parts: (string | number)[]): string => parts.map((part) => `${part}\n`).join('')

export interface Signer {
  mchId: string
  /** Of the merchant's API certificate. */
  certificateSerial: string
  privateKey: KeyObject
}

/** The `Authorization` of a request. `target` is path and query as they go over the wire. */
export function authorizationOf(
  { mchId, certificateSerial, privateKey }: Signer,
  { method, target, body = '' }: { method: string; target: string; body?: string | undefined },
  { timestampS, nonce }: { timestampS: number; nonce: string },
): string {
  const signature = sign('sha256', Buffer.from(lines(method, target, timestampS, nonce, body)), privateKey).toString('base64')
  const said = { mchid: mchId, nonce_str: nonce, timestamp: timestampS, serial_no: certificateSerial, signature }
  const pairs = Object.entries(said).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${pairs.join(',')}`
}

/** Public keys of WeChat Pay by their id (`PUB_KEY_ID_…`), or by the serial number of the certificate they stand in. */
export type PlatformKeys = ReadonlyMap<string, KeyObject>

export type SignatureFault = 'UNSIGNED' | 'OUT_OF_TIME' | 'KEY_UNKNOWN' | 'FORGED'

/** Why an answer or a notification is not WeChat Pay's; null where it is. `body` is what came, byte for byte. */
export function signatureFault(
  keys: PlatformKeys,
  header: (name: string) => string | null | undefined,
  body: Uint8Array,
  nowS: number,
): SignatureFault | null {
  const [timestamp, nonce, signature, serial] = ['timestamp', 'nonce', 'signature', 'serial'].map((name) => header(`wechatpay-${name}`))
  if (!timestamp || !nonce || !signature || !serial) return 'UNSIGNED'
  // A moment that cannot be read is no moment.
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowS - Number(timestamp)) > WINDOW_S) return 'OUT_OF_TIME'
  const key = keys.get(serial)
  if (!key) return 'KEY_UNKNOWN'
  const signed = Buffer.concat([Buffer.from(lines(timestamp, nonce)), body, Buffer.from('\n')])
  return verify('sha256', signed, key, Buffer.from(signature, 'base64')) ? null : 'FORGED'
}

/** What only WeChat Pay may read, such as a name. */
export const sealed = (text: string, key: KeyObject): string =>
  publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }, Buffer.from(text)).toString('base64')

/** The resource of a notification; throws where it was not sealed with this key, or was changed. */
export function opened({ ciphertext, nonce, associated_data }: SealedResource, apiV3Key: string): string {
  const bytes = Buffer.from(ciphertext, 'base64')
  if (bytes.length < TAG_BYTES) throw new Error('The resource is cut off')
  const cipher = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce), { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(associated_data ?? '')).setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([cipher.update(bytes.subarray(0, -TAG_BYTES)), cipher.final()]).toString('utf8')
}
export interface SealedResource {
  ciphertext: string
  nonce: string
  associated_data?: string | undefined
}
