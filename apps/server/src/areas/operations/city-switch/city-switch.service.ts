import type { CitySwitchStand, citySwitchCalls, DutySwitch, OwnCitySwitch } from '@chauffeur/contract/operations/city-switch'
import { cityCustomerSwitch } from '@chauffeur/contract/operations/city-switch'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { dutyRules } from '#areas/qualification/duty'
import { tellOfCities } from '../city-opening/index.ts'
import { citySwitchSettings, findCity, switchVersions, type TenantCity } from '../city/index.ts'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Fail, WriteContext } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import { lockSettings } from '#platform/setting/version-table'
import { changesOf } from './city-switch.rules.ts'
import { isDuty, mayChange, standsOf } from './stand.service.ts'

type Calls = typeof citySwitchCalls
type Refusals = NonNullable<Calls['save']['failures']>[number]
type Change = Pick<ParsedInputOf<Calls['save']>, 'cityId' | 'key' | 'on' | 'from' | 'until' | 'changeReason'> & {
  prepayWaitS?: number | null | undefined
}

export type SwitchContext<F extends string> = WriteContext<F> & { request: { english: boolean } }

const unrefused: Fail<string> = (failure) => {
  throw new Error(`A switch that was looked at under the same lock was refused: ${failure}`)
}

/** How one stands, of a city in sight. */
async function standOf(
  tx: TenantTx,
  { cityId, key }: Pick<Change, 'cityId' | 'key'>,
  asker: Parameters<typeof standsOf>[2],
): Promise<CitySwitchStand> {
  return (await standsOf(tx, [cityId], asker)).get(cityId)!.find((stand) => stand.key === key)!
}

/** Changes a switch that stands as the asker saw it. */
export async function saveSwitch(input: ParsedInputOf<Calls['save']>, context: SwitchContext<Refusals>): Promise<CitySwitchStand> {
  const { tx, operator, fail } = context
  await lockSettings(tx, 'setting_versions', operator.tenantId)
  if (!(await findCity(tx, input.cityId))) return fail('citySwitch.otherCity')
  const before = await standOf(tx, input, context)
  if (!mayChange(input.key, context)) return fail(isDuty(input.key) ? 'citySwitch.notYours' : 'citySwitch.otherCity')
  if (before.version !== input.version) return fail('citySwitch.versionConflict', { current: before })
  await applySwitch(tx, input, before, context)
  await tellOfCities(context)
  return standOf(tx, input, context)
}

/** Under the lock of settings: keeps what the change comes to. */
export async function applySwitch(
  tx: TenantTx,
  { cityId, key, on, prepayWaitS = null, from, until, changeReason: reason }: Change,
  before: CitySwitchStand,
  {
    operator,
    audit,
    fail,
    request,
  }: Pick<SwitchContext<'citySwitch.nowOnly' | 'citySwitch.times'>, 'operator' | 'audit' | 'fail' | 'request'>,
): Promise<void> {
  const by = { operator, audit, fail: unrefused }
  if (isDuty(key)) {
    if (from || until) return fail('citySwitch.nowOnly')
    const content = { ...(await dutyRules.contentFor(tx, cityId)), ...(await inDuty(tx, cityId, key, on)) }
    await dutyRules.saveFor(tx, { cityId, version: before.version, reason }, by, content)
    return
  }
  const times = { on, from: from ? new Date(from) : undefined, until: until ? new Date(until) : undefined }
  const changes = changesOf(times, await momentsToCome(tx, cityId, key), new Date())
  if (typeof changes === 'string') return fail('citySwitch.times', wrongTime(changes, request.english))
  let { version } = before
  for (const change of changes) {
    const content = { on: change.on, ...(prepayWaitS !== null && { prepayWaitS }) }
    await citySwitchSettings[key].saveFor(tx, { cityId, version, reason, effectiveFrom: change.from ?? undefined }, by, content)
    version += 1
  }
}

const wrongTimes = {
  from: { zh: '须晚于现在', en: 'must be later than now' },
  until: { zh: '须晚于现在和生效时间', en: 'must be later than now and than its beginning' },
}
export const wrongTime = (field: keyof typeof wrongTimes, english: boolean) => fieldsOf([{ path: field, ...wrongTimes[field] }], english)

/** When versions of a switch begin that have not begun: also those that change nothing as it stands, since they would once it is changed. */
const momentsToCome = async (tx: TenantTx, cityId: string, key: OwnCitySwitch): Promise<Date[]> =>
  (await switchVersions(tx, cityId)).filter((version) => version.key === key && version.toCome).map(({ effectiveFrom }) => effectiveFrom)

/** How many pictures were asked for when they last were, where they are asked for again. */
async function inDuty(tx: TenantDb, cityId: string, key: DutySwitch, on: boolean) {
  if (key === 'face') return { faceRequired: on }
  if (key === 'insurance') return { insuranceRequired: on }
  if (!on) return { photosBeforeDepart: 0 }
  const row = (await dutyRules.present(tx)).find((one) => one.cityId === cityId)
  const versions = row ? await dutyRules.versions(tx, row.id) : []
  return { photosBeforeDepart: versions.find(({ content }) => content.photosBeforeDepart > 0)?.content.photosBeforeDepart ?? 1 }
}

/** What customers of a city feel, as one form: the same switches. */
export function customerConf(city: TenantCity, stands: readonly CitySwitchStand[]) {
  const felt = cityCustomerSwitch.options.map((key) => stands.find((stand) => stand.key === key)!)
  const [last] = felt.filter(({ changedAt }) => changedAt !== null).toSorted((a, b) => b.changedAt!.localeCompare(a.changedAt!))
  return {
    cityId: city.city_id,
    cityName: city.name,
    ...(Object.fromEntries(felt.map(({ key, on }) => [key, on])) as Record<(typeof cityCustomerSwitch.options)[number], boolean>),
    version: felt.reduce((sum, { version }) => sum + version, 0),
    changedBy: last?.changedBy ?? '',
    changedAt: last?.changedAt ?? null,
  }
}

/** Those that are given and stand otherwise, from now on. */
export async function saveCustomerConf(
  { cityId, version, changeReason, ...given }: ParsedInputOf<Calls['customerUpdate']>,
  context: SwitchContext<'citySwitch.otherCity' | 'citySwitch.versionConflict'>,
) {
  const { tx, operator, audit, fail, request } = context
  await lockSettings(tx, 'setting_versions', operator.tenantId)
  const city = (await findCity(tx, cityId)) ?? fail('citySwitch.otherCity')
  const stands = async () => (await standsOf(tx, [cityId], context)).get(cityId)!
  const before = await stands()
  const conf = customerConf(city, before)
  if (conf.version !== version) return fail('citySwitch.versionConflict', { current: conf })
  for (const stand of before) {
    const key = cityCustomerSwitch.safeParse(stand.key).data
    const on = key && given[key]
    if (on === undefined || on === stand.on) continue
    if (!stand.mayChange) return fail('citySwitch.otherCity')
    await applySwitch(tx, { cityId, key: stand.key, on, changeReason }, stand, { operator, audit, request, fail: unrefused })
  }
  await tellOfCities(context)
  return customerConf(city, await stands())
}
