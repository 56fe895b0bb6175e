import { createECDH } from 'node:crypto'
import type { Vault } from '../../identity/vault.ts'

/** The installation's pair of keys towards push services (VAPID), in base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/**
 * Made of `APP_SECRET`, the same in every process and at every start. With another secret the sealed devices open no more either: pages see that the
 * key is another, and subscribe anew.
 */
export function pushKeysOf(vault: Vault): PushKeys {
  for (let n = 0; ; n++) {
    const privateKey = vault.fingerprint(`P-256 ${n}`, 'web-push:vapid')
    try {
      const pair = createECDH('prime256v1')
      pair.setPrivateKey(privateKey)
      return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
    } catch {
      // Not below the order of the curve, once in four thousand millions.
    }
  }
}
