import { createECDH } from 'node:crypto'
import type { Vault } from '../../identity/vault.ts'

/** Where a browser has its push service take what is meant for it, and with which keys it opens it. */
export interface Subscription {
  endpoint: string
  /** Base64url: a point of P-256, and 16 bytes. */
  p256dh: string
  auth: string
}

const contextOf = (tenantId: string) => `push-device:${tenantId}`
export const sealDevice = (vault: Vault, tenantId: string, { endpoint, p256dh, auth }: Subscription): string =>
  vault.seal(JSON.stringify({ endpoint, p256dh, auth }), contextOf(tenantId))
/** Throws where it was sealed with another secret. */
export const openDevice = (vault: Vault, tenantId: string, sealed: string): Subscription =>
  JSON.parse(vault.open(sealed, contextOf(tenantId))) as Subscription
export const endpointPrint = (vault: Vault, tenantId: string, endpoint: string): Buffer => vault.fingerprint(endpoint, contextOf(tenantId))

/** Whether anything can be sealed for such a browser: keys that are none are refused when they come, not when something is sent. */
export function areKeys({ p256dh, auth }: Subscription): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return false
  try {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    pair.computeSecret(point)
    return true
  } catch {
    return false
  }
}
