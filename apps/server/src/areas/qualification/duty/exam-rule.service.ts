import { tenantCities } from '#areas/operations/city'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import type { Fail, Platform } from '#platform/http/implement'
import { type CityWithout, driversWithout, type ExamRow, exams } from '../exam/index.ts'
import { dutyRules } from './duty.setting.ts'
import { concerned, examTold } from './exam-told.job.ts'

/** Exams in sight that can be asked for, or are. */
export const askedExams = async (db: TenantDb) => {
  const [all, rules] = await Promise.all([exams.present(db), dutyRules.present(db)])
  const asked = new Set(rules.flatMap(({ content }) => content.examGroups ?? []))
  return all
    .filter(({ id, published }) => published || asked.has(id))
    .map(({ id, name, cityIds, published }) => ({ examGroupId: id, name, cityIds: [...cityIds], published }))
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

interface Asked {
  cityId: string | null
  held: readonly string[]
  wanted: readonly string[]
  /** The version that asks for them. */
  version: number
}
/** Whom a rule holds back from now on is told which exam they are asked for, behind the request: there may be thousands. */
export async function tellAsked(
  tx: TenantTx,
  { jobs }: Platform,
  tenantId: string,
  { cityId, held, wanted, version }: Asked,
): Promise<void> {
  const examGroupIds = wanted.filter((id) => !held.includes(id))
  if (examGroupIds.length === 0) return
  // It follows from the rule, whatever becomes of the account of whoever saved it.
  await jobs.ask(whole(tx), examTold, {
    operator: null,
    tenantId,
    title: { zh: '告知司机新的考试要求', en: 'Tell drivers of a newly required exam' },
    input: { cityId, version, examGroupIds },
  })
}
