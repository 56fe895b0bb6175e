import { CERTIFY_STATE, type CertifyState, type PayMissing } from '@chauffeur/contract/access/app'
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

const RSA_BITS = 2048
const isStrongRsa = (key: KeyObject) => key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS
const readOrNull = (read: () => KeyObject): KeyObject | null => {
  try {
    const key = read()
    return isStrongRsa(key) ? key : null
  } catch {
    return null
  }
}

/** A merchant's private key as it is kept; null for what is none, is weak, or asks for a pass phrase. */
export function privateKeyFrom(pem: string): { pem: string; print: string } | null {
  const key = readOrNull(() => createPrivateKey(pem))
  return key && { pem: key.export({ type: 'pkcs8', format: 'pem' }) as string, print: printOf(createPublicKey(key)) }
}

/** The channel's public key, of a key or a certificate; null for what is none, and for a private key, which has no business in that field. */
export function publicKeyFrom(pem: string): { pem: string; print: string } | null {
  if (/PRIVATE KEY/.test(pem)) return null
  const key = readOrNull(() => createPublicKey(pem))
  return key && { pem: key.export({ type: 'spki', format: 'pem' }) as string, print: printOf(key) }
}

/** Of a key pair: the same for its private and its public half. */
const printOf = (key: KeyObject) =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')

/** What a way to pay consists of. */
export interface PayFields {
  enabled: boolean
  merchantNo: string
  channelAppId: string
  certSerial: string
  platformKeyId: string
  platformKey: string
}
/** Of the sealed keys: whether each is there and can be used. */
export interface PayKeys {
  secret: boolean
  signSecret: boolean
}

/** The fields that are still empty. */
export const fieldsMissing = (pay: PayFields, keys: PayKeys): PayMissing[] => [
  ...(['merchantNo', 'channelAppId', 'certSerial', 'platformKeyId', 'platformKey'] as const).filter((name) => pay[name] === ''),
  ...(['secret', 'signSecret'] as const).filter((name) => !keys[name]),
]

/** An APIv3 key is 32 characters, which are the 32 bytes of an AES key. */
export const isApiV3Key = (text: string) => /^[\x21-\x7e]{32}$/.test(text)

/** What keeps money from leaving this way. Only a certified app that is on pays: somebody else than who entered it vouches for the company behind it. */
export const payMissing = (pay: PayFields, keys: PayKeys, app: { enabled: boolean; certifyState: CertifyState }): PayMissing[] => [
  ...fieldsMissing(pay, keys),
  ...(pay.enabled ? [] : (['WAY_OFF'] as const)),
  ...(app.enabled ? [] : (['APP_DISABLED'] as const)),
  ...(app.certifyState === CERTIFY_STATE.certified ? [] : (['NOT_CERTIFIED'] as const)),
]
