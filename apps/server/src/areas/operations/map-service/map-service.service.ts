import { mapProviders, providersOfKind, type mapServiceCalls } from '@chauffeur/contract/operations/map-service'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { TenantDb } from '#platform/database/db'
import { seesEveryCity } from '#platform/database/scope'
import { mayBeAsked } from '#platform/geo/services/installed'
import { installedEntry, keyContext, type MapServiceRow } from '#platform/geo/services/services'
import { usageOf } from '#platform/geo/services/usage'
import type { Platform, WriteContext } from '#platform/http/implement'
import {
  deleteMapService,
  findMapService,
  insertMapService,
  lockMapService,
  lockMapServices,
  mapServices,
  updateMapService,
} from './map-service.queries.ts'
import { auditedService, installedView, mapServiceView } from './map-service.view.ts'

type Calls = typeof mapServiceCalls
type SaveWays = WriteContext<Calls['save']['failures'][number]>
type ChangeWays = WriteContext<Calls['enable']['failures'][number]>

/** The tenant's entries, or of a kind without any those of the installation. */
export async function listServices(db: TenantDb, { db: pools, maps }: Platform) {
  const rows = await mapServices(db)
  const installed = maps.settings.installed.filter(({ kind }) => !rows.some((row) => row.kind === kind))
  const usage = await usageOf(pools, [...rows.map((row) => row.service_id), ...installed.map(installedEntry)])
  const all = [
    ...rows.map((row) => mapServiceView(row, maps.asked(row), usage.get(row.service_id))),
    ...installed.map((one) => installedView(one, maps.installed(one.kind).find(({ provider }) => provider === one.provider)!, usage)),
  ]
  return {
    address: all.filter(({ kind }) => kind === 'ADDRESS'),
    roads: all.filter(({ kind }) => kind === 'ROADS'),
    allowedHosts: [...maps.settings.hosts],
  }
}

const shown = async (row: MapServiceRow, { db, maps }: Platform) =>
  mapServiceView(row, maps.asked(row), (await usageOf(db, [row.service_id])).get(row.service_id))

/** The entry under a row lock, as whoever changes it last saw it. */
async function toChange(
  { tx, scope, platform, fail }: ChangeWays,
  { serviceId, version }: { serviceId: string; version?: number | undefined },
) {
  if (!seesEveryCity(scope)) return fail('mapService.wholeTenantOnly')
  const row = await lockMapService(tx, serviceId)
  if (!row) return fail('mapService.notFound')
  if (row.version !== version) return fail('mapService.versionConflict', async () => ({ current: await shown(row, platform) }))
  return row
}

export async function saveService(input: ParsedInputOf<Calls['save']>, context: SaveWays) {
  const { tx, operator, scope, platform, audit, fail } = context
  const { maps, vault } = platform
  const { serviceId, version, kind, provider } = input
  if (!seesEveryCity(scope)) return fail('mapService.wholeTenantOnly')
  const before = serviceId ? await toChange(context as ChangeWays, { serviceId, version }) : null
  if (!(providersOfKind[kind] as readonly string[]).includes(provider)) return fail('mapService.wrongProvider')
  const preset = mapProviders[provider]
  const url = (input.url ?? preset.url).replace(/\/+$/, '')
  if (url === '' || !mayBeAsked(url, provider, maps.settings.hosts))
    return fail('mapService.hostNotAllowed', { host: url && new URL(url).host })
  // A key goes to the address it was entered for and to no other.
  const sameServer = before !== null && before.provider === provider && new URL(before.url).origin === new URL(url).origin
  const keepsKey = sameServer && !input.key
  if (preset.needsKey && !input.key && !(keepsKey && before.sealed_key)) return fail('mapService.keyMissing')
  const set = { kind, provider, name: input.name ?? '', url, daily_quota: input.dailyQuota ?? null }
  const savedId = before?.service_id ?? (await insertMapService(tx, set, operator)).service_id
  const sealed = (what: 'key' | 'signingKey', plain: string | undefined) =>
    plain ? vault.seal(plain, keyContext(operator.tenantId, savedId, what)) : ''
  const signing = input.signingKey === '-' ? '' : input.signingKey
  await updateMapService(tx, savedId, before && operator.userId, {
    ...set,
    ...(!keepsKey && { sealed_key: sealed('key', input.key), key_last4: (input.key ?? '').slice(-4) }),
    ...((!sameServer || input.signingKey) && { sealed_signing_key: sealed('signingKey', signing) }),
  })
  const saved = (await findMapService(tx, savedId))!
  audit({ object: 'mapService', objectId: savedId, ...(before && { before: auditedService(before) }), after: auditedService(saved) })
  return shown(saved, platform)
}

export async function enableService(input: ParsedInputOf<Calls['enable']>, context: ChangeWays) {
  const { tx, operator, platform, audit } = context
  const before = await toChange(context, input)
  if (before.enabled !== input.enabled) {
    await updateMapService(tx, before.service_id, operator.userId, { enabled: input.enabled })
    audit({
      object: 'mapService',
      objectId: before.service_id,
      before: { enabled: before.enabled },
      after: { provider: before.provider, enabled: input.enabled },
    })
  }
  return shown((await findMapService(tx, before.service_id))!, platform)
}

export async function moveService(input: ParsedInputOf<Calls['move']>, context: ChangeWays) {
  const { tx, platform, audit } = context
  const before = await toChange(context, input)
  const all = await lockMapServices(tx, before.kind as 'ADDRESS')
  const at = all.findIndex((row) => row.service_id === before.service_id)
  const to = at + (input.up ? -1 : 1)
  const other = all[to]
  if (other) {
    const order = all.with(at, other).with(to, before)
    for (const [n, row] of order.entries()) if (row.rank !== n + 1) await updateMapService(tx, row.service_id, null, { rank: n + 1 })
    const names = (rows: readonly MapServiceRow[]) => rows.map((row) => row.name || row.provider)
    audit({ object: 'mapService', objectId: before.service_id, before: { order: names(all) }, after: { order: names(order) } })
  }
  return shown((await findMapService(tx, before.service_id))!, platform)
}

export async function removeService(input: ParsedInputOf<Calls['remove']>, context: ChangeWays) {
  const before = await toChange(context, input)
  await deleteMapService(context.tx, before.service_id)
  context.audit({ object: 'mapService', objectId: before.service_id, before: auditedService(before) })
  return {}
}
