import { DEPT_TYPE } from '@chauffeur/contract/access/session'
import { sql } from 'kysely'
import type { TenantDb, TenantTx, WholeTx } from '#platform/database/db'

/** Nobody goes back further than this in the notification centre. */
const KEPT_DAYS = 14

export const visible = (db: TenantDb, userId: string) =>
  db
    .selectFrom('notices as n')
    .leftJoin('notice_reads as r', (join) =>
      join.onRef('r.tenant_id', '=', 'n.tenant_id').onRef('r.notice_id', '=', 'n.notice_id').on('r.user_id', '=', userId),
    )
    .where('n.at', '>', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)

interface NoticeOrder {
  notice_id: string
  customer_name: string
  pickup_address: string
  city_name: string
  reason: string
}
/** What the notices are about, by notice; the driver's reason stands at the order given back, which `subject` names. */
export async function ordersOfNotices(db: TenantDb, noticeIds: readonly string[]): Promise<Map<string, NoticeOrder>> {
  if (noticeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('notices as n')
    .innerJoin('orders as o', 'o.order_id', 'n.order_id')
    .innerJoin('cities as c', 'c.city_id', 'o.city_id')
    .leftJoin('orders as g', (join) => join.onRef('g.order_no', '=', 'n.subject').on('n.kind', '=', 'DRIVER_CANCELLED'))
    .select(['n.notice_id', 'o.customer_name', 'o.pickup_address', 'c.name as city_name'])
    .select((eb) =>
      eb.fn
        .coalesce(
          'g.cancel_reason',
          eb
            .selectFrom('cancel_reviews as r')
            .select('r.reason')
            .whereRef('r.order_id', '=', 'n.order_id')
            .where('n.kind', '=', 'CANCEL_REVIEW')
            .orderBy('r.review_id', 'desc')
            .limit(1),
          sql<string>`''`,
        )
        .as('reason'),
    )
    .where('n.notice_id', '=', sql<string>`any (${noticeIds}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.notice_id, row]))
}

/** Marks the named notices, or all that are visible. */
export const markRead = (tx: TenantTx, tenantId: string, userId: string, noticeIds: readonly string[] | undefined) =>
  tx
    .insertInto('notice_reads')
    .columns(['tenant_id', 'notice_id', 'user_id'])
    .expression((eb) =>
      eb
        .selectFrom('notices')
        .select([sql<string>`${tenantId}::bigint`.as('tenant_id'), 'notice_id', sql<string>`${userId}::bigint`.as('user_id')])
        .where('at', '>', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
        .$if(noticeIds !== undefined, (q) => q.where('notice_id', '=', sql<string>`any (${noticeIds as string[]}::bigint[])`)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export interface NewNotice {
  tenantId: string
  cityId: string | null
  orgId: string | null
  channelId: string | null
  userId?: string | null
  kind: string
  subject: string
  orderId: string | null
}
export const insertNotice = (tx: TenantTx, notice: NewNotice) =>
  tx
    .insertInto('notices')
    .values({
      tenant_id: notice.tenantId,
      city_id: notice.cityId,
      org_id: notice.orgId,
      channel_id: notice.channelId,
      user_id: notice.userId ?? null,
      kind: notice.kind,
      subject: notice.subject,
      order_id: notice.orderId,
    })
    .returning(['notice_id', 'at'])
    .executeTakeFirstOrThrow()

interface Wanted {
  tenantId: string
  authority: string
  /** They have to see all of these cities; none named: every city there is. */
  cityIds: readonly string[]
  except: readonly string[]
}
/** Who may do something in these cities: people of the business itself, not of one of its organisations or of a partner. */
export async function whoMay(tx: WholeTx, { tenantId, authority, cityIds, except }: Wanted): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select u.user_id from users u join departments d on d.tenant_id = u.tenant_id and d.dept_id = u.dept_id
    where u.tenant_id = ${tenantId}::bigint and u.status = 'ENABLED' and u.channel_id is null and d.dept_type <> ${DEPT_TYPE.organisation}
      and (u.all_cities or cardinality(${cityIds}::bigint[]) > 0 and u.city_ids @> ${cityIds}::bigint[])
      and u.user_id <> all (${except}::bigint[])
      and exists (
        select from user_roles ur join role_functions rf on rf.tenant_id = ur.tenant_id and rf.role_id = ur.role_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.user_id and rf.function_code = ${authority})`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}
