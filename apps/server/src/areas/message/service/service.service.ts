import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { smsProviders, type smsServiceCalls } from '@chauffeur/contract/message/service'
import type { TenantDb } from '#platform/database/db'
import { isOutsider, seesEveryCity, type Scope } from '#platform/database/scope'
import type { Platform, WriteContext } from '#platform/http/implement'
import { fieldsOf, type Problem } from '#platform/http/problems'
import { isAllowed } from '#platform/provider/hosts'
import { serviceKeyContext, type SmsServiceRow } from '#platform/sending/services'
import {
  deleteSmsService,
  figuresOf,
  findSmsService,
  insertSmsService,
  listeningDevices,
  lockSmsService,
  lockSmsServices,
  smsServices,
  updateSmsService,
} from './service.queries.ts'
import { auditedService, installedView, serviceView } from './service.view.ts'

type Calls = typeof smsServiceCalls
type ChangeWays = WriteContext<Calls['enable']['failures'][number]>
type SaveWays = WriteContext<Calls['save']['failures'][number]> & { english: boolean }
type Looks = { sms: Platform['sms']; publicUrl: string | null; mayChange: boolean }

const looks = ({ sms, settings }: Platform, mayChange: boolean): Looks => ({ sms, publicUrl: settings.publicUrl, mayChange })

/** The tenant's providers, or without any the installation's. */
export async function listServices(db: TenantDb, platform: Platform, scope: Scope, mayEdit: boolean) {
  // They belong to the business: who is of an organisation, or has no city, sees none.
  const looksOn = !isOutsider(scope) && (scope.cities === '*' || scope.cities.length > 0)
  const [rows, figures, devices] = await Promise.all([looksOn ? smsServices(db) : [], figuresOf(db), listeningDevices(db)])
  const { installed } = platform.sms
  const mayChange = mayEdit && seesEveryCity(scope)
  return {
    rows:
      rows.length > 0
        ? rows.map((row) => serviceView(row, figures, looks(platform, mayChange)))
        : installed && looksOn
          ? [installedView(figures, installed.priceX100)]
          : [],
    allowedHosts: [...platform.settings.smsHosts],
    mayChange,
    push: { on: platform.settings.pushContact !== null, devices },
  }
}
const shown = async (tx: TenantDb, row: SmsServiceRow, platform: Platform) => serviceView(row, await figuresOf(tx), looks(platform, true))

/** The entry under a row lock, as whoever changes it last saw it. */
async function toChange(
  { tx, scope, platform, fail }: ChangeWays,
  { smsServiceId, version }: { smsServiceId: string; version?: number | undefined },
) {
  if (!seesEveryCity(scope)) return fail('smsService.wholeTenantOnly')
  const row = await lockSmsService(tx, smsServiceId)
  if (!row) return fail('smsService.notFound')
  if (row.version !== version) return fail('smsService.versionConflict', { current: await shown(tx, row, platform) })
  return row
}

const REQUIRED = { zh: '必填', en: 'Required' }
function faultsOf(input: ParsedInputOf<Calls['save']>, keepsKey: boolean): Problem[] {
  const { needsTemplate, hasKeyId, hasApp, url } = smsProviders[input.provider]
  const missing: [boolean, string][] = [
    [hasKeyId && !input.keyId, 'keyId'],
    [hasKeyId && !input.key && !keepsKey, 'key'],
    [hasApp && !input.appId, 'appId'],
    [needsTemplate && !input.signName, 'signName'],
    [url === '' && !input.url, 'url'],
  ]
  return missing.filter(([is]) => is).map(([, path]) => ({ path, ...REQUIRED }))
}

export async function saveService(input: ParsedInputOf<Calls['save']>, context: SaveWays) {
  const { tx, operator, scope, platform, audit, fail, english } = context
  const { vault, settings } = platform
  const { smsServiceId, version, provider } = input
  if (!seesEveryCity(scope)) return fail('smsService.wholeTenantOnly')
  const before = smsServiceId ? await toChange(context as unknown as ChangeWays, { smsServiceId, version }) : null
  const preset = smsProviders[provider]
  const url = (input.url ?? preset.url).replace(/\/+$/, '')
  // A secret goes to the server and for the account that it was entered for, and to no other.
  const keepsKey =
    before !== null &&
    !input.key &&
    before.sealed_key !== '' &&
    before.provider === provider &&
    new URL(before.url).origin === (url && new URL(url).origin) &&
    before.key_id === (input.keyId ?? '')
  const faults = faultsOf(input, keepsKey)
  if (faults.length > 0) return fail('smsService.invalid', fieldsOf(faults, english))
  const own = preset.url ? [preset.url] : []
  for (const asked of [url, input.statusUrl ?? ''].filter(Boolean))
    if (!isAllowed(asked, own, settings.smsHosts)) return fail('smsService.hostNotAllowed', { host: new URL(asked).host })
  const id = before?.service_id ?? (await insertSmsService(tx, { provider, url }, operator)).service_id
  await updateSmsService(tx, id, before && operator.userId, {
    provider,
    name: input.name ?? '',
    url,
    key_id: input.keyId ?? '',
    app_id: input.appId ?? '',
    region: input.region ?? '',
    sign_name: input.signName ?? '',
    status_url: provider === 'GATEWAY' ? (input.statusUrl ?? '') : '',
    price_x100: input.priceFenX100 ?? null,
    daily_quota: input.dailyQuota ?? null,
    per_s: input.perS ?? null,
    ...(!keepsKey && {
      sealed_key: input.key ? vault.seal(input.key, serviceKeyContext(operator.tenantId, id)) : '',
      key_last4: (input.key ?? '').slice(-4),
    }),
  })
  const saved = (await findSmsService(tx, id))!
  audit({ object: 'smsService', objectId: id, ...(before && { before: auditedService(before) }), after: auditedService(saved) })
  return shown(tx, saved, platform)
}

export async function enableService(input: ParsedInputOf<Calls['enable']>, context: ChangeWays) {
  const { tx, operator, platform, audit } = context
  const before = await toChange(context, input)
  if (before.enabled !== input.enabled) {
    await updateSmsService(tx, before.service_id, operator.userId, { enabled: input.enabled })
    audit({
      object: 'smsService',
      objectId: before.service_id,
      before: { enabled: before.enabled },
      after: { provider: before.provider, enabled: input.enabled },
    })
  }
  return shown(tx, (await findSmsService(tx, before.service_id))!, platform)
}

export async function moveService(input: ParsedInputOf<Calls['move']>, context: ChangeWays) {
  const { tx, platform, audit } = context
  const before = await toChange(context, input)
  const all = await lockSmsServices(tx)
  const at = all.findIndex((row) => row.service_id === before.service_id)
  const to = at + (input.up ? -1 : 1)
  const other = all[to]
  if (other) {
    const order = all.with(at, other).with(to, before)
    for (const [n, row] of order.entries()) if (row.rank !== n + 1) await updateSmsService(tx, row.service_id, null, { rank: n + 1 })
    const names = (rows: readonly SmsServiceRow[]) => rows.map((row) => row.name || row.provider)
    audit({ object: 'smsService', objectId: before.service_id, before: { order: names(all) }, after: { order: names(order) } })
  }
  return shown(tx, (await findSmsService(tx, before.service_id))!, platform)
}

export async function removeService(input: ParsedInputOf<Calls['remove']>, context: ChangeWays) {
  const before = await toChange(context, input)
  await deleteSmsService(context.tx, before.service_id)
  context.audit({ object: 'smsService', objectId: before.service_id, before: auditedService(before) })
  return {}
}
