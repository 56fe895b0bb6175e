import { SERVICE_STATUS as S, PAY_STATUS } from '@chauffeur/contract/order/model'
import type pg from 'pg'
import { cities, type Tenant } from './world.ts'

const CUSTOMERS = 50_000

/**
 * Fills a tenant with finished orders of the last year, one booking each: cities by their share, a fifth from partner channels (one of
 * them with a thousandth of all), nine tenths of them billed, the rest cancelled or without a driver; the last 300 still seek one.
 */
export async function addOrders(owner: pg.Client, tenant: Tenant, count: number): Promise<void> {
  const indexes = await owner.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in ('orders'::regclass, 'bookings'::regclass) and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  await owner.query('begin')
  // Loading goes faster without checking each reference and keeping each index; the indexes are made again from the whole.
  await owner.query('set local session_replication_role = replica')
  await owner.query(`set local maintenance_work_mem = '512MB'`)
  for (const { name } of indexes.rows) await owner.query(`drop index ${name}`)
  await owner.query('select setseed(0.5)')
  await owner.query(
    `insert into customers (tenant_id, phone, name, city_id)
     select $1, (13900000000 + n)::text, '客户' || n, $2 from generate_series(1, $3::int) n`,
    [tenant.tenantId, cities[0].cityId, CUSTOMERS],
  )
  await owner.query(
    `create temporary table planned on commit drop as
     select g.n, now() - interval '365 days' * ((($1::int - g.n) + r.jitter) / $1::float8) as at,
       case when r.city < 0.36 then 330100 when r.city < 0.66 then 310000 when r.city < 0.85 then 510100 else 440300 end::bigint as city_id,
       case when r.channel < 0.12 then $2::bigint when r.channel < 0.17 then $3::bigint when r.channel < 0.199 then $4::bigint when r.channel < 0.2 then $5::bigint end as channel_id,
       case when g.n > $1 - 300 then ${S.dispatchStart} when r.fate < 0.9 then ${S.billFiled} when r.fate < 0.95 then ${S.customerCancelled} when r.fate < 0.97 then ${S.operatorCancelled} else ${S.dispatchFailed} end::smallint as status,
       1 + floor(r.customer * ${CUSTOMERS})::int as customer_n, r.driver, r.fen
     from generate_series(1, $1::int) g (n)
     cross join lateral (select g.n, random() as jitter, random() as city, random() as channel, random() as fate, random() ^ 2 as customer, random() as driver, 3500 + floor(random() ^ 3 * 20000)::int as fen) r`,
    [count, ...tenant.channels],
  )
  await owner.query(
    `insert into bookings (tenant_id, booking_id, booking_no, source, city_id, org_id, channel_id, customer_id, caller_phone, contact_phone, driver_count, queue_status, created_at)
     select $1, n, 'B' || (10000000 + n), case when channel_id is null then 'CALL_CENTRE' else 'PARTNER' end, p.city_id, $2, channel_id, c.customer_id, c.phone, c.phone, 1,
       case when status = ${S.dispatchStart} then 'WAITING' else 'CLOSED' end, at
     from planned p join customers c on c.tenant_id = $1 and c.phone = (13900000000 + p.customer_n)::text`,
    [tenant.tenantId, tenant.companyId],
  )
  await owner.query(
    `insert into orders (tenant_id, order_id, order_no, booking_id, service_status, pay_status, dispatch_status, source, city_id, org_id, channel_id, customer_id, customer_name, contact_phone,
       driver_id, pickup_address, pickup_lat, pickup_lng, dropoff_address, estimate_distance_m, estimate_fen, distance_m, subtotal_fen, discount_fen, total_fen, enterprise_fen, personal_fen,
       status_since, filed_at, created_at)
     select $1, p.n, 'D' || (20000000 + p.n), p.n, p.status, case when p.status = ${S.billFiled} then ${PAY_STATUS.paid} else ${PAY_STATUS.none} end, case when p.status = ${S.billFiled} then 'ASSIGNED' when p.status = ${S.dispatchStart} then 'SEARCHING' else 'ENDED' end,
       b.source, p.city_id, $2, p.channel_id, b.customer_id, '客户' || p.customer_n, b.contact_phone,
       case when p.status = ${S.billFiled} then d.ids[1 + floor(p.driver * cardinality(d.ids))::int] end,
       '文三路 ' || (p.n % 900) || ' 号', 30.27, 120.15, '江南大道 ' || (p.n % 700) || ' 号', 9000, p.fen, case when p.status = ${S.billFiled} then 9400 end,
       case when p.status = ${S.billFiled} then p.fen end, 0, case when p.status = ${S.billFiled} then p.fen end, 0, case when p.status = ${S.billFiled} then p.fen end,
       least(p.at + interval '50 minutes', now()), case when p.status = ${S.billFiled} then least(p.at + interval '50 minutes', now()) end, p.at
     from planned p join bookings b on b.tenant_id = $1 and b.booking_id = p.n
     join (select city_id, array_agg(driver_id) as ids from drivers where tenant_id = $1 group by city_id) d on d.city_id = p.city_id
     order by p.n`,
    [tenant.tenantId, tenant.companyId],
  )
  for (const [table, id] of [
    ['orders', 'order_id'],
    ['bookings', 'booking_id'],
  ])
    await owner.query(`select setval(pg_get_serial_sequence($1, $2), $3)`, [table, id, count])
  for (const { definition } of indexes.rows) await owner.query(definition)
  await owner.query('commit')
  await owner.query('vacuum (analyze)')
}
