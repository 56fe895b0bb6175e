import { AUDIT_STATUS as A } from '@chauffeur/contract/order/model'
import type { AuditBeside } from '@chauffeur/contract/order/right-audit'
import { sql } from 'kysely'
import { phoneFor } from '../model/index.ts'
import type { TenantDb, TenantTx } from '#platform/database/db'

export const eventsOf = (db: TenantDb, orderId: string) =>
  db.selectFrom('right_order_audit_events').selectAll().where('order_id', '=', orderId).orderBy('seq').execute()

/** Who of us entered the one appeal of a case, which stands as `audit` in the query; null where its driver did it in the app. */
export const appealEnteredBy = (audit: string) => {
  const col = (name: string) => sql.ref(`${audit}.${name}`)
  return sql<
    string | null
  >`(select v.actor_id from right_order_audit_events v where v.tenant_id = ${col('tenant_id')} and v.order_id = ${col('order_id')}
    and v.event in ('appeal', 'dispute') and v.actor_type = 'OPERATOR' limit 1)`
}
export const enteredAppealOf = async (db: TenantDb, orderId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('right_order_audits as a')
      .select(appealEnteredBy('a').as('by'))
      .where('a.order_id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).by

/** The trips of a driver, or of a customer, around the one in question: the latest before it and the first after it. */
export async function besideOf(
  db: TenantDb,
  of: 'driver_id' | 'customer_id',
  { order_id, driver_id, customer_id, used_at }: { order_id: string; driver_id: string | null; customer_id: string; used_at: Date },
  authorities: ReadonlySet<string>,
): Promise<AuditBeside[]> {
  const whose = of === 'driver_id' ? driver_id : customer_id
  if (whose === null) return []
  const { rows } = await sql<Omit<AuditBeside, 'createdAt' | 'customerPhone'> & { created_at: Date; contact_phone: string }>`
    select o.order_id as "orderId", o.order_no as "orderNo", o.created_at, o.service_status as "serviceStatus", coalesce(d.name, '') as "driverName", o.contact_phone,
      o.pickup_address as "pickupAddress", coalesce(o.dropoff_address, '') as "dropoffAddress", o.distance_m as "distanceM", o.subtotal_fen as "totalFen",
      u.covered_fen as "coveredFen", o.audit_status as "auditStatus", o.driver_id is not distinct from ${driver_id}::bigint and o.customer_id = ${customer_id}::bigint as "samePair"
    from orders o left join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id
      left join right_uses u on u.tenant_id = o.tenant_id and u.order_id = o.order_id and u.state in ('USED', 'AUDIT_FAILED')
    where o.${sql.ref(of)} = ${whose}::bigint and o.order_id <> ${order_id}::bigint
      and o.created_at between ${used_at}::timestamptz - interval '30 days' and ${used_at}::timestamptz + interval '7 days'
    order by o.created_at desc limit 30`.execute(db)
  return rows.map(({ created_at, contact_phone, ...row }) => ({
    ...row,
    createdAt: created_at.toISOString(),
    customerPhone: phoneFor(authorities, contact_phone),
  }))
}

/** Rights to filter by, and to sample at a rate of their own; the first 500 by name. */
export const auditedRights = async (db: TenantDb) =>
  (
    await sql<{ rightId: string; name: string; channelName: string }>`
      select r.right_id as "rightId", r.name, coalesce(h.name, '') as "channelName" from right_configs r
        left join channels h on h.tenant_id = r.tenant_id and h.channel_id = r.channel_id order by r.name limit 500`.execute(db)
  ).rows

export async function countsOf(db: TenantDb, cityId: string | undefined, userId: string) {
  const { rows } = await sql<{ waiting: number; mine: number; appeals: number; screening: number }>`
    select (count(*) filter (where a.state = ${sql.lit(A.waiting)} or a.state = ${sql.lit(A.inReview)} and a.claimed_until <= now()))::int as waiting,
      (count(*) filter (where a.state = ${sql.lit(A.inReview)} and a.claimed_by = ${userId}::bigint and a.claimed_until > now()))::int as mine,
      (count(*) filter (where a.state = ${sql.lit(A.appeal)} and a.reviewed_by is distinct from ${userId}::bigint
        and ${appealEnteredBy('a')} is distinct from ${userId}::bigint))::int as appeals,
      (count(*) filter (where a.screened_at is null))::int as screening
    from right_order_audits a join orders o on o.tenant_id = a.tenant_id and o.order_id = a.order_id
    where (a.state in (${sql.lit(A.waiting)}, ${sql.lit(A.inReview)}, ${sql.lit(A.appeal)}) or a.screened_at is null)
      and (${cityId ?? null}::bigint is null or o.city_id = ${cityId ?? null}::bigint)`.execute(db)
  return rows[0]!
}

/** A driver's trips that failed or are being looked at again. */
export const failedOfDriver = (db: TenantDb, driverId: string) =>
  db
    .selectFrom('right_order_audits as a')
    .innerJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'a.tenant_id').onRef('o.order_id', '=', 'a.order_id'))
    .selectAll('a')
    .select('o.order_no')
    .where('o.driver_id', '=', driverId)
    .where('a.reviewed_at', 'is not', null)
    .where((eb) => eb.or([eb('a.state', 'in', [A.failed, A.appeal, A.finalFailed]), eb('a.appeal_side', '=', 'DRIVER')]))
    .orderBy('a.reviewed_at', 'desc')
    .limit(100)
    .execute()

/** What has waited longest, its order locked; one that somebody is just claiming is passed over. */
export async function nextWaiting(tx: TenantTx, cityId: string | undefined): Promise<string | undefined> {
  const { rows } = await sql<{ order_id: string }>`
    select a.order_id from right_order_audits a join orders o on o.tenant_id = a.tenant_id and o.order_id = a.order_id
    where a.state in (${sql.lit(A.waiting)}, ${sql.lit(A.inReview)}) and (a.state = ${sql.lit(A.waiting)} or a.claimed_until <= now())
      and (${cityId ?? null}::bigint is null or o.city_id = ${cityId ?? null}::bigint)
    order by a.turn_at, a.order_id limit 1 for update of o skip locked`.execute(tx)
  return rows[0]?.order_id
}
