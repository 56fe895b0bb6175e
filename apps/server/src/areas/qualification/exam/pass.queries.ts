import { QUALIFIED } from '@chauffeur/contract/driver/file'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'

/** Exams as they are now, among these, where one is held that a driver could take. */
const held = (examGroupIds: readonly string[]) => sql`(
  select distinct on (n.exam_group_id) n.* from exam_groups n where n.exam_group_id = any (${[...examGroupIds]}::bigint[])
  order by n.exam_group_id, n.version desc)`
const passNow = sql`a.state = 'PASSED' and (a.valid_until is null or a.valid_until > clock_timestamp())`

export interface ExamStand {
  exam_group_id: string
  name: string
  passed: boolean
  /** Null: for good, or not passed. */
  valid_until: Date | null
}
/** Of exams that are asked for, how a driver stands in those that are published in their city: nobody is held to what they cannot take. */
export async function examStands(
  db: TenantDb,
  examGroupIds: readonly string[],
  { driverId, cityId }: { driverId: string; cityId: string },
): Promise<ExamStand[]> {
  if (examGroupIds.length === 0) return []
  const { rows } = await sql<ExamStand>`
    select g.exam_group_id, g.name, p.passed, p.valid_until
    from ${held(examGroupIds)} g cross join lateral (
      select count(*) > 0 as passed, case when count(*) = count(a.valid_until) then max(a.valid_until) end as valid_until
      from exam_attempts a where a.tenant_id = g.tenant_id and a.driver_id = ${driverId}::bigint and a.exam_group_id = g.exam_group_id and ${passNow}) p
    where g.published and (g.city_ids = '{}' or ${cityId}::bigint = any (g.city_ids)) order by g.name`.execute(db)
  return rows
}

/** Who of these cities would be on duty but for an exam that they could take there and have not passed: so many of those after one of them. */
export async function driversLacking(
  db: TenantDb,
  examGroupId: string,
  { cityIds, after, most }: { cityIds: readonly string[]; after: string; most: number },
): Promise<{ driverId: string; exam: string }[]> {
  const { rows } = await sql<{ driverId: string; exam: string }>`
    select d.driver_id as "driverId", g.name as exam
    from drivers d join ${held([examGroupId])} g on g.published and (g.city_ids = '{}' or d.city_id = any (g.city_ids))
    where d.city_id = any (${[...cityIds]}::bigint[]) and d.driver_id > ${after}::bigint
      and d.qualification = ${sql.lit(QUALIFIED)} and d.disabled_reason = ''
      and not exists (select from exam_attempts a where a.tenant_id = d.tenant_id and a.driver_id = d.driver_id
        and a.exam_group_id = g.exam_group_id and ${passNow})
    order by d.driver_id limit ${most}`.execute(db)
  return rows
}

export interface CityWithout {
  cityId: string
  cityName: string
  /** Who may go on duty there otherwise. */
  drivers: number
  /** Of these who would be held back. */
  without: number
}
/** How many drivers of each city these exams would hold back now. */
export async function driversWithout(db: TenantDb, examGroupIds: readonly string[], cityIds: readonly string[]): Promise<CityWithout[]> {
  const { rows } = await sql<CityWithout>`
    with g as materialized (select * from ${held(examGroupIds)} n where n.published)
    select d.city_id as "cityId", c.name as "cityName", count(*)::int as drivers,
      count(*) filter (where exists (select from g where (g.city_ids = '{}' or d.city_id = any (g.city_ids))
        and not exists (select from exam_attempts a where a.tenant_id = d.tenant_id and a.driver_id = d.driver_id
          and a.exam_group_id = g.exam_group_id and ${passNow})))::int as without
    from drivers d join cities c on c.city_id = d.city_id
    where d.city_id = any (${[...cityIds]}::bigint[]) and d.qualification = ${sql.lit(QUALIFIED)} and d.disabled_reason = ''
    group by d.city_id, c.name, c.pinyin order by c.pinyin`.execute(db)
  return rows
}
