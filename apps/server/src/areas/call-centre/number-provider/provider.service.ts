import {
  MOST_NUMBERS_AT_ONCE,
  type NumberPool,
  type NumberProvider,
  numberProviderCalls,
  type NumberProviderName,
  numberProviderUrl,
} from '@chauffeur/contract/call-centre/number-provider'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { TenantDb } from '#platform/database/db'
import { type Scope, seesEveryCity, wholeTenant } from '#platform/database/scope'
import type { Platform, WriteContext } from '#platform/http/implement'
import { isAllowed } from '#platform/provider/hosts'
import type { ProviderLog } from '#platform/provider/provider'
import { huaweiPairs } from './huawei.ts'
import { type NumberPairs, pairFailureOf } from './number-pairs.ts'
import {
  addNumbers,
  deleteNumber,
  enableNumber,
  findNumber,
  findProvider,
  isUsed,
  lockNumber,
  lockProvider,
  nameOfUser,
  type NumberProviderRow,
  poolNumbers,
  saveProvider,
  usageByCity,
} from './provider.queries.ts'

type Calls = typeof numberProviderCalls
type Ways<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]>

export const numberSecretContext = (tenantId: string): string => `number_providers:${tenantId}:secret`
/** Where Huawei Cloud pushes calls and their records of a business. */
const pushPath = (tenantId: string): string => `/privacy-numbers/huawei/${tenantId}/push`

export interface ActiveProvider {
  row: NumberProviderRow
  secret: string
  pairs: NumberPairs
}
type Asking = Pick<Platform, 'db' | 'vault' | 'settings' | 'providers'>

/** A tenant's provider, on or off; null where none is entered, or where its host is no longer allowed. */
export async function providerOfTenant({ db, vault, settings, providers }: Asking, tenantId: string): Promise<ActiveProvider | null> {
  const row = await findProvider(db.reader(wholeTenant(tenantId)))
  if (!row || !isAllowed(row.url, Object.values(numberProviderUrl), settings.numberHosts)) return null
  let secret = ''
  try {
    secret = vault.open(row.sealed_secret, numberSecretContext(tenantId))
  } catch {
    // Sealed under another APP_SECRET: the provider will call it wrong, and whoever reads that enters it again.
  }
  const of = { url: row.url, appKey: row.app_key, secret, records: row.records, recordTone: row.record_tone }
  const pairs = providers.tenants.of(tenantId, 'numbers', of, (log: ProviderLog) => huaweiPairs(of, settings.numberHosts, log))!
  return { row, secret, pairs }
}

const view = (row: NumberProviderRow, updatedBy: string): NumberProvider => ({
  provider: row.provider as NumberProviderName,
  url: row.url,
  appKey: row.app_key,
  secretLast4: row.secret_last4,
  enabled: row.enabled,
  records: row.records,
  recordTone: row.record_tone,
  keepMinutes: row.keep_minutes,
  mostPairs: row.most_pairs,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
  updatedBy,
})
const shown = async (db: TenantDb, row: NumberProviderRow) => view(row, await nameOfUser(db, row.updated_by))

export async function showProvider(db: TenantDb, scope: Scope, { settings }: Platform): Promise<NumberPool> {
  const whole = seesEveryCity(scope)
  const mine = (cityId: string | null) => scope.cities === '*' || (cityId !== null && scope.cities.includes(cityId))
  const row = await findProvider(db)
  const [provider, numbers, usage] = await Promise.all([row ? shown(db, row) : null, poolNumbers(db), usageByCity(db)])
  const most = row?.most_pairs ?? 0
  const free = (cityId: string) =>
    numbers
      .filter((one) => one.enabled && (one.city_id === null || one.city_id === cityId))
      .reduce((sum, one) => sum + Math.max(0, most - one.pairs), 0)
  const cities = new Map(
    usage.map(({ city_id, city_name, pairs, pool_empty }) => [city_id, { cityName: city_name, pairs, poolEmpty: pool_empty }]),
  )
  for (const one of numbers)
    if (one.city_id !== null && !cities.has(one.city_id)) cities.set(one.city_id, { cityName: one.city_name, pairs: 0, poolEmpty: 0 })
  return {
    provider,
    pushUrl: settings.publicUrl && row ? `${settings.publicUrl}${pushPath(row.tenant_id)}` : null,
    numbers: numbers
      .filter((one) => one.city_id === null || mine(one.city_id))
      .map(({ number, city_id, city_name, enabled, pairs, calls }) => ({
        number,
        cityId: city_id,
        cityName: city_name,
        enabled,
        pairs,
        calls,
      })),
    usage: [...cities].filter(([cityId]) => mine(cityId)).map(([cityId, of]) => ({ cityId, ...of, free: free(cityId) })),
    mayChange: whole,
  }
}

