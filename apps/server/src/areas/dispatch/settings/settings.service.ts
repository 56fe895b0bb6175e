import type { DispatchParams, dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import type { Call, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { findCity } from '#areas/operations/city'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Fail, OperatorContext } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import { withoutVersion } from '#platform/setting/version'
import { localMinute, minuteOf } from '#platform/values/local-clock'
import {
  type DispatchSetting,
  type DispatchSettingRow,
  dispatchSettings,
  paramsOf,
  settingsInForce,
  settingsOf,
} from './dispatch.setting.ts'
import { dispatchDefaults } from './params.rules.ts'
import { channelExists } from './settings.queries.ts'
import { chooseSetting, paramProblems, type SearchTraits, standingsOf } from './settings.rules.ts'

type CallerContext<C extends Call> = Pick<OperatorContext<C>, 'operator' | 'request' | 'fail' | 'audit'>

type SearchAt = Omit<SearchTraits, 'minuteOfDay'> & { at: number; utcOffsetMinutes: number }

/** The parameters in force for a search that begins at `at` (ms), and the setting they come from, null for the defaults. */
export async function inForce(
  db: TenantDb,
  cityId: string,
  search: SearchAt,
): Promise<{ setting: DispatchSettingRow | null; params: DispatchParams }> {
  return chosenOf(await settingsInForce(db, cityId), search)
}

/** The same of settings already read. */
export function chosenOf(
  rows: readonly DispatchSettingRow[],
  search: SearchAt,
): { setting: DispatchSettingRow | null; params: DispatchParams } {
  const setting = chooseSetting(rows, { ...search, minuteOfDay: localMinute(search.at, search.utcOffsetMinutes) })
  return { setting, params: setting ? paramsOf(setting) : dispatchDefaults }
}

/** What decides such a case, with every setting of the city and why it does or does not count. */
export async function settingsFor(db: TenantDb, cityId: string, search: SearchTraits) {
  const considered = [...standingsOf(await settingsOf(db, cityId), search)].map(([row, standing]) => ({ row, standing }))
  const setting = considered.find(({ standing }) => standing === 'WINS')?.row ?? null
  return { setting, params: setting ? paramsOf(setting) : dispatchDefaults, considered }
}

const named = Object.keys(dispatchDefaults) as (keyof DispatchParams)[]
const merged = (base: DispatchParams, given: Partial<DispatchParams>): DispatchParams => ({
  ...base,
  ...Object.fromEntries(named.filter((name) => given[name] !== undefined).map((name) => [name, given[name]])),
})

/** A setting of a city; refused where it would leave it to chance which of two decides. */
export async function createSetting(
  tx: TenantTx,
  input: ParsedInputOf<typeof dispatchSettingsCalls.create>,
  by: CallerContext<typeof dispatchSettingsCalls.create>,
): Promise<DispatchSettingRow> {
  const { operator, request, fail } = by
  if (!(await findCity(tx, input.cityId))) return fail('dispatchSettings.cityUnknown')
  const channelId = operator.channelId ?? input.channelId ?? null
  if (channelId !== null && !(await channelExists(tx, channelId))) return fail('dispatchSettings.channelUnknown')
  const wanted = {
    cityId: input.cityId,
    channelId,
    serviceType: input.serviceType ?? null,
    from: input.from === undefined ? null : minuteOf(input.from),
    to: input.to === undefined ? null : minuteOf(input.to),
    params: merged(dispatchDefaults, input),
    enabled: true,
    remark: input.remark ?? '',
  }
  fitting(wanted, request.english, fail)
  return dispatchSettings.create(tx, wanted, by)
}

/** The next version of a setting; what is not given stays. */
export const updateSetting = (
  tx: TenantTx,
  input: ParsedInputOf<typeof dispatchSettingsCalls.update>,
  by: CallerContext<typeof dispatchSettingsCalls.update>,
): Promise<DispatchSettingRow> =>
  dispatchSettings.change(tx, { id: input.settingId, version: input.version, reason: input.changeReason }, by, (before) => {
    const old = writable(before, by)
    const window = input.allDay
      ? { from: null, to: null }
      : {
          from: input.from === undefined ? old.from : minuteOf(input.from),
          to: input.to === undefined ? old.to : minuteOf(input.to),
        }
    return fitting(
      { ...old, ...window, params: merged(paramsOf(old), input), remark: input.remark ?? old.remark },
      by.request.english,
      by.fail,
    )
  })

/** The next version of a setting, enabled or not. */
export const switchSetting = (
  tx: TenantTx,
  input: ParsedInputOf<typeof dispatchSettingsCalls.disable>,
  by: CallerContext<typeof dispatchSettingsCalls.disable>,
): Promise<DispatchSettingRow> =>
  dispatchSettings.change(tx, { id: input.settingId, version: input.version }, by, (before) => ({
    ...writable(before, by),
    enabled: input.enabled ?? false,
  }))

/** What a setting says, to whom it is theirs to change: a partner sees what holds for every channel and changes their own. */
function writable(
  row: DispatchSettingRow,
  { operator, fail }: { operator: { channelId: string | null }; fail: Fail<'dispatchSettings.notFound'> },
): DispatchSetting {
  return operator.channelId !== null && row.channelId !== operator.channelId ? fail('dispatchSettings.notFound') : withoutVersion(row)
}

function fitting<S extends DispatchSetting>(wanted: S, english: boolean, fail: Fail<'dispatchSettings.invalid'>): S {
  const problems = paramProblems(paramsOf(wanted), wanted)
  return problems.length ? fail('dispatchSettings.invalid', fieldsOf(problems, english)) : wanted
}
