import type { DispatchParams, dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import type { Call, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { ServiceType } from '@chauffeur/contract/order/model'
import { findCity } from '#areas/operations/city'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Fail, OperatorContext } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import { localMinute, minuteOf, windowText } from '#platform/values/local-clock'
import type { OperatorSession } from '#platform/identity/session'
import { dispatchDefaults } from './params.rules.ts'
import {
  channelExists,
  insertVersion,
  lockSettings,
  newestSettings,
  type SettingRow,
  settingsInForce,
  versionsOf,
} from './settings.queries.ts'
import { chooseSetting, overlaps, paramProblems, type SearchTraits, standingsOf, type SettingFor } from './settings.rules.ts'

type CreateInput = ParsedInputOf<typeof dispatchSettingsCalls.create>
type UpdateInput = ParsedInputOf<typeof dispatchSettingsCalls.update>
type Saved = { settingId: string; version: number }
type By<C extends Call> = Pick<OperatorContext<C>, 'operator' | 'request' | 'fail'>

/** The parameters of a setting; what was not a parameter when it was made has its default. */
const paramsOf = (row: Pick<SettingRow, 'params'>): DispatchParams => ({ ...dispatchDefaults, ...row.params })
export const settingView = (row: SettingRow) => ({
  settingId: row.setting_id,
  version: row.version,
  cityId: row.city_id,
  cityName: row.city_name,
  channelId: row.channel_id,
  channelName: row.channel_name,
  serviceType: row.service_type as ServiceType | null,
  ...windowText(row.from_minute, row.to_minute),
  enabled: row.enabled,
  remark: row.remark,
  changedBy: row.created_by_name,
  changedAt: row.created_at.toISOString(),
  ...paramsOf(row),
})
const forOf = (row: SettingRow): SettingFor & { row: SettingRow } => ({
  channelId: row.channel_id,
  serviceType: row.service_type,
  from: row.from_minute,
  to: row.to_minute,
  row,
})

type SearchAt = Omit<SearchTraits, 'minuteOfDay'> & { at: number; utcOffsetMinutes: number }

/** The parameters in force for a search that begins at `at` (ms), and the setting they come from, null for the defaults. */
export async function inForce(
  db: TenantDb,
  cityId: string,
  search: SearchAt,
): Promise<{ setting: SettingRow | null; params: DispatchParams }> {
  return chosenOf(await settingsInForce(db, cityId), search)
}

/** The same of settings already read. */
export function chosenOf(rows: readonly SettingRow[], search: SearchAt): { setting: SettingRow | null; params: DispatchParams } {
  const minuteOfDay = localMinute(search.at, search.utcOffsetMinutes)
  const setting = chooseSetting(rows.map(forOf), { ...search, minuteOfDay })?.row ?? null
  return { setting, params: setting ? paramsOf(setting) : dispatchDefaults }
}

/** What decides such a case, with every setting of the city and why it does or does not count. */
export async function settingsFor(db: TenantDb, cityId: string, search: SearchTraits) {
  const rows = (await newestSettings(db, cityId)).map((row) => ({ ...forOf(row), enabled: row.enabled }))
  const considered = [...standingsOf(rows, search)].map(([{ row }, standing]) => ({ row, standing }))
  const setting = considered.find(({ standing }) => standing === 'WINS')?.row ?? null
  return { setting, params: setting ? paramsOf(setting) : dispatchDefaults, considered }
}

const named = Object.keys(dispatchDefaults) as (keyof DispatchParams)[]
const merged = (base: DispatchParams, given: Partial<DispatchParams>): DispatchParams => ({
  ...base,
  ...Object.fromEntries(named.filter((name) => given[name] !== undefined).map((name) => [name, given[name]])),
})

async function noOverlap(tx: TenantTx, cityId: string, own: string | null, wanted: SettingFor, fail: Fail<'dispatchSettings.overlap'>) {
  const others = (await settingsInForce(tx, cityId)).filter((row) => row.setting_id !== own)
  const other = others.find((row) => overlaps(forOf(row), wanted))
  if (other) fail('dispatchSettings.overlap', { settingId: other.setting_id })
}

/** A setting of a city; refused where it would leave it to chance which of two decides. */
export async function createSetting(
  tx: TenantTx,
  input: CreateInput,
  { operator, request, fail }: By<typeof dispatchSettingsCalls.create>,
): Promise<Saved> {
  if (!(await findCity(tx, input.cityId))) return fail('dispatchSettings.cityUnknown')
  const channelId = operator.channelId ?? input.channelId ?? null
  if (channelId !== null && !(await channelExists(tx, channelId))) return fail('dispatchSettings.channelUnknown')
  const wanted = {
    channelId,
    serviceType: input.serviceType ?? null,
    from: input.from === undefined ? null : minuteOf(input.from),
    to: input.to === undefined ? null : minuteOf(input.to),
  }
  const params = merged(dispatchDefaults, input)
  const problems = paramProblems(params, wanted)
  if (problems.length) return fail('dispatchSettings.invalid', fieldsOf(problems, request.english))
  await lockSettings(tx, operator.tenantId, input.cityId)
  await noOverlap(tx, input.cityId, null, wanted, fail)
  return insertVersion(tx, {
    tenantId: operator.tenantId,
    settingId: null,
    version: 1,
    cityId: input.cityId,
    ...wanted,
    params,
    enabled: true,
    remark: input.remark ?? '',
    by: operator,
  })
}

/** The newest version, with the city's settings locked; only of a channel the operator may write. */
async function lockNewest(
  tx: TenantTx,
  of: { settingId: string; version: number },
  { operator, fail }: { operator: OperatorSession; fail: Fail<'dispatchSettings.notFound' | 'dispatchSettings.versionConflict'> },
): Promise<SettingRow> {
  const seen = (await versionsOf(tx, of.settingId))[0]
  if (!seen || (operator.channelId !== null && seen.channel_id !== operator.channelId)) return fail('dispatchSettings.notFound')
  await lockSettings(tx, operator.tenantId, seen.city_id)
  const row = (await versionsOf(tx, of.settingId))[0]!
  return row.version === of.version ? row : fail('dispatchSettings.versionConflict', { current: settingView(row) })
}

const next = (row: SettingRow, operator: OperatorSession) => ({
  tenantId: operator.tenantId,
  settingId: row.setting_id,
  version: row.version + 1,
  cityId: row.city_id,
  channelId: row.channel_id,
  serviceType: row.service_type,
  from: row.from_minute,
  to: row.to_minute,
  params: paramsOf(row),
  enabled: row.enabled,
  remark: row.remark,
  by: operator,
})

/** The next version of a setting; what is not given stays. */
export async function updateSetting(
  tx: TenantTx,
  input: UpdateInput,
  { operator, request, fail }: By<typeof dispatchSettingsCalls.update>,
): Promise<Saved> {
  const row = await lockNewest(tx, input, { operator, fail })
  const old = next(row, operator)
  const window = input.allDay
    ? { from: null, to: null }
    : {
        from: input.from === undefined ? old.from : minuteOf(input.from),
        to: input.to === undefined ? old.to : minuteOf(input.to),
      }
  const params = merged(old.params, input)
  const problems = paramProblems(params, window)
  if (problems.length) return fail('dispatchSettings.invalid', fieldsOf(problems, request.english))
  if (row.enabled) await noOverlap(tx, row.city_id, row.setting_id, { ...old, ...window }, fail)
  return insertVersion(tx, { ...old, ...window, params, remark: input.remark ?? old.remark })
}

/** The next version of a setting, enabled or not. */
export async function switchSetting(
  tx: TenantTx,
  input: ParsedInputOf<typeof dispatchSettingsCalls.disable>,
  { operator, fail }: Omit<By<typeof dispatchSettingsCalls.disable>, 'request'>,
): Promise<Saved> {
  const row = await lockNewest(tx, input, { operator, fail })
  const enabled = input.enabled ?? false
  if (enabled) await noOverlap(tx, row.city_id, row.setting_id, forOf(row), fail)
  return insertVersion(tx, { ...next(row, operator), enabled })
}