const audited = (row: NumberProviderRow) => {
  const { version: _version, updatedAt: _at, updatedBy: _by, ...rest } = view(row, '')
  return rest
}

export async function saveNumberProvider(input: ParsedInputOf<Calls['save']>, context: Ways<'save'>) {
  const { tx, operator, scope, platform, audit, fail } = context
  if (!seesEveryCity(scope)) return fail('numberProvider.wholeTenantOnly')
  const before = await lockProvider(tx, operator.tenantId)
  if ((before?.version ?? 0) !== input.version)
    return fail('numberProvider.versionConflict', async () => ({ current: before ? view(before, '') : null }))
  const url = (input.url ?? numberProviderUrl[input.provider]).replace(/\/+$/, '')
  if (!isAllowed(url, [numberProviderUrl[input.provider]], platform.settings.numberHosts))
    return fail('numberProvider.hostNotAllowed', { host: new URL(url).host })
  // A secret goes to the address it was entered for and to no other, and is of one app.
  const keeps = before && !input.secret && new URL(before.url).origin === new URL(url).origin && before.app_key === input.appKey
  if (!keeps && !input.secret) return fail('numberProvider.secretMissing')
  if (input.records && !input.recordTone) return fail('numberProvider.toneMissing')
  const row = await saveProvider(tx, operator.tenantId, operator.userId, {
    provider: input.provider,
    url,
    app_key: input.appKey,
    sealed_secret: input.secret ? platform.vault.seal(input.secret, numberSecretContext(operator.tenantId)) : before!.sealed_secret,
    secret_last4: input.secret ? input.secret.slice(-4) : before!.secret_last4,
    enabled: input.enabled,
    records: input.records,
    record_tone: input.recordTone ?? '',
    keep_minutes: input.keepMinutes,
    most_pairs: input.mostPairs,
  })
  audit({ object: 'numberProvider', objectId: operator.tenantId, ...(before && { before: audited(before) }), after: audited(row) })
  return shown(tx, row)
}

/** Asks what is bound to a number. That somebody else's numbers are told apart from ours is the provider's business: it refuses them. */
export async function tryProvider(db: TenantDb, number: string, platform: Platform, tenantId: string) {
  const active = await providerOfTenant(platform, tenantId)
  if (!active) return 'numberProvider.notSet' as const
  if (!(await findNumber(db, number))) return 'numberProvider.noNumber' as const
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  try {
    const pairs = await active.pairs.all(number)
    return { tookMs: took(), failure: '' as const, code: '', pairs: pairs.length }
  } catch (error) {
    const { failure, code } = pairFailureOf(error)
    return { tookMs: took(), failure, code, pairs: null }
  }
}

const NUMBER = /^\d{5,15}$/
export async function addPoolNumbers(input: ParsedInputOf<Calls['addNumbers']>, { tx, operator, scope, audit, fail }: Ways<'addNumbers'>) {
  if (!seesEveryCity(scope)) return fail('numberProvider.wholeTenantOnly')
  const typed = input.numbers.split(/[\s,;，；]+/).filter(Boolean)
  const lines = [...new Set(typed.map((line) => line.replace(/^\+?86(?=1\d{10}$)/, '')))]
  const bad = lines.filter((line) => !NUMBER.test(line))
  if (bad.length || lines.length > MOST_NUMBERS_AT_ONCE) return fail('numberProvider.badNumbers', { lines: bad.slice(0, 20) })
  const done = await addNumbers(tx, operator, input.cityId ?? null, lines)
  audit({ object: 'privacyNumber', objectId: operator.tenantId, after: { cityId: input.cityId ?? null, ...done } })
  return done
}

export async function enablePoolNumber(input: ParsedInputOf<Calls['enableNumber']>, { tx, scope, audit, fail }: Ways<'enableNumber'>) {
  if (!seesEveryCity(scope)) return fail('numberProvider.wholeTenantOnly')
  if (!(await enableNumber(tx, input.number, input.enabled))) return fail('numberProvider.noNumber')
  audit({ object: 'privacyNumber', objectId: input.number, after: { enabled: input.enabled } })
  return {}
}

export async function removePoolNumber(input: ParsedInputOf<Calls['removeNumber']>, { tx, scope, audit, fail }: Ways<'removeNumber'>) {
  if (!seesEveryCity(scope)) return fail('numberProvider.wholeTenantOnly')
  if (!(await lockNumber(tx, input.number))) return fail('numberProvider.noNumber')
  if (await isUsed(tx, input.number)) return fail('numberProvider.inUse')
  await deleteNumber(tx, input.number)
  audit({ object: 'privacyNumber', objectId: input.number, before: { number: input.number } })
  return {}
}
