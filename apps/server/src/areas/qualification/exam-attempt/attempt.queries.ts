import { sql } from 'kysely'
import type { PlatformDb, TenantDb, TenantTx } from '#platform/database/db'
import type { ExamRow } from '../exam/index.ts'

/** What one driver does with exams is done one after the other; nobody waits for it with anything else. */
export const holdAttempts = (tx: TenantTx, driverId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('exam_attempts', ${driverId}::bigint))`.execute(tx)

export const attempts = (db: TenantDb) =>
  db
    .selectFrom('exam_attempts as a')
    .innerJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'a.tenant_id').onRef('d.driver_id', '=', 'a.driver_id'))
    .innerJoin('cities as c', 'c.city_id', 'd.city_id')
    .innerJoin('exam_groups as g', (join) =>
      join
        .onRef('g.tenant_id', '=', 'a.tenant_id')
        .onRef('g.exam_group_id', '=', 'a.exam_group_id')
        .onRef('g.version', '=', 'a.group_version'),
    )
export const listedAttempts = (rows: ReturnType<typeof attempts>) =>
  rows
    .selectAll('a')
    .select(['d.driver_no', 'd.name as driver_name', 'd.city_id as driver_city_id', 'c.name as city_name'])
    .select(['g.name as group_name', 'g.valid_days'])
    .select(sql<Date>`clock_timestamp()`.as('now'))
export const listedAttempt = (db: TenantDb, examAttemptId: string) =>
  listedAttempts(attempts(db)).where('a.exam_attempt_id', '=', examAttemptId).executeTakeFirst()
export type AttemptDb = NonNullable<Awaited<ReturnType<typeof listedAttempt>>>

/** Held, with the time when it is. */
export const lockAttempt = (tx: TenantTx, examAttemptId: string) =>
  listedAttempts(attempts(tx)).where('a.exam_attempt_id', '=', examAttemptId).forUpdate('a').executeTakeFirst()

export const answersOf = (db: TenantDb, examAttemptId: string) =>
  db.selectFrom('exam_answers').selectAll().where('exam_attempt_id', '=', examAttemptId).orderBy('position').execute()

export const openAttempt = (tx: TenantTx, driverId: string, examGroupId: string) =>
  tx
    .selectFrom('exam_attempts')
    .select('exam_attempt_id')
    .where('driver_id', '=', driverId)
    .where('exam_group_id', '=', examGroupId)
    .where('state', '=', 'OPEN')
    .executeTakeFirst()

interface OwnFacts {
  exam_group_id: string
  /** Begun today, by the clock of the driver's city. */
  today: number
  passed: boolean
  valid_until: Date | null
  marks: string[]
  open_id: string | null
  last_id: string | null
}
/** What a driver did in these exams. */
export async function ownFacts(
  db: TenantDb,
  { driverId, cityId }: { driverId: string; cityId: string },
  examGroupIds: readonly string[],
): Promise<Map<string, OwnFacts>> {
  const { rows } = await sql<OwnFacts>`
    select g.id::text as exam_group_id,
      count(a.*) filter (where a.started_at >= (select date_trunc('day', clock_timestamp() at time zone 'UTC' + c.utc_offset_minutes * interval '1 minute')
        at time zone 'UTC' - c.utc_offset_minutes * interval '1 minute' from cities c where c.city_id = ${cityId}::bigint))::int as today,
      coalesce(bool_or(a.state = 'PASSED' and (a.valid_until is null or a.valid_until > clock_timestamp())), false) as passed,
      case when not coalesce(bool_or(a.state = 'PASSED' and a.valid_until is null), false) then
        max(a.valid_until) filter (where a.valid_until > clock_timestamp()) end as valid_until,
      array(select r.mark from exam_readings r where r.driver_id = ${driverId}::bigint and r.exam_group_id = g.id) as marks,
      max(a.exam_attempt_id) filter (where a.state = 'OPEN')::text as open_id,
      max(a.exam_attempt_id) filter (where a.state <> 'OPEN')::text as last_id
    from unnest(${[...examGroupIds]}::bigint[]) g (id)
      left join exam_attempts a on a.driver_id = ${driverId}::bigint and a.exam_group_id = g.id
    group by g.id`.execute(db)
  return new Map(rows.map((row) => [row.exam_group_id, row]))
}

export const noteReading = (tx: TenantTx, of: { tenantId: string; driverId: string }, examGroupId: string, mark: string) =>
  tx
    .insertInto('exam_readings')
    .values({ tenant_id: of.tenantId, driver_id: of.driverId, exam_group_id: examGroupId, mark })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Begins an attempt with questions drawn by chance, copied as they read now; null where there are none. */
export async function insertAttempt(
  tx: TenantTx,
  { tenantId, driverId, cityId }: { tenantId: string; driverId: string; cityId: string },
  exam: ExamRow,
): Promise<string | null> {
  const drawn = await tx
    .selectFrom('exam_questions')
    .select(['exam_question_id', 'version', 'kind', 'text', 'options', 'answer', 'score', 'explanation'])
    .where('exam_group_id', '=', exam.id)
    .where('removed_at', 'is', null)
    .orderBy(sql`random()`)
    .limit(exam.drawn)
    .execute()
  if (drawn.length === 0) return null
  const { exam_attempt_id } = await tx
    .insertInto('exam_attempts')
    .values({
      ...{ tenant_id: tenantId, driver_id: driverId, city_id: cityId, exam_group_id: exam.id, group_version: exam.version },
      pass_percent: exam.passPercent,
      full_score: drawn.reduce((all, { score }) => all + score, 0),
      ends_at: sql<Date>`clock_timestamp() + ${exam.minutes} * interval '1 minute'`,
    })
    .returning('exam_attempt_id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('exam_answers')
    .values(
      drawn.map(({ version: question_version, ...question }, index) => ({
        ...{ tenant_id: tenantId, exam_attempt_id, position: index + 1, question_version },
        ...question,
      })),
    )
    .execute()
  return exam_attempt_id
}

export const setAnswer = (tx: TenantTx, examAttemptId: string, position: number, chosen: readonly number[]) =>
  tx
    .updateTable('exam_answers')
    .set({ chosen: chosen.length > 0 ? chosen.toSorted((a, b) => a - b) : null })
    .where('exam_attempt_id', '=', examAttemptId)
    .where('position', '=', position)
    .execute()

/** What an attempt came to; a pass holds as long as the exam said when it was begun. */
export async function endAttempt(
  tx: TenantTx,
  { exam_attempt_id: id, valid_days }: Pick<AttemptDb, 'exam_attempt_id' | 'valid_days'>,
  { score, passed, right, byTime }: { score: number; passed: boolean; right: readonly number[]; byTime: boolean },
): Promise<void> {
  await sql`update exam_answers set is_right = position = any (${[...right]}::smallint[]) where exam_attempt_id = ${id}::bigint`.execute(tx)
  await tx
    .updateTable('exam_attempts')
    .set({
      state: passed ? 'PASSED' : 'FAILED',
      score,
      by_time: byTime,
      submitted_at: sql<Date>`clock_timestamp()`,
      valid_until: passed && valid_days !== null ? sql<Date>`clock_timestamp() + ${valid_days} * interval '1 day'` : null,
    })
    .where('exam_attempt_id', '=', id)
    .execute()
}

/** Whose time is over and that nobody handed in. */
export const attemptsDue = async (tx: PlatformDb, except: string[], limit: number) =>
  (
    await sql<{ tenant_id: string; exam_attempt_id: string; driver_id: string }>`
      select tenant_id, exam_attempt_id, driver_id from exam_attempts
      where state = 'OPEN' and ends_at <= clock_timestamp() and exam_attempt_id <> all (${except}::bigint[])
      order by ends_at limit ${limit}`.execute(tx)
  ).rows

export const cityOfDriver = async (db: TenantDb, driverId: string): Promise<string> =>
  (await db.selectFrom('drivers').select('city_id').where('driver_id', '=', driverId).executeTakeFirstOrThrow()).city_id
