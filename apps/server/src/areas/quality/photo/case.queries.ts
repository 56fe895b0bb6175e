import { type Selectable, sql } from 'kysely'
import type { PhotoWhy } from '@chauffeur/contract/quality/photo-model'
import { liveServiceStatuses } from '@chauffeur/contract/order/model'
import type { PlatformDb, TenantTx } from '#platform/database/db'
import { listOf } from '#platform/database/sql-text'
import type { OrderPhotoCases } from '#platform/database/tables.generated'
import { movesOf } from '#platform/machine/moves'
import { caseMachine } from './case.rules.ts'

export type CaseRow = Selectable<OrderPhotoCases>
export const timer = { type: 'TIMER' as const, id: null, name: '' }

export const cases = movesOf({
  machine: caseMachine,
  table: 'order_photo_cases',
  key: 'order_id',
  state: 'state',
  history: { table: 'order_photo_case_events', from: 'from_state', to: 'to_state' },
  sets: (to) => (to === 'IN_REVIEW' ? {} : { claimed_by: null, claimed_by_name: '', claimed_until: null }),
})

/** The case of an order, made with its first picture, held. */
export async function holdCase(tx: TenantTx, order: { tenantId: string; orderId: string }): Promise<CaseRow> {
  const made = await tx
    .insertInto('order_photo_cases')
    .values({ tenant_id: order.tenantId, order_id: order.orderId })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (made) await cases.record(tx, made, 'open', null, { actor: timer })
  return made ?? (await cases.lock(tx, order.orderId))!
}

/** Brings it to reviewers for one reason more; one that somebody has in hand says so and stays with them. */
export async function bringToReview(tx: TenantTx, row: CaseRow, why: readonly PhotoWhy[]): Promise<CaseRow> {
  const all = [...new Set([...(row.why as PhotoWhy[]), ...why])]
  const queued = await cases.move(tx, row, { event: 'queue', actor: timer, reason: why.join(' '), set: { why: all, turn_at: new Date() } })
  if (queued) return queued
  if (all.length === row.why.length) return row
  return cases.note(tx, row, { event: 'why', actor: timer, reason: why.join(' '), set: { why: all } })
}

export interface DueCase {
  tenant_id: string
  order_id: string
}
/** Trips that are over, whose pictures no rule has looked at, of all tenants. */
export const casesOver = async (db: PlatformDb, except: readonly string[], limit: number): Promise<DueCase[]> =>
  (
    await sql<DueCase>`
      select a.tenant_id, a.order_id from order_photo_cases a join orders o on o.tenant_id = a.tenant_id and o.order_id = a.order_id
      where a.state = 'OPEN' and o.service_status not in ${listOf(liveServiceStatuses)} and not a.order_id = any (${[...except]}::bigint[])
        and not exists (select from order_files f where f.tenant_id = a.tenant_id and f.order_id = a.order_id and f.screened_at is null)
      order by a.created_at limit ${limit}`.execute(db)
  ).rows

/** Orders that somebody complained about after the rules had looked at their pictures. */
export const casesComplained = async (db: PlatformDb, except: readonly string[], limit: number): Promise<DueCase[]> =>
  (
    await sql<DueCase>`
      select distinct a.tenant_id, a.order_id from driver_remarks r join order_photo_cases a on a.tenant_id = r.tenant_id and a.order_id = r.order_id
      where r.type = 'COMPLAINT' and r.order_id is not null and r.at > now() - interval '7 days' and a.state in ('CLEAR', 'DONE')
        and not 'COMPLAINT' = any (a.why) and not a.order_id = any (${[...except]}::bigint[]) limit ${limit}`.execute(db)
  ).rows

/** Cases whose reviewer let their time go by. */
export const claimsOver = (db: PlatformDb, except: readonly string[], limit: number): Promise<DueCase[]> =>
  db
    .selectFrom('order_photo_cases')
    .select(['tenant_id', 'order_id'])
    .$if(except.length > 0, (q) => q.where('order_id', 'not in', [...except]))
    .where('claimed_until', '<=', sql<Date>`now()`)
    .orderBy('claimed_until')
    .limit(limit)
    .execute()

export interface CaseFacts {
  city_id: string
  days_here: number | null
  complaint: boolean
}
export async function caseFacts(tx: TenantTx, orderId: string): Promise<CaseFacts> {
  const { rows } = await sql<CaseFacts>`
    select o.city_id, (coalesce(o.accepted_at, o.created_at)::date - d.joined_at)::integer as days_here,
      exists (select from driver_remarks r where r.tenant_id = o.tenant_id and r.driver_id = o.driver_id and r.order_id = o.order_id and r.type = 'COMPLAINT') as complaint
    from orders o left join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id where o.order_id = ${orderId}::bigint`.execute(
    tx,
  )
  return rows[0]!
}
