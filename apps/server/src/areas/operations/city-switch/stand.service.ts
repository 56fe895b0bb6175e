import {
  type CitySwitch,
  citySwitch,
  citySwitches,
  type CitySwitchStand,
  type CitySwitchVersion,
  dutySwitch,
  type DutySwitch,
  type OwnCitySwitch,
} from '@chauffeur/contract/operations/city-switch'
import { dutyRules } from '#areas/qualification/duty'
import { citySwitchSettings, switchVersions } from '../city/index.ts'
import type { TenantDb } from '#platform/database/db'
import { isOutsider, type Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { versionFactsOf } from '#platform/setting/version'
import { turnsOf } from './city-switch.rules.ts'

type Asker = { operator: Pick<OperatorSession, 'authorities'>; scope: Scope }
type DutyRow = Awaited<ReturnType<typeof dutyRules.versions>>[number]
type DutyContent = DutyRow['content']

export const isDuty = (key: CitySwitch): key is DutySwitch => dutySwitch.options.includes(key as DutySwitch)

/** Where each of them stands among the rules of duty. */
const inDuty: Record<DutySwitch, (rules: DutyContent) => boolean> = {
  face: (rules) => rules.faceRequired,
  insurance: (rules) => rules.insuranceRequired,
  photos: (rules) => rules.photosBeforeDepart > 0,
}

/** Organisations and partners look; what is kept among the rules of duty asks for what those ask for. */
export const mayChange = (key: CitySwitch, { operator, scope }: Asker): boolean =>
  operator.authorities.has('city.switch') && !isOutsider(scope) && (!isDuty(key) || operator.authorities.has('dispatchSettings.edit'))

/** How every switch of the cities stands. */
export async function standsOf(db: TenantDb, cityIds: readonly string[], asker: Asker): Promise<Map<string, CitySwitchStand[]>> {
  const [own, duty] = await Promise.all([switchVersions(db, cityIds.length === 1 ? cityIds[0]! : null), dutyVersions(db)])
  const of = Map.groupBy(own, ({ cityId, key }) => `${cityId} ${key}`)
  return new Map(
    cityIds.map((cityId) => [
      cityId,
      citySwitch.options.map((key) => ({
        cityId,
        key,
        ...(isDuty(key) ? dutyStand(key, duty, cityId) : ownStand(key, of.get(`${cityId} ${key}`) ?? [])),
        mayChange: mayChange(key, asker),
      })),
    ]),
  )
}

type Stand = Omit<CitySwitchStand, 'cityId' | 'key' | 'mayChange'>

function ownStand(key: OwnCitySwitch, versions: Awaited<ReturnType<typeof switchVersions>>): Stand {
  const inForce = versions.find(({ toCome }) => !toCome)
  const on = inForce?.on ?? citySwitches[key].standard
  return {
    on,
    own: inForce !== undefined,
    version: versions[0]?.newest ?? 0,
    prepayWaitS: inForce?.prepayWaitS ?? null,
    ...facts(inForce),
    planned: turnsOf(
      on,
      versions.filter(({ toCome }) => toCome),
    ).map((plan) => ({ on: plan.on, from: plan.effectiveFrom.toISOString(), changedBy: plan.changedBy, reason: plan.reason })),
  }
}

/** Of the tenant (null) and of the cities with rules of their own every version, newest first. */
async function dutyVersions(db: TenantDb): Promise<Map<string | null, DutyRow[]>> {
  const rows = await dutyRules.present(db)
  return new Map(await Promise.all(rows.map(async ({ id, cityId }) => [cityId, await dutyRules.versions(db, id)] as const)))
}

/** Since when, and by whom, a rule of duty says what it says: other rules of the same version may have changed later. */
function dutyStand(key: DutySwitch, duty: Map<string | null, DutyRow[]>, cityId: string): Stand {
  const own = duty.get(cityId)
  const versions = own ?? duty.get(null) ?? []
  const said = ({ content }: DutyRow) => inDuty[key]({ ...dutyRules.standard, ...content })
  const [newest] = versions
  const on = newest ? said(newest) : citySwitches[key].standard
  const changedAfter = versions.findIndex((version) => said(version) !== on)
  const since = versions[(changedAfter < 0 ? versions.length : changedAfter) - 1]
  return { on, own: own !== undefined, version: own?.[0]?.version ?? 0, ...facts(since), planned: [], prepayWaitS: null }
}

const facts = (version?: { reason: string; changedBy: string; changedAt: Date; effectiveFrom?: Date | undefined }) => ({
  reason: version?.reason ?? '',
  changedBy: version?.changedBy ?? '',
  changedAt: version?.changedAt.toISOString() ?? null,
  effectiveFrom: version?.effectiveFrom?.toISOString() ?? null,
})

/** Every version of a switch, newest first. */
export async function switchHistory(db: TenantDb, cityId: string, key: CitySwitch): Promise<{ rows: CitySwitchVersion[] }> {
  if (!isDuty(key)) return citySwitchSettings[key].historyFor(db, cityId)
  const row = (await dutyRules.present(db)).find((one) => one.cityId === cityId)
  const versions = row ? await dutyRules.versions(db, row.id) : []
  return {
    rows: versions.map((version) => ({
      cityId,
      key,
      ...versionFactsOf(version),
      on: inDuty[key]({ ...dutyRules.standard, ...version.content }),
      prepayWaitS: null,
      effectiveFrom: version.effectiveFrom!.toISOString(),
      status: version.status,
    })),
  }
}
