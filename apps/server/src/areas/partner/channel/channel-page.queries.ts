import { MONTHS_SHOWN } from '@chauffeur/contract/partner/channel'
import { calledOffServiceStatuses, PAY_STATUS, SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { listOf } from '#platform/database/sql-text'

/** Partners' days and months are China's. */
export const TODAY = sql<Date>`(now() at time zone 'Asia/Shanghai')::date`

/** Orders that the channel's programs placed today. */
export const ordersToday = async (db: TenantDb, channelId: string): Promise<number> =>
  (await db.selectFrom('channel_days').select('orders').where('channel_id', '=', channelId).where('day', '=', TODAY).executeTakeFirst())
    ?.orders ?? 0

const MONTH = sql<string>`to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM')`
const FIRST = sql<Date>`((date_trunc('month', now() at time zone 'Asia/Shanghai') - make_interval(months => ${sql.lit(MONTHS_SHOWN - 1)})) at time zone 'Asia/Shanghai')`
const passed = (moments: readonly Date[]) =>
  moments.length === 0 ? sql<number>`0` : sql<number>`width_bucket(created_at, ${moments.map((at) => at.toISOString())}::timestamptz[])`
const billed = sql`filter (where service_status = ${sql.lit(SERVICE_STATUS.billFiled)})`

/** Which commission held since when, the earliest first; none where it never changed. */
export const commissionsOf = async (db: TenantDb, channelId: string): Promise<{ since: Date; commissionBp: number }[]> =>
  db
    .selectFrom('channel_commissions')
    .select(['since', 'commission_bp as commissionBp'])
    .where('channel_id', '=', channelId)
    .orderBy('since')
    .execute()

/**
 * Orders in sight that the channel placed, by the month in which it did, the newest first, and within by how many of these moments had come by then.
 */
export const monthsOf = (db: TenantDb, channelId: string, moments: readonly Date[]) =>
  db
    .selectFrom('orders')
    .select([
      MONTH.as('month'),
      passed(moments).as('passed'),
      sql<number>`count(*)::int`.as('orders'),
      sql<number>`(count(*) ${billed})::int`.as('billed'),
      sql<number>`(count(*) filter (where service_status in ${listOf(calledOffServiceStatuses)}))::int`.as('cancelled'),
      sql<number>`coalesce(sum(total_fen) ${billed}, 0)::float8`.as('totalFen'),
      sql<number>`coalesce(sum(total_fen) filter (where pay_status = ${sql.lit(PAY_STATUS.paid)}), 0)::float8`.as('paidFen'),
    ])
    .where('channel_id', '=', channelId)
    .where('created_at', '>=', FIRST)
    .groupBy(['month', 'passed'])
    .orderBy('month', 'desc')
    .orderBy('passed')
    .execute()
