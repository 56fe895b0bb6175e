import type { DispatchParams, dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { findCity } from '#areas/operations/city'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { localMinute, minuteOf } from '#platform/values/local-clock'
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
type Problems = ReturnType<typeof paramProblems>
type Refused<R extends string> = { refusal: `dispatchSettings.${R}`; problems?: Problems; settingId?: string }

/** The parameters of a setting; what was not a parameter when it was made has its default. */
export const paramsOf = (row: Pick<SettingRow, 'params'>): DispatchParams => ({ ...dispatchDefaults, ...row.params })
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
const merged = (base: DispatchParams, given: Partial<DispatchParams>): DispatchParams =>
  ({
    ...base,
    ...Object.fromEntries(named.filter((name) => given[name] !== undefined).map((name) => [name, given[name]])),
  }) as DispatchParams

async function overlapping(tx: TenantTx, cityId: string, own: string | null, wanted: SettingFor): Promise<Refused<'overlap'> | null> {
  const others = (await settingsInForce(tx, cityId)).filter((row) => row.setting_id !== own)
  const other = others.find((row) => overlaps(forOf(row), wanted))
  return other ? { refusal: 'dispatchSettings.overlap', settingId: other.setting_id } : null
}

/** A setting of a city; refused where it would leave it to chance which of two decides. */
export async function createSetting(
  tx: TenantTx,
  input: CreateInput,
  operator: OperatorSession,
): Promise<Saved | Refused<'invalid' | 'cityUnknown' | 'channelUnknown' | 'overlap'>> {
  const city = await findCity(tx, input.cityId)
  if (!city) return { refusal: 'dispatchSettings.cityUnknown' }
  const channelId = operator.channelId ?? input.channelId ?? null
  if (channelId !== null && !(await channelExists(tx, channelId))) return { refusal: 'dispatchSettings.channelUnknown' }
  const wanted = {
    channelId,
    serviceType: input.serviceType ?? null,
    from: input.from === undefined ? null : minuteOf(input.from),
    to: input.to === undefined ? null : minuteOf(input.to),
  }
  const params = merged(dispatchDefaults, input)
  const problems = paramProblems(params, wanted)
  if (problems.length) return { refusal: 'dispatchSettings.invalid', problems }
  await lockSettings(tx, operator.tenantId, input.cityId)
  const clash = await overlapping(tx, input.cityId, null, wanted)
  if (clash) return clash
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
  operator: OperatorSession,
): Promise<SettingRow | Refused<'notFound' | 'versionConflict'>> {
  const seen = (await versionsOf(tx, of.settingId))[0]
  if (!seen || (operator.channelId !== null && seen.channel_id !== operator.channelId)) return { refusal: 'dispatchSettings.notFound' }
  await lockSettings(tx, operator.tenantId, seen.city_id)
  const row = (await versionsOf(tx, of.settingId))[0]!
  return row.version === of.version ? row : { refusal: 'dispatchSettings.versionConflict' }
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
  operator: OperatorSession,
): Promise<Saved | Refused<'invalid' | 'notFound' | 'overlap' | 'versionConflict'>> {
  const row = await lockNewest(tx, input, operator)
  if ('refusal' in row) return row
  const old = next(row, operator)
  const window = input.allDay
    ? { from: null, to: null }
    : {
        from: input.from === undefined ? old.from : minuteOf(input.from),
        to: input.to === undefined ? old.to : minuteOf(input.to),
      }
  const params = merged(old.params, input)
  const problems = paramProblems(params, window)
  if (problems.length) return { refusal: 'dispatchSettings.invalid', problems }
  const clash = row.enabled ? await overlapping(tx, row.city_id, row.setting_id, { ...old, ...window }) : null
  if (clash) return clash
  return insertVersion(tx, { ...old, ...window, params, remark: input.remark ?? old.remark })
}

/** The next version of a setting, enabled or not. */
export async function switchSetting(
  tx: TenantTx,
  input: ParsedInputOf<typeof dispatchSettingsCalls.disable>,
  operator: OperatorSession,
): Promise<Saved | Refused<'notFound' | 'overlap' | 'versionConflict'>> {
  const row = await lockNewest(tx, input, operator)
  if ('refusal' in row) return row
  const enabled = input.enabled ?? false
  const clash = enabled ? await overlapping(tx, row.city_id, row.setting_id, forOf(row)) : null
  if (clash) return clash
  return insertVersion(tx, { ...next(row, operator), enabled })
}
