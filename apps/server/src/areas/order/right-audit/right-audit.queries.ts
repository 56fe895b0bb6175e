import { AUDIT_STATUS as A } from '@chauffeur/contract/order/model'
import type { AuditRules } from '@chauffeur/contract/order/right-audit-rules'
import { type Selectable, sql } from 'kysely'
import { lockOrder, newsOf, noteOrder, type OrderRowDb } from '../model/index.ts'
import type { PlatformDb, TenantDb, TenantTx } from '#platform/database/db'
import { emitEvent } from '#platform/database/events'
import type { RightOrderAudits } from '#platform/database/tables.generated'
import { type MoveDetail, movesOf } from '#platform/machine/moves'
import { metresBetween } from '#platform/values/geometry'
import { auditMachine, nightHours, type UseFacts } from './right-audit.rules.ts'

export type AuditRow = Selectable<RightOrderAudits>

export const audits = movesOf({
  machine: auditMachine,
  table: 'right_order_audits',
  key: 'order_id',
  state: 'state',
  history: { table: 'right_order_audit_events', from: 'from_state', to: 'to_state' },
})

/** An order and its case, both locked, the order first as everywhere. */
export async function lockCase(tx: TenantTx, orderId: string): Promise<{ order: OrderRowDb; row: AuditRow } | null> {
  const order = await lockOrder(tx, orderId)
  const row = order && (await audits.lock(tx, orderId))
  return row ? { order, row } : null
}

/** The order says how its audit stands; what people decided is in its log, who has it in hand is not. */
export async function tellOrder(
  tx: TenantTx,
  order: OrderRowDb,
  row: AuditRow,
  by?: MoveDetail<'OPERATOR' | 'TIMER' | 'DRIVER'>,
): Promise<OrderRowDb> {
  if (by) return noteOrder(tx, order, { event: `rightAudit${row.state}`, set: { audit_status: row.state }, ...by })
  await tx.updateTable('orders').set({ audit_status: row.state }).where('order_id', '=', order.order_id).execute()
  await emitEvent(tx, newsOf(order, 'rightAudit', new Date()))
  return { ...order, audit_status: row.state }
}

/** A case for the use that a bill has just made final; none where the order used no right. */
export async function openCase(tx: TenantTx, order: OrderRowDb): Promise<void> {
  const { rows } = await sql<AuditRow>`
    insert into right_order_audits (tenant_id, order_id, right_id, used_at)
    select u.tenant_id, u.order_id, g.right_id, u.settled_at
    from right_uses u join right_grants g on g.tenant_id = u.tenant_id and g.right_grant_id = u.right_grant_id
    where u.order_id = ${order.order_id}::bigint and u.state = 'USED'
    on conflict do nothing returning *`.execute(tx)
  if (rows[0]) await audits.record(tx, rows[0], 'open', null, { actor: { type: 'TIMER', id: null, name: '' } })
}

const from = (night: AuditRules['riskRules']['NIGHT']) => sql.lit(night.fromHour)
/** The night that a trip began in, by the clock of its city, as the day on which that night began. */
const night = (order: string, use: string, rules: AuditRules['riskRules']['NIGHT']) =>
  sql`((coalesce(${sql.ref(`${order}.depart_at`)}, ${sql.ref(`${use}.settled_at`)}) at time zone 'UTC') + make_interval(mins => c.utc_offset_minutes, hours => -${from(rules)}))`

