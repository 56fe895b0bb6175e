import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { keepsCities, type Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { defineSetting, type SettingRow } from '#platform/setting/setting'
import { versionFactsOf } from '#platform/setting/version'
import { json } from '#platform/setting/version-table'

interface Exam {
  name: string
  /** None: every city. */
  cityIds: readonly string[]
  passPercent: number
  drawn: number
  minutes: number
  attemptsADay: number
  /** Null: a pass is for good. */
  validDays: number | null
  sections: readonly { title: string; text: string }[]
  published: boolean
}
/** How many questions it has, and how attempts of the last 30 days went. */
interface Counted {
  questions: number
  attempts: number
  passed: number
}
export type ExamRow = SettingRow<Exam, Counted>

const versionView = (row: ExamRow) => ({
  examGroupId: row.id,
  ...versionFactsOf(row),
  name: row.name,
  cityIds: [...row.cityIds],
  passPercent: row.passPercent,
  drawn: row.drawn,
  minutes: row.minutes,
  attemptsADay: row.attemptsADay,
  validDays: row.validDays,
  sections: [...row.sections],
  published: row.published,
})

/** Seen where an exam is held now, and by everybody where that is in every city. */
const ofOwnCities = sql<boolean>`exists (select from exam_groups n where n.tenant_id = v.tenant_id and n.exam_group_id = v.exam_group_id
  and (n.city_ids = '{}' or (select app_all_cities()) or n.city_ids && (select app_cities())::bigint[])
  and not exists (select from exam_groups m where m.tenant_id = n.tenant_id and m.exam_group_id = n.exam_group_id and m.version > n.version))`
const attemptsOver = sql`from exam_attempts a where a.tenant_id = s.tenant_id and a.exam_group_id = s.exam_group_id
  and a.submitted_at > now() - interval '30 days'`

export const EXAMS = 'exam_groups'
export const exams = defineSetting<Exam, Counted>()({
  object: 'examGroup',
  table: EXAMS,
  key: 'exam_group_id',
  columns: {
    name: 'name',
    cityIds: 'city_ids',
    passPercent: 'pass_percent',
    drawn: 'drawn',
    minutes: 'minutes',
    attemptsADay: 'attempts_a_day',
    validDays: 'valid_days',
    sections: json('sections'),
    published: 'published',
  },
  seen: ofOwnCities,
  names: {
    questions: sql`(select count(*)::int from exam_questions q where q.tenant_id = s.tenant_id and q.exam_group_id = s.exam_group_id and q.removed_at is null)`,
    attempts: sql`(select count(*)::int ${attemptsOver})`,
    passed: sql`(select count(*)::int ${attemptsOver} and a.state = 'PASSED')`,
  },
  view: versionView,
  refusals: { notFound: 'exam.groupNotFound', conflict: 'exam.versionConflict' },
})

/** As it is now; undefined where it is not in sight. */
export const findExam = async (db: TenantDb, examGroupId: string): Promise<ExamRow | undefined> =>
  (await exams.present(db, sql`p.exam_group_id = ${examGroupId}::bigint`))[0]

/** Those of this name that are in sight. */
export const namedExams = (db: TenantDb, name: string): Promise<ExamRow[]> => exams.present(db, sql`p.name = ${name}`)

export const examView = (row: ExamRow, { operator, scope }: { operator: OperatorSession; scope: Scope }) => ({
  ...versionView(row),
  questions: row.questions,
  attempts: row.attempts,
  passed: row.passed,
  allowedActions:
    operator.authorities.has('exam.edit') && keepsCities(row.cityIds, scope)
      ? (['edit', row.published ? 'disable' : 'enable'] as const).slice()
      : [],
})
