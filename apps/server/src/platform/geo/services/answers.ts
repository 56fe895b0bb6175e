import { createHash } from 'node:crypto'
import type { Database } from '../../database/db.ts'
import { wholeTenant } from '../../database/scope.ts'

/** Names a question to a service, without saying what was asked. */
const printOf = (service: { provider: string; url: string }, what: string, question: object): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([service.provider, service.url, what, question]))
    .digest()

/** An answer of a service that is still good; undefined where there is none. */
export async function keptAnswer<T>(
  db: Database,
  tenantId: string,
  service: { provider: string; url: string },
  what: string,
  question: object,
): Promise<{ answer: T } | undefined> {
  const row = await db
    .reader(wholeTenant(tenantId))
    .selectFrom('map_answers')
    .select('answer')
    .where('question', '=', printOf(service, what, question))
    .where((eb) => eb('expires_at', '>', eb.fn<Date>('now')))
    .executeTakeFirst()
  return row && { answer: row.answer as T }
}

export const keepAnswer = (
  db: Database,
  tenantId: string,
  service: { provider: string; url: string },
  what: string,
  question: object,
  answer: unknown,
  keepS: number,
) =>
  db.platform.query(
    `insert into map_answers (tenant_id, question, answer, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))
     on conflict (tenant_id, question) do update set answer = excluded.answer, expires_at = excluded.expires_at`,
    [tenantId, printOf(service, what, question), JSON.stringify(answer), keepS],
  )
