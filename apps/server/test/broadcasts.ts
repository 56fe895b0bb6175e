import type pg from 'pg'
import type { Platform } from '#platform/http/implement'
import { phonePrint } from '#platform/provider/sms'

/** The telephone of the n-th of many. */
const phoneOf = (n: number) => `1${3_000_000_000 + n}`

interface Whose {
  owner: pg.Client
  tenantA: string
}
/** Hangzhou, wherever there are cities. */
const cityId = '330100'

/** So many customers of one city who agreed to marketing, and limits under which they get it at any hour. */
export async function fillPeople({ owner, tenantA }: Whose, people: number): Promise<void> {
  await owner.query(
    `insert into customers (tenant_id, phone, name, city_id) select $1, '1' || (3000000000 + n), '客户' || n, $2 from generate_series(1, $3::int) n`,
    [tenantA, cityId, people],
  )
  await owner.query(
    `insert into customer_consents (tenant_id, customer_id, kind, given, source) select tenant_id, customer_id, 'MARKETING', true, '电话' from customers where tenant_id = $1`,
    [tenantA],
  )
  // Sent at any hour.
  await owner.query(
    `insert into setting_versions (tenant_id, kind, version, content, created_by, created_by_name)
     values ($1, 'messageLimits', 1, jsonb_build_object('quietFrom', to_char(now() at time zone 'Asia/Shanghai' - interval '2 hours', 'HH24:MI'),
       'quietTo', to_char(now() at time zone 'Asia/Shanghai' - interval '1 hour', 'HH24:MI'), 'remindersPerDay', null, 'marketingPer30Days', 4), 1, '测试')`,
    [tenantA],
  )
  await owner.query('analyze')
}

/** A broadcast that was approved for as many, and whose time has come; gives its id. */
export async function fillBroadcast({ owner, tenantA }: Whose, { vault }: Pick<Platform, 'vault'>, people: number): Promise<string> {
  await fillPeople({ owner, tenantA }, people)
  const { rows } = await owner.query<{ broadcast_id: string }>(
    `insert into broadcasts (tenant_id, name, whom, body, refuse_by, city_ids, state, author_ids, author_name, decided_at, decided_by, recipients, next_at)
     values ($1, '周末优惠', 'CUSTOMERS', '\${name}您好，周末代驾八折', 'R', array[$2::bigint], 'APPROVED', '{1}', '甲', now(), 2, $3, now()) returning broadcast_id`,
    [tenantA, cityId, people],
  )
  const broadcastId = rows[0]!.broadcast_id
  const STEP = 5_000
  for (let from = 1; from <= people; from += STEP) {
    const numbers = Array.from({ length: Math.min(STEP, people - from + 1) }, (_, at) => from + at)
    await owner.query(
      `insert into broadcast_recipients (tenant_id, broadcast_id, n, customer_id, city_id, phone_print, phone_shown)
       select $1, $2, r.n, c.customer_id, $3, r.print, '' from unnest($4::int[], $5::text[], $6::bytea[]) as r (n, phone, print)
         join customers c on c.tenant_id = $1 and c.phone = r.phone`,
      [tenantA, broadcastId, cityId, numbers, numbers.map(phoneOf), numbers.map((n) => phonePrint(vault, tenantA, phoneOf(n)))],
    )
  }
  await owner.query('analyze broadcast_recipients')
  return broadcastId
}