/** What the rules look at, of these uses. `db` sees the whole tenant: what a driver did elsewhere counts. */
export async function factsOf(
  db: TenantDb,
  orderIds: readonly string[],
  { riskRules: rules }: Pick<AuditRules, 'riskRules'>,
): Promise<Map<string, UseFacts>> {
  const isNight = (order: string, use: string) =>
    sql`extract(hour from ${night(order, use, rules.NIGHT)}) < ${sql.lit(nightHours(rules.NIGHT))}`
  const counts = sql`x.tenant_id = o.tenant_id and y.state in ('USED', 'AUDIT_FAILED') and y.settled_at <= u.settled_at`
  const { rows } = await sql<Omit<UseFacts, 'apartM'> & { orderId: string; ends: (number | null)[] }>`
    select o.order_id as "orderId", coalesce(o.distance_m, 0) as "distanceM", u.covered_fen as "coveredFen",
      o.track_quality is null or o.track_quality = 'ESTIMATED' as "noTrack",
      exists (select from drivers d where d.tenant_id = o.tenant_id and d.phone in (o.contact_phone, p.phone)) as "driverPhone",
      array[coalesce(b.lat, o.pickup_lat), coalesce(b.lng, o.pickup_lng), coalesce(e.lat, o.dropoff_lat), coalesce(e.lng, o.dropoff_lng)] as ends,
      (select count(*)::int from orders x join right_uses y on y.tenant_id = x.tenant_id and y.order_id = x.order_id
        where ${counts} and x.customer_id = o.customer_id and x.driver_id = o.driver_id
          and y.settled_at > u.settled_at - make_interval(days => ${rules.PAIR.days}::int)) as "pairUses",
      case when ${isNight('o', 'u')} then (select count(*)::int from orders x join right_uses y on y.tenant_id = x.tenant_id and y.order_id = x.order_id
        where ${counts} and x.driver_id = o.driver_id and y.settled_at > u.settled_at - interval '2 days' and ${isNight('x', 'y')}
          and date_trunc('day', ${night('x', 'y', rules.NIGHT)}) = date_trunc('day', ${night('o', 'u', rules.NIGHT)})) else 0 end as "nightUses"
    from right_uses u join orders o on o.tenant_id = u.tenant_id and o.order_id = u.order_id
      join customers p on p.tenant_id = o.tenant_id and p.customer_id = o.customer_id
      join cities c on c.city_id = o.city_id
      left join lateral (select lat, lng from order_events v where v.tenant_id = o.tenant_id and v.order_id = o.order_id and v.event = 'depart' and v.lat is not null limit 1) b on true
      left join lateral (select lat, lng from order_events v where v.tenant_id = o.tenant_id and v.order_id = o.order_id and v.event = 'end' and v.lat is not null limit 1) e on true
    where u.order_id = any (${[...orderIds]}::bigint[])`.execute(db)
  return new Map(
    rows.map(({ orderId, ends, ...facts }) => {
      const [latA, lngA, latB, lngB] = ends.filter((end) => end !== null)
      return [orderId, { ...facts, apartM: lngB === undefined ? null : Math.round(metresBetween(latA!, lngA!, latB!, lngB)) }]
    }),
  )
}

interface Due {
  tenant_id: string
  order_id: string
}
const due = (db: PlatformDb, except: readonly string[], limit: number) =>
  db
    .selectFrom('right_order_audits')
    .select(['tenant_id', 'order_id'])
    .$if(except.length > 0, (q) => q.where('order_id', 'not in', [...except]))
    .limit(limit)
/** Cases that the rules have not looked at, of all tenants. */
export const unscreened = (db: PlatformDb, except: readonly string[], limit: number): Promise<Due[]> =>
  due(db, except, limit).where('screened_at', 'is', null).orderBy('used_at').execute()
/** Cases whose reviewer let their time go by. */
export const lapsedClaims = (db: PlatformDb, except: readonly string[], limit: number): Promise<Due[]> =>
  due(db, except, limit).where('claimed_until', '<=', sql<Date>`now()`).where('state', '=', A.inReview).orderBy('claimed_until').execute()
/** Failed ones whose driver let the time to appeal go by. */
export const appealsOver = (db: PlatformDb, except: readonly string[], limit: number): Promise<Due[]> =>
  due(db, except, limit).where('appeal_until', '<=', sql<Date>`now()`).where('state', '=', A.failed).orderBy('appeal_until').execute()
/** Failed ones whose bill was paid only after the verdict, so that nothing could be taken back with it. */
export const unreversed = (db: PlatformDb, except: readonly string[], limit: number): Promise<Due[]> =>
  due(db, except, limit)
    .where('state', 'in', [A.failed, A.appeal, A.finalFailed])
    .where('reversed_at', 'is', null)
    .where('reviewed_at', '>', sql<Date>`now() - interval '90 days'`)
    .where(
      sql<boolean>`exists (select from ledger_entries e where e.tenant_id = right_order_audits.tenant_id and e.business_type = 'ORDER'
        and e.business_id = right_order_audits.order_id and e.step = 'PAID')`,
    )
    .where(sql<boolean>`(state <> ${sql.lit(A.appeal)} or appeal_side = 'DRIVER')`)
    .orderBy('reviewed_at')
    .execute()

/**
 * Whether the partner is billed for a use, where `right_order_audits` is joined to it (left) under this name: what is in audit, or may still be
 * appealed against, waits for the next month.
 */
export const partnerBilling = (audit: string) => {
  const col = (name: string) => sql.ref(`${audit}.${name}`)
  return sql<'BILL' | 'WAIT' | 'DROP'>`case when ${col('order_id')} is null or ${col('state')} = ${sql.lit(A.passed)}
    or ${col('state')} = ${sql.lit(A.notNeeded)} and ${col('screened_at')} is not null then 'BILL'
    when ${col('state')} = ${sql.lit(A.finalFailed)} then 'DROP' else 'WAIT' end`
}
