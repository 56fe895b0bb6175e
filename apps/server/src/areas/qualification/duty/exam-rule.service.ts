import { tenantCities } from '#areas/operations/city'
import { tellDrivers } from '#areas/message/inbox'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import type { Vault } from '#platform/identity/vault'
import type { Fail } from '#platform/http/implement'
import { type CityWithout, driversLacking, driversWithout, type ExamRow, exams } from '../exam/index.ts'
import { dutyRules } from './duty.setting.ts'

/** Exams in sight that can be asked for, or are. */
export const askedExams = async (db: TenantDb) => {
  const [all, rules] = await Promise.all([exams.present(db), dutyRules.present(db)])
  const asked = new Set(rules.flatMap(({ content }) => content.examGroups ?? []))
  return all
    .filter(({ id, published }) => published || asked.has(id))
    .map(({ id, name, cityIds, published }) => ({ examGroupId: id, name, cityIds: [...cityIds], published }))
}

/** Cities for which somebody in sight of them sets a rule: one, or all that have none of their own. */
async function concerned(db: TenantDb, cityId: string | null): Promise<string[]> {
  if (cityId !== null) return [cityId]
  const [cities, rules] = await Promise.all([tenantCities(db), dutyRules.present(db)])
  const own = new Set(rules.map((rule) => rule.cityId))
  return cities.map(({ city_id }) => city_id).filter((id) => !own.has(id))
}

/** Whom asking for these exams would hold back now, city by city. */
export const holdsBack = async (db: TenantDb, cityId: string | null, examGroupIds: readonly string[]): Promise<CityWithout[]> =>
  driversWithout(db, examGroupIds, await concerned(db, cityId))

/** Cities that ask for an exam and where, of who could be on duty otherwise, nobody has passed what is asked. */
export async function citiesShutBy(db: TenantDb, examGroupId: string): Promise<CityWithout[]> {
  const [cities, rules] = await Promise.all([tenantCities(db), dutyRules.present(db)])
  const ruleOf = (cityId: string) => rules.find((rule) => rule.cityId === cityId) ?? rules.find((rule) => rule.cityId === null)
  const asking = cities.flatMap(({ city_id }) => {
    const exams = ruleOf(city_id)?.content.examGroups ?? []
    return exams.includes(examGroupId) ? [{ cityId: city_id, exams }] : []
  })
  const found = await Promise.all(asking.map(({ cityId, exams }) => driversWithout(db, exams, [cityId])))
  return found.flat().filter(isShut)
}
const isShut = ({ drivers, without }: CityWithout): boolean => drivers > 0 && without === drivers

interface Wanted {
  cityId: string | null
  held: readonly string[]
  wanted: readonly string[]
  /** It is meant though nobody of a city could go on duty. */
  excludeAll: boolean
}
/** An exam that is asked for anew can be taken there; and nobody shuts a city without saying so. */
export async function mindExams(
  db: TenantDb,
  { cityId, held, wanted, excludeAll }: Wanted,
  fail: Fail<'driverDuty.examUnknown' | 'driverDuty.excludesAll'>,
): Promise<void> {
  const added = wanted.filter((id) => !held.includes(id))
  if (added.length === 0) return
  const all = new Map((await exams.present(db)).map((exam) => [exam.id, exam]))
  if (!added.every((id) => isHeld(all.get(id), cityId))) fail('driverDuty.examUnknown')
  if (excludeAll) return
  const shut = (await holdsBack(db, cityId, wanted)).filter(isShut)
  if (shut.length > 0) fail('driverDuty.excludesAll', { cities: shut })
}
const isHeld = (exam: ExamRow | undefined, cityId: string | null): boolean =>
  exam !== undefined && exam.published && (cityId === null || exam.cityIds.length === 0 || exam.cityIds.includes(cityId))

/** So many at a time. */
const TOLD_AT_ONCE = 500
/** Tells whom a rule holds back from now on which exam they are asked for; who has passed it already hears nothing. */
export async function tellAsked(
  tx: TenantTx,
  vault: Vault,
  { tenantId, cityId, held, wanted }: { tenantId: string; cityId: string | null; held: readonly string[]; wanted: readonly string[] },
): Promise<void> {
  const added = wanted.filter((id) => !held.includes(id))
  if (added.length === 0) return
  const lacking = await driversLacking(tx, added, await concerned(tx, cityId))
  for (let from = 0; from < lacking.length; from += TOLD_AT_ONCE) {
    const some = lacking.slice(from, from + TOLD_AT_ONCE)
    await tellDrivers(
      whole(tx),
      vault,
      tenantId,
      some.map(({ driverId, exam }) => ({ driverId, event: 'APP_EXAM_ASKED', values: { exam } })),
    )
  }
}
