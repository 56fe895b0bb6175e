import type { MapProviderName } from '@chauffeur/contract/kernel/map-failure'
import type { MapServiceKind } from '@chauffeur/contract/operations/map-service'
import type { Selectable } from 'kysely'
import type { Database } from '../../database/db.ts'
import { wholeTenant } from '../../database/scope.ts'
import type { DB } from '../../database/tables.generated.ts'
import type { Vault } from '../../identity/vault.ts'
import { type Provider, type ProviderLog, providerOf } from '../../provider/provider.ts'
import { type InstalledService, mayBeAsked, type MapServiceSettings } from './installed.ts'
import { takeTurn } from './usage.ts'

/** One map service as it is asked. */
export interface MapServiceAsked {
  /** Names it among all of all tenants. */
  entry: string
  tenantId: string | null
  provider: MapProviderName
  url: string
  key: string
  /** What is asked is signed with this, where there is one. */
  signingKey: string
  asking: Provider
  /** The installation lets it be asked. */
  allowed: boolean
}

export interface MapServices {
  /** Those that are on, in the order in which they are asked: the tenant's own, or without any the installation's. */
  of(tenantId: string, kind: MapServiceKind): Promise<MapServiceAsked[]>
  /** As it is asked, whether it is on or not. */
  asked(row: MapServiceRow): MapServiceAsked
  installed(kind: MapServiceKind): MapServiceAsked[]
  settings: MapServiceSettings
  /** All that this process asked. */
  providers(): Provider[]
}
export type MapServiceRow = Selectable<DB['map_services']>

/** Somebody types, or a tick waits: rather the next service than the same one again. */
const MANNER: Record<MapServiceKind, { timeoutMs: number; retries: number; mayRepeat: boolean; atOnce: number }> = {
  ADDRESS: { timeoutMs: 2_500, retries: 0, mayRepeat: true, atOnce: 20 },
  ROADS: { timeoutMs: 3_000, retries: 0, mayRepeat: true, atOnce: 20 },
}
/** The public server asks for one a second at most, of the whole installation; one's own takes what it takes. */
const EVERY_MS: Record<string, number> = { 'nominatim.openstreetmap.org': 1_000 }

/** Where a key opens: in this entry, nowhere else. */
export const keyContext = (tenantId: string, serviceId: string, what: 'key' | 'signingKey') =>
  `map_services:${tenantId}:${serviceId}:${what}`
export const installedEntry = ({ kind, provider }: Pick<InstalledService, 'kind' | 'provider'>) => `installed:${kind}:${provider}`

export function mapServicesOf({
  db,
  vault,
  settings,
  log,
}: {
  db: Database
  vault: Vault
  settings: MapServiceSettings
  log: ProviderLog
}): MapServices {
  /** A service keeps its circuit and figures for as long as it is the same. */
  const known = new Map<string, { as: string; service: MapServiceAsked }>()
  const remembered = (
    entry: string,
    as: string,
    made: () => Omit<MapServiceAsked, 'asking' | 'entry' | 'allowed'> & { kind: MapServiceKind; dailyQuota: number | null },
  ): MapServiceAsked => {
    const before = known.get(entry)
    if (before?.as === as) return before.service
    const { kind, dailyQuota, ...of } = made()
    const everyMs = EVERY_MS[new URL(of.url).hostname] ?? 0
    const asking = providerOf(
      { url: of.url, token: '' },
      {
        ...MANNER[kind],
        ...(kind === 'ADDRESS' && settings.answerMs !== undefined && { timeoutMs: settings.answerMs }),
        name: `map.${kind.toLowerCase()}.${of.provider.toLowerCase()}`,
        // What all entries of one public address are paced by is the address.
        mayAsk: async () =>
          (everyMs === 0 ||
            (await takeTurn(db, { entry: `pace:${new URL(of.url).host}`, tenantId: null }, { dailyQuota: null, everyMs }))) &&
          takeTurn(db, { entry, tenantId: of.tenantId }, { dailyQuota }),
      },
      log,
    )
    const allowed = of.tenantId === null || mayBeAsked(of.url, of.provider, settings.hosts)
    const service = { entry, ...of, asking, allowed }
    known.set(entry, { as, service })
    return service
  }
  const opened = (sealed: string, context: string) => {
    if (sealed === '') return ''
    try {
      return vault.open(sealed, context)
    } catch {
      // Sealed under another APP_SECRET: the provider will call it wrong, and whoever reads that enters it again.
      return ''
    }
  }
  const asked = (row: MapServiceRow): MapServiceAsked =>
    remembered(row.service_id, [row.url, row.sealed_key, row.sealed_signing_key, row.daily_quota].join('\n'), () => ({
      tenantId: row.tenant_id,
      kind: row.kind as MapServiceKind,
      provider: row.provider as MapProviderName,
      url: row.url,
      key: opened(row.sealed_key, keyContext(row.tenant_id, row.service_id, 'key')),
      signingKey: opened(row.sealed_signing_key, keyContext(row.tenant_id, row.service_id, 'signingKey')),
      dailyQuota: row.daily_quota,
    }))
  const installed = (kind: MapServiceKind) =>
    settings.installed
      .filter((one) => one.kind === kind)
      .map((one) => remembered(installedEntry(one), '', () => ({ ...one, tenantId: null, signingKey: '', dailyQuota: null })))
  return {
    of: async (tenantId, kind) => {
      const rows = await db
        .reader(wholeTenant(tenantId))
        .selectFrom('map_services')
        .selectAll()
        .where('kind', '=', kind)
        .orderBy('rank')
        .orderBy('service_id')
        .execute()
      return rows.length ? rows.filter((row) => row.enabled).map(asked) : installed(kind)
    },
    asked,
    installed,
    settings,
    providers: () => [...known.values()].map(({ service }) => service.asking),
  }
}
