import type { QuestionKind } from '@chauffeur/contract/qualification/exam-model'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { OperatorSession } from '#platform/identity/session'

export interface QuestionValues {
  kind: QuestionKind
  text: string
  options: readonly string[]
  answer: readonly number[]
  score: number
  explanation: string
}

/** Questions of an exam with how they were answered, as they read now, in attempts that are over and in sight. */
export const questions = (db: TenantDb) =>
  db
    .selectFrom('exam_questions as q')
    .where('q.removed_at', 'is', null)
    .leftJoin(
      sql<{ asked: number; wrong: number; chosen: Record<string, number> | null }>`lateral (
        select count(*)::int as asked, count(*) filter (where not a.is_right)::int as wrong,
          (select jsonb_object_agg(o.option, o.times) from (select c.option, count(*)::int as times
            from exam_answers b cross join unnest(b.chosen) as c (option)
            where b.tenant_id = q.tenant_id and b.exam_question_id = q.exam_question_id and b.question_version = q.version
              and b.is_right is not null group by c.option) o) as chosen
        from exam_answers a where a.tenant_id = q.tenant_id and a.exam_question_id = q.exam_question_id
          and a.question_version = q.version and a.is_right is not null)`.as('k'),
      (join) => join.onTrue(),
    )
export const listedQuestions = (rows: ReturnType<typeof questions>) => rows.selectAll('q').select(['k.asked', 'k.wrong', 'k.chosen'])
export const listedQuestion = (db: TenantDb, examQuestionId: string) =>
  listedQuestions(questions(db)).where('q.exam_question_id', '=', examQuestionId).executeTakeFirst()
export type QuestionDb = NonNullable<Awaited<ReturnType<typeof listedQuestion>>>

export const lockQuestion = (tx: TenantTx, examQuestionId: string) =>
  tx
    .selectFrom('exam_questions')
    .selectAll()
    .where('exam_question_id', '=', examQuestionId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const countQuestions = async (db: TenantDb, examGroupId: string): Promise<number> => {
  const row = await db
    .selectFrom('exam_questions')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('exam_group_id', '=', examGroupId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.n
}

/** Which of these an exam asks already. */
export const textsAmong = async (db: TenantDb, examGroupId: string, texts: readonly string[]): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('exam_questions')
    .select(['text', 'exam_question_id'])
    .where('exam_group_id', '=', examGroupId)
    .where('removed_at', 'is', null)
    .where('text', '=', (eb) => eb.fn.any(sql<string[]>`${[...texts]}::text[]`))
    .execute()
  return new Map(rows.map(({ text, exam_question_id }) => [text, exam_question_id]))
}

const columnsOf = ({ options, answer, ...values }: QuestionValues, by: Pick<OperatorSession, 'userId' | 'realName'>) => ({
  ...values,
  options: [...options],
  answer: [...answer],
  updated_by: by.userId,
  updated_by_name: by.realName,
})
/** Behind the others unless its place is said. */
export async function insertQuestion(
  tx: TenantTx,
  { examGroupId, position, ...values }: QuestionValues & { examGroupId: string; position: number | undefined },
  by: Pick<OperatorSession, 'tenantId' | 'userId' | 'realName'>,
): Promise<string> {
  const last = sql<number>`(select coalesce(max(position), 0) + 1 from exam_questions where exam_group_id = ${examGroupId}::bigint and removed_at is null)`
  const row = await tx
    .insertInto('exam_questions')
    .values({ tenant_id: by.tenantId, exam_group_id: examGroupId, position: position ?? last, ...columnsOf(values, by) })
    .returning('exam_question_id')
    .executeTakeFirstOrThrow()
  return row.exam_question_id
}
export const updateQuestion = (
  tx: TenantTx,
  examQuestionId: string,
  { position, ...values }: QuestionValues & { position: number | undefined },
  by: Pick<OperatorSession, 'userId' | 'realName'>,
) =>
  tx
    .updateTable('exam_questions')
    .set({
      ...columnsOf(values, by),
      ...(position !== undefined && { position }),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('exam_question_id', '=', examQuestionId)
    .execute()

/** Attempts that drew them keep them. Of those that were changed since, none where that is asked. */
export const removeQuestions = async (
  tx: TenantTx,
  ids: readonly string[],
  by: Pick<OperatorSession, 'userId' | 'realName'>,
  untouched = false,
): Promise<string[]> => {
  const rows = await tx
    .updateTable('exam_questions')
    .set({ removed_at: sql<Date>`clock_timestamp()`, updated_by: by.userId, updated_by_name: by.realName })
    .where('exam_question_id', '=', (eb) => eb.fn.any(sql<string[]>`${[...ids]}::bigint[]`))
    .where('removed_at', 'is', null)
    .$if(untouched, (query) => query.where('version', '=', 1))
    .returning('exam_question_id')
    .execute()
  return rows.map(({ exam_question_id }) => exam_question_id)
}
