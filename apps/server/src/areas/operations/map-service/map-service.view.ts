import { mapFailureKind, mapFailureReason, type MapProviderName } from '@chauffeur/contract/kernel/map-failure'
import { type MapService, type MapServiceKind } from '@chauffeur/contract/operations/map-service'
import { type InstalledService } from '#platform/geo/services/installed'
import { installedEntry, type MapServiceAsked, type MapServiceRow } from '#platform/geo/services/services'
import type { Usage } from '#platform/geo/services/usage'

/** What went wrong before `since`, when the entry was changed, may be mended. */
const usageView = (usage: Usage | undefined, service: MapServiceAsked, since = new Date(0)) => ({
  asked: usage?.asked ?? 0,
  failed: usage?.failed ?? 0,
  lastFailure:
    usage?.last_failed_at && usage.last_failed_at > since
      ? {
          why: mapFailureKind.catch('FAULT').parse(usage.last_failure),
          reason: mapFailureReason.safeParse(usage.last_reason).data ?? null,
          at: usage.last_failed_at.toISOString(),
        }
      : null,
  shut: service.asking.isShut(),
})

export const mapServiceView = (row: MapServiceRow, service: MapServiceAsked, usage: Usage | undefined): MapService => ({
  serviceId: row.service_id,
  kind: row.kind as MapServiceKind,
  provider: row.provider as MapProviderName,
  name: row.name,
  url: row.url,
  keyLast4: row.key_last4,
  signs: row.sealed_signing_key !== '',
  enabled: row.enabled,
  dailyQuota: row.daily_quota,
  ...usageView(usage, service, row.updated_at),
  version: row.version,
})

/** One of the installation: neither its key nor where it lies is a tenant's to know. */
export const installedView = (one: InstalledService, service: MapServiceAsked, usage: ReadonlyMap<string, Usage>): MapService => ({
  serviceId: null,
  kind: one.kind,
  provider: one.provider,
  name: '',
  url: '',
  keyLast4: '',
  signs: false,
  enabled: true,
  dailyQuota: null,
  ...usageView(usage.get(installedEntry(one)), service),
  version: 0,
})

/** What the operation log keeps of one; keys never. */
export const auditedService = ({ kind, provider, name, url, key_last4, sealed_signing_key, enabled, daily_quota }: MapServiceRow) => ({
  kind,
  provider,
  name,
  url,
  keyLast4: key_last4,
  signs: sealed_signing_key !== '',
  enabled,
  dailyQuota: daily_quota,
})
