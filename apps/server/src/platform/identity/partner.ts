import { TENANT_STATE } from '@chauffeur/contract/access/tenant'
import type { SignatureFault } from '@chauffeur/contract/kernel/partner'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/db.ts'
import type { Scope } from '../database/scope.ts'
import { isFresh, isSignedBy, signedParts, type WireRequest } from './partner-signature.ts'
import type { Vault } from './vault.ts'

/** A partner's program, by a key of its channel. */
export interface PartnerSession {
  kind: 'PARTNER'
  sessionId: string
  tenantId: string
  channelId: string
  channelName: string
  callsPerMinute: number
  /** Its own channel's orders and nothing else. The telephones it sees are those it sent, and those of drivers under way to its customers. */
  scope: Scope
}

export interface Partners {
  /** Who signed a request, or why nobody is believed to have. */
  find(request: WireRequest): Promise<PartnerSession | SignatureFault>
}

/** How long a key that was ended may still be good in another process. */
const REMEMBER_MS = 2_000
const TOUCH_EVERY_MS = 60_000
/** What seals a key's secret is bound to the key. */
export const keyContext = (keyId: string): string => `channel-key/${keyId}`

interface KnownKey {
  secret: string
  session: PartnerSession
}
interface KeyRow {
  tenant_id: string
  channel_id: string
  name: string
  secret_sealed: string
  calls_per_minute: number
}

export function partnersOf(db: Database, vault: Vault): Partners {
  const remembered = new LRUCache<string, { known: KnownKey | null }>({ max: 10_000, ttl: REMEMBER_MS })
  const touched = new LRUCache<string, true>({ max: 10_000, ttl: TOUCH_EVERY_MS })

  const read = async (keyId: string): Promise<KnownKey | null> => {
    const { rows } = await db.platform.query<KeyRow>({
      name: 'channel-key',
      text: `select k.tenant_id, k.channel_id, h.name, k.secret_sealed, h.calls_per_minute
        from channel_keys k join channels h on h.tenant_id = k.tenant_id and h.channel_id = k.channel_id
        join tenants t on t.tenant_id = k.tenant_id and t.state = ${TENANT_STATE.enabled}
        where k.key_id = $1 and k.ended_at is null`,
      values: [keyId],
    })
    const row = rows[0]
    return row
      ? {
          secret: vault.open(row.secret_sealed, keyContext(keyId)),
          session: {
            kind: 'PARTNER',
            sessionId: keyId,
            tenantId: row.tenant_id,
            channelId: row.channel_id,
            channelName: row.name,
            callsPerMinute: row.calls_per_minute,
            scope: { tenantId: row.tenant_id, cities: '*', orgs: '*', channel: row.channel_id, phones: 'WHOLE' },
          },
        }
      : null
  }
  const keyOf = async (keyId: string) => {
    const kept = remembered.get(keyId)
    if (kept) return kept.known
    const known = await read(keyId)
    remembered.set(keyId, { known })
    return known
  }
  /** False where the nonce was used before. The key's last use goes along now and then. */
  const isNew = async ({ tenantId }: PartnerSession, keyId: string, nonce: string) => {
    const { rowCount } = await db.platform.query({
      name: 'partner-nonce',
      text: 'insert into partner_nonces (tenant_id, key_id, nonce) values ($1, $2, $3) on conflict do nothing',
      values: [tenantId, keyId, nonce],
    })
    return rowCount === 1
  }
  const touch = async (keyId: string) => {
    if (touched.has(keyId)) return
    touched.set(keyId, true)
    await db.platform.query({ name: 'touch-key', text: 'update channel_keys set last_used_at = now() where key_id = $1', values: [keyId] })
  }
  return {
    find: async (request) => {
      const signed = signedParts(request.authorization)
      if (!signed) return 'partner.unsigned'
      if (!isFresh(signed, Date.now())) return 'partner.stale'
      const known = await keyOf(signed.keyId)
      if (!known || !isSignedBy(known.secret, request, signed)) return 'partner.badSignature'
      // Only what was truly signed uses a nonce up.
      if (!(await isNew(known.session, signed.keyId, signed.nonce))) return 'partner.replayed'
      await touch(signed.keyId)
      return known.session
    },
  }
}

/** Nonces are kept for longer than a signature is good. */
const FORGET_AFTER = '15 minutes'
export const forgetNonces = (db: Database): Promise<unknown> =>
  db.platform.query(`delete from partner_nonces where at < now() - interval '${FORGET_AFTER}'`)
