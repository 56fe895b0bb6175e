import { examCalls } from '@chauffeur/contract/qualification/exam'
import { examAppCalls, type OwnAttempt } from '@chauffeur/contract/qualification/exam-attempt'
import type pg from 'pg'
import type { RuntimeUrls } from '#platform/upkeep/migrate'
import { byCalls } from '../by-calls.ts'
import { QUESTION_SCORE, SAFETY_EXAM, WINTER_EXAM } from './exam-bank.ts'

/** How drivers fare, one after the other: so many answers wrong in each of their attempts. Null: begun and not handed in. */
const FARE: readonly (readonly (number | null)[])[] = [[0], [1], [3, 0], [0], [1], [2], [0], [4, 2, 1], [0], [1], [0, 0], [3], [null]]

/**
 * What drivers of the first business are examined in: an exam that is held, with those who passed it, failed, and are at it, and one that is
 * being written. A start that was cut off is gone on with.
 */
export async function makeExams(client: pg.ClientBase, urls: RuntimeUrls): Promise<void> {
  const { rows } = await client.query<{ tenant: string; admin: string; city: string }>(
    `select t.tenant_id::text as tenant, t.admin_user_id::text as admin, (select min(city_id)::text from tenant_cities c where c.tenant_id = t.tenant_id) as city
       from tenants t order by t.tenant_id limit 1`,
  )
  const { tenant, admin, city } = rows[0]!
  const { rows: drivers } = await client.query<{ id: string }>(
    `select d.driver_id::text as id from drivers d where d.tenant_id = $1 and not d.wallet_frozen
       and exists (select from orders o where o.tenant_id = d.tenant_id and o.driver_id = d.driver_id) order by d.driver_id limit ${FARE.length}`,
    [tenant],
  )
  await byCalls(client, urls, null, async ({ signedIn, send }) => {
    const token = await signedIn('OPERATOR', tenant, admin)
    /** The exam with its questions. */
    const written = async ({ questions, sections, ...fields }: typeof SAFETY_EXAM, cityIds: string[]) => {
      const there = (await send(examCalls.groups, { keyword: fields.name }, token)).rows[0]
      const exam = there ?? (await send(examCalls.saveGroup, { ...fields, cityIds: [...cityIds], sections }, token))
      const { examGroupId } = exam
      const asked = new Set((await send(examCalls.questions, { examGroupId, pageSize: 100 }, token)).rows.map(({ text }) => text))
      for (const question of questions.filter(({ text }) => !asked.has(text)))
        await send(examCalls.saveQuestion, { options: [], ...question, score: QUESTION_SCORE, examGroupId }, token)
      return exam
    }
    const { examGroupId, version, published } = await written(SAFETY_EXAM, [])
    if (!published) await send(examCalls.publish, { examGroupId, version, published: true }, token)
    await written(WINTER_EXAM, [city])
    const right = new Map(SAFETY_EXAM.questions.map(({ text, answer }) => [text, answer]))

    for (const [n, { id }] of drivers.entries()) {
      const { rowCount } = await client.query('select from exam_attempts where tenant_id = $1 and driver_id = $2', [tenant, id])
      if (rowCount) continue
      const own = await signedIn('DRIVER', tenant, id)
      const { sections } = (await send(examAppCalls.exams, {}, own)).rows.find((one) => one.examGroupId === examGroupId)!
      for (const { mark } of sections) await send(examAppCalls.readSection, { examGroupId, mark }, own)
      for (const wrong of FARE[n]!) {
        const attempt: OwnAttempt = await send(examAppCalls.startExam, { examGroupId }, own)
        const { examAttemptId, questions } = attempt
        for (const { position, text } of wrong === null ? questions.slice(0, 3) : questions) {
          const answer = right.get(text)!
          // Who errs takes the option before, or after the first.
          const chosen = position <= (wrong ?? 0) ? [answer[0] === 0 ? 1 : answer[0]! - 1] : answer
          await send(examAppCalls.saveAnswer, { examAttemptId, position, chosen }, own)
        }
        if (wrong !== null) await send(examAppCalls.submitExam, { examAttemptId }, own)
      }
      await spread(client, tenant, id, n)
    }
  })
}

/** As if the driver's attempts that are over had been taken on the days before, one a day, each for some minutes; a pass holds from then. */
const spread = (client: pg.ClientBase, tenantId: string, driverId: string, n: number) =>
  client.query(
    `with shifted as (
       select a.exam_attempt_id, a.started_at - ($3::int + row_number() over (order by a.exam_attempt_id desc)) * interval '1 day' - $3::int * interval '37 minutes' as began
         from exam_attempts a where a.tenant_id = $1 and a.driver_id = $2 and a.state <> 'OPEN')
     update exam_attempts a set started_at = s.began, ends_at = s.began + (a.ends_at - a.started_at),
       submitted_at = s.began + interval '1 second' * (240 + 53 * ($3::int % 7)), valid_until = a.valid_until - (a.started_at - s.began)
      from shifted s where a.tenant_id = $1 and a.exam_attempt_id = s.exam_attempt_id`,
    [tenantId, driverId, n],
  )
