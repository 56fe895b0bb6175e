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

/** An APIv3 key is 32 characters, which are the 32 bytes of an AES key. */
export const isApiV3Key = (text: string) => /^[\x21-\x7e]{32}$/.test(text)
