// What the order list is measured against: the same statements through bare pg in bare Fastify, with nothing around them.
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.OWNER_URL, max: 20 })
const app = Fastify()
const query = (name: string, text: string, values: unknown[]) => pool.query({ name, text, values })

const ROW = `o.order_id, o.order_no, o.booking_id, o.service_status, o.pay_status, o.dispatch_status, o.audit_status, o.source, o.service_type, o.city_id, o.channel_id,
  o.customer_name, o.contact_phone, o.driver_id, o.pickup_address, o.dropoff_address, o.total_fen, o.estimate_fen, o.distance_m, o.estimate_distance_m, o.book_time,
  o.created_at, o.status_since, o.version`

interface Asked {
  tenantId: string
  cityId?: string
  channelId?: string
  /** `no` leaves the total out. */
  total?: string
}

app.get<{ Querystring: Asked }>('/list', async (request) => {
  const { tenantId, cityId, channelId, total } = request.query
  const [where, value] = cityId ? [' and o.city_id = $2', [cityId]] : channelId ? [' and o.channel_id = $2', [channelId]] : ['', []]
  const values = [tenantId, ...value]
  const kind = where.slice(0, 12)
  const [rows, counted] = await Promise.all([
    query(
      `rows${kind}`,
      `with page as (select ${ROW} from orders o where o.tenant_id = $1${where} order by o.created_at desc, o.order_id desc limit 20)
       select ${ROW}, cities.name as city_name, bookings.booking_no, drivers.driver_no, drivers.name as driver_name
       from page o join cities on cities.city_id = o.city_id
       left join bookings on bookings.tenant_id = $1 and bookings.booking_id = o.booking_id
       left join drivers on drivers.tenant_id = $1 and drivers.driver_id = o.driver_id
       order by o.created_at desc, o.order_id desc`,
      values,
    ),
    total !== 'no' &&
      query(
        `count${kind}`,
        `select count(*)::int as n from (select 1 from orders o where o.tenant_id = $1${where} limit 10001) capped`,
        values,
      ),
  ])
  return { rows: rows.rows, total: counted ? (counted.rows[0] as { n: number }).n : null }
})

const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
process.send?.({ address })
