import { nextStatus, type OrderEvent } from '#areas/order/model'
import type { ActorType, ServiceStatus } from '@chauffeur/contract/order/model'
import { checkLedger } from '#areas/finance/ledger'
import { learnPickups } from '#areas/operations/place'
import { connect } from '#platform/database/db'
import { settleInstallation } from '#platform/upkeep/installation'
import { runtimeUrls } from '#platform/upkeep/migrate'
import { passwordMatches } from '#platform/identity/password'
import { asAdministrator, type FreshDatabase, freshDatabase } from '#test/harness/fresh-database'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts, secondTenantOperator } from './accounts.ts'
import { type SeedOptions, seedDemo } from './seed.ts'

const now = new Date('2026-11-20T15:00:00Z')
const small = { now, seed: 7, orders: 800, customers: 300, drivers: 60, log: () => {} } satisfies Omit<SeedOptions, 'ownerUrl'>

let world: FreshDatabase
let client: pg.Client
const opened: FreshDatabase[] = []

async function empty() {
  const database = await freshDatabase()
  opened.push(database)
  return database
}
async function connected(url: string) {
  const made = new pg.Client({ connectionString: url })
  made.on('error', () => {})
  await made.connect()
  return made
}
const rowsOf = async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []) => (await client.query<T>(sql, values)).rows
const countOf = async (sql: string) => (await rowsOf<{ n: number }>(`select count(*)::int as n from ${sql}`))[0]!.n

beforeAll(async () => {
  world = await empty()
  expect(await seedDemo({ ...small, ownerUrl: world.ownerUrl })).toEqual({ seeded: true })
  client = await connected(world.ownerUrl)
})
afterAll(async () => {
  await client.end()
  for (const database of opened) await database.drop()
})

const tables = [
  'tenants',
  'departments',
  'channels',
  'users',
  'user_roles',
  'role_functions',
  'menus',
  'own_places',
  'price_templates',
  'drivers',
  'customers',
  'customer_notes',
  'bookings',
  'orders',
  'order_events',
  'bill_lines',
  'dispatch_searches',
  'dispatch_rounds',
  'offers',
  'notices',
]

async function checksums(of: pg.Client) {
  const sums: Record<string, string> = {}
  for (const table of tables) {
    const { rows } = await of.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(text, '' order by text)), '') as sum from (select (to_jsonb(t) - array['password_hash', 'id_card_sealed', 'id_card_print'])::text as text from ${table} t) rows`,
    )
    sums[table] = rows[0]!.sum
  }
  return sums
}

test('the same seed and moment make the same world, another seed another one', async () => {
  const [again, other] = [await empty(), await empty()]
  await seedDemo({ ...small, acts: false, ownerUrl: again.ownerUrl })
  await seedDemo({ ...small, acts: false, seed: 8, ownerUrl: other.ownerUrl })
  const [inAgain, inOther] = [await connected(again.ownerUrl), await connected(other.ownerUrl)]
  const first = await checksums(client)
  expect(await checksums(inAgain)).toEqual(first)
  expect((await checksums(inOther)).orders).not.toBe(first.orders)
  await Promise.all([inAgain.end(), inOther.end()])
})

test('every account of the table signs in with its password and has its role', async () => {
  const users = await rowsOf<{ username: string; password_hash: string; tenant_id: string; functions: string[] | null }>(
    `select u.username, u.password_hash, u.tenant_id, (select array_agg(f.function_code) from user_roles r join role_functions f using (tenant_id, role_id)
      where r.tenant_id = u.tenant_id and r.user_id = u.user_id) as functions from users u where u.status = 'ENABLED'`,
  )
  const functionsOf = new Map<string, string[]>()
  for (const { username, password } of [...demoAccounts, secondTenantOperator]) {
    const user = users.find((row) => row.username === username)
    expect(await passwordMatches(user?.password_hash ?? null, password), username).toBe(true)
    functionsOf.set(username, user?.functions ?? [])
  }
  expect(functionsOf.get('partner')).not.toContain('phone.reveal')
  expect(functionsOf.get('finance')).not.toContain('order.cancel')
  expect(functionsOf.get('admin')?.length).toBe(await countOf('functions'))
  expect(users.find((row) => row.username === secondTenantOperator.username)?.tenant_id).toBe('2')
})

test('the total of every order is the sum of its bill, and who owes something has a bill', async () => {
  expect(await countOf('bill_lines')).toBeGreaterThan(1_500)
  const wrong = await rowsOf(
    `select o.order_no from orders o left join lateral (select sum(amount_fen) as billed from bill_lines b where b.tenant_id = o.tenant_id and b.order_id = o.order_id) b on true
      where o.total_fen is distinct from b.billed or o.total_fen is distinct from o.enterprise_fen + o.personal_fen
        or (o.service_status = 501) <> (o.distance_m is not null) or (o.pay_status in (10, 30)) <> (b.billed is not null) or (o.pay_status = 30) <> (o.paid_at is not null)`,
  )
  expect(wrong).toEqual([])
})

test('an order, its booking, customer and driver belong to one tenant, and the driver works in its city', async () => {
  const wrong = await rowsOf(
    `select o.order_no from orders o left join bookings b using (tenant_id, booking_id) left join customers c on c.tenant_id = o.tenant_id and c.customer_id = o.customer_id
      left join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id left join tenant_cities t on t.tenant_id = o.tenant_id and t.city_id = o.city_id
      where b.booking_id is null or c.customer_id is null or t.city_id is null or b.city_id <> o.city_id or b.customer_id <> o.customer_id or b.channel_id is distinct from o.channel_id
        or (o.driver_id is not null and (d.driver_id is null or d.city_id <> o.city_id or d.org_id <> o.org_id)) or (o.service_status in (501, 404)) and d.driver_id is null`,
  )
  expect(wrong).toEqual([])
  const cities = await rowsOf<{ tenant_id: string; cities: number }>(
    'select tenant_id, count(distinct city_id)::int as cities from orders group by tenant_id order by tenant_id',
  )
  expect(cities).toEqual([
    { tenant_id: '1', cities: 4 },
    { tenant_id: '2', cities: 2 },
  ])
})

test('the story of every order is one that the order rules allow, in order and in the past', async () => {
  const events = await rowsOf<{
    order_id: string
    seq: number
    event: string
    from_status: ServiceStatus | null
    to_status: ServiceStatus
    actor_type: ActorType
    at: Date
  }>('select order_id, seq, event, from_status, to_status, actor_type, at from order_events order by order_id, seq')
  const byOrder = Map.groupBy(events, (event) => event.order_id)
  const orders = await rowsOf<{ order_id: string; version: number; service_status: number; created_at: Date }>(
    'select order_id, version, service_status, created_at from orders',
  )
  expect(byOrder.size).toBe(orders.length)
  for (const order of orders) {
    const story = byOrder.get(order.order_id)!
    expect(story.map(({ seq }) => seq)).toEqual(Array.from({ length: order.version }, (_, index) => index + 1))
    expect(story.at(-1)!.to_status).toBe(order.service_status)
    expect(story[0]!.at).toEqual(order.created_at)
    for (const [index, step] of story.entries()) {
      expect(step.from_status).toBe(story[index - 1]?.to_status ?? null)
      expect(step.at.getTime()).toBeGreaterThanOrEqual(story[index - 1]?.at.getTime() ?? 0)
      expect(step.at.getTime()).toBeLessThan(now.getTime())
      if (step.from_status !== null && step.from_status !== step.to_status) {
        expect(nextStatus(step.from_status, step.event as OrderEvent, step.actor_type), `${step.event} from ${step.from_status}`).toBe(
          step.to_status,
        )
      }
    }
  }
})

test('drivers and customers have served as many orders as can be looked up', async () => {
  const served = `(select count(*) from orders o where o.service_status = 501 and o.tenant_id = p.tenant_id and`
  expect(await rowsOf(`select driver_no from drivers p where order_count <> ${served} o.driver_id = p.driver_id)`)).toEqual([])
  expect(await rowsOf(`select phone from customers p where order_count <> ${served} o.customer_id = p.customer_id)`)).toEqual([])
})

test('new orders go on after the numbers of the history', async () => {
  const [next] = await rowsOf<{ id: string; order: string; booking: string }>(
    `select nextval(pg_get_serial_sequence('orders', 'order_id')) as id, nextval('order_numbers') as order, nextval('booking_numbers') as booking`,
  )
  const [last] = await rowsOf<{ id: string; order: string; booking: string }>(
    `select max(order_id) as id, max(substr(order_no, 8, 7))::bigint as order, (select max(substr(booking_no, 8))::bigint from bookings) as booking from orders`,
  )
  expect(Number(next!.id)).toBeGreaterThan(Number(last!.id))
  expect(Number(next!.order)).toBeGreaterThan(Number(last!.order))
  expect(Number(next!.booking)).toBeGreaterThan(Number(last!.booking))
})

test('places are found by name, pinyin and initials, within reach of their city', async () => {
  const [station] = await rowsOf<{ searched: string }>(`select searched from own_places where name = '杭州东站'`)
  expect(station!.searched).toContain('\n杭州东站\nhangzhoudongzhan\nhzdz\n')
  const cities = await rowsOf<{ places: number; far: number }>(
    `select count(*)::int as places, count(*) filter (where abs(p.lat - c.lat) > 0.27 or abs(p.lng - c.lng) > 0.31)::int as far from own_places p join cities c using (city_id) group by city_id`,
  )
  expect(cities).toHaveLength(4)
  for (const city of cities) {
    expect(city.places).toBeGreaterThanOrEqual(50)
    expect(city.far).toBe(0)
  }
})

test('where drivers meet customers is learned from the history, at the doors of stations', async () => {
  const db = connect(await runtimeUrls(world.ownerUrl))
  try {
    await learnPickups({ db })
    const { rows } = await client.query<{ trips: number; doors: number }>(
      `select sum(l.trips)::int as trips, sum(l.trips) filter (where exists (select from jsonb_to_recordset(p.entrances) as d (lat float8, lng float8)
         where abs(d.lat - l.lat) < 0.0003 and abs(d.lng - l.lng) < 0.0003))::int as doors
       from learned_pickups l join own_places p on p.tenant_id = l.tenant_id and p.name = '杭州东站' and l.address like '杭州东站%'`,
    )
    expect(rows[0]!.trips).toBeGreaterThan(0)
    expect(rows[0]!.doors).toBe(rows[0]!.trips)
  } finally {
    await db.close()
  }
})

test('a database that has a tenant is left alone', async () => {
  const before = await checksums(client)
  expect(await seedDemo({ ...small, ownerUrl: world.ownerUrl })).toEqual({ seeded: false })
  expect(await checksums(client)).toEqual(before)
})

test('a start that wants no demo refuses the demo world, also one from before it was marked', async () => {
  const { platform } = await runtimeUrls(world.ownerUrl)
  await expect(settleInstallation(platform, 'OFF')).rejects.toThrow('holds the demo world, whose passwords')
  expect(await settleInstallation(platform, 'IF_NEW')).toBe('DEMO')
  const owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
  await owner.query('delete from installation')
  await expect(settleInstallation(platform, 'OFF')).rejects.toThrow('holds the demo world, whose passwords')
  expect(await settleInstallation(platform, 'IF_NEW')).toBe('DEMO')
  expect((await owner.query('select kind from installation')).rows).toEqual([{ kind: 'DEMO' }])
  await owner.end()
})

test('a real installation stays one, and nobody who serves requests can say otherwise', async () => {
  const database = await empty()
  const { platform } = await runtimeUrls(database.ownerUrl)
  expect(await settleInstallation(platform, 'OFF')).toBe('REAL')
  expect(await settleInstallation(platform, 'IF_NEW')).toBe('REAL')
  await expect(settleInstallation(platform, 'ON')).rejects.toThrow('never becomes a demo')
  await expect(seedDemo({ ...small, ownerUrl: database.ownerUrl })).rejects.toThrow('real installation')
  const serving = await connected(platform)
  await expect(serving.query(`update installation set kind = 'DEMO'`)).rejects.toThrow('permission denied')
  await expect(serving.query('delete from installation')).rejects.toThrow('permission denied')
  // Tenants without a mark: made by a program from before there was one.
  const unmarked = await empty()
  const making = await connected(unmarked.ownerUrl)
  await making.query(`insert into tenants (name, brand_name) values ('归航代驾服务有限公司', '归航代驾')`)
  expect(await settleInstallation((await runtimeUrls(unmarked.ownerUrl)).platform, 'IF_NEW')).toBe('REAL')
  await Promise.all([serving.end(), making.end()])
})

test('a first start that was cut off leaves nothing behind, and the next one makes the world', async () => {
  const database = await empty()
  const watcher = await connected(database.ownerUrl)
  const seeding = seedDemo({ ...small, orders: 4_000, customers: 2_000, drivers: 300, ownerUrl: database.ownerUrl }).then(
    () => 'finished',
    () => 'cut off',
  )
  await expect
    .poll(
      async () =>
        (
          await asAdministrator(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query ilike '%orders%' and pid <> pg_backend_pid()`,
            [database.name],
          )
        ).rowCount,
      { interval: 5, timeout: 20_000 },
    )
    .toBeGreaterThan(0)
  expect(await seeding).toBe('cut off')
  expect((await watcher.query('select from tenants')).rowCount).toBe(0)
  expect(await seedDemo({ ...small, ownerUrl: database.ownerUrl })).toEqual({ seeded: true })
  expect((await watcher.query('select from tenants')).rowCount).toBe(2)
  await watcher.end()
})

test('a first start that was cut off while people dealt with withdrawals, or between two pictures, is gone on with, and what is there is not done twice', async () => {
  const database = await empty()
  const owner = await connected(database.ownerUrl)
  const standing = async () =>
    (await owner.query<{ state: number; n: number }>('select state, count(*)::int as n from withdrawals group by 1 order by 1')).rows
  await seedDemo({ ...small, acts: false, ownerUrl: database.ownerUrl })
  expect(await standing()).toEqual([])
  const goOn = async () => {
    await owner.query('update installation set complete = false')
    expect(await seedDemo({ ...small, ownerUrl: database.ownerUrl })).toEqual({ seeded: false })
    return standing()
  }
  const whole = await goOn()
  expect(whole.map(({ state }) => state)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90])
  const pictures = async () =>
    (await owner.query('select order_id, kind, count(*)::int as n from order_files group by 1, 2 order by 1, 2')).rows
  const wall = await pictures()
  // Cut off between two pictures: the ones that were made stay, the others come.
  await owner.query('delete from order_photo_bands where file_id in (select file_id from order_files order by file_id offset 2)')
  await owner.query('delete from order_file_events where file_id in (select file_id from order_files order by file_id offset 2)')
  await owner.query('delete from order_files where file_id in (select file_id from order_files order by file_id offset 2)')
  expect(await pictures()).toHaveLength(2)
  expect(await goOn()).toEqual(whole)
  expect(await pictures()).toEqual(wall)
  expect(wall.every(({ n }: { n: number }) => n === 1)).toBe(true)
  await owner.end()
})

test('drivers were examined: some passed, some at a later try, some failed and one is at it; another exam is being written', async () => {
  const held = await rowsOf<{ name: string; published: boolean; questions: number; state: string | null; n: number; days: number }>(
    `select g.name, g.published, (select count(*)::int from exam_questions q where q.tenant_id = g.tenant_id and q.exam_group_id = g.exam_group_id) as questions,
       a.state, count(a.*)::int as n, count(distinct a.started_at::date)::int as days
     from exam_groups g left join exam_attempts a using (tenant_id, exam_group_id) where g.version = (select max(version) from exam_groups l
       where l.tenant_id = g.tenant_id and l.exam_group_id = g.exam_group_id) group by g.tenant_id, g.exam_group_id, g.version, g.name, g.published, a.state order by 1, 4`,
  )
  const of = (state: string | null, n: number) => expect.objectContaining({ state, n, published: true, questions: 10 })
  expect(held).toEqual([
    of('FAILED', 5),
    of('OPEN', 1),
    of('PASSED', 11),
    expect.objectContaining({ published: false, questions: 2, state: null, n: 0 }),
  ])
  expect(held[2]!.days).toBeGreaterThan(8)
  const odd = await countOf(
    `exam_attempts where started_at > now() or submitted_at < started_at or submitted_at > ends_at or (state = 'PASSED' and valid_until < now() + interval '300 days')`,
  )
  expect(odd).toBe(0)
})

test('rights of partners were granted to customers of both businesses by the call of the screen', async () => {
  const granted = await rowsOf<{ tenant: string; n: number; logged: number }>(
    `select g.tenant_id::text as tenant, count(*)::int as n,
       (select count(*)::int from operation_logs l where l.tenant_id = g.tenant_id and l.object = 'right') as logged
     from right_grants g where g.way = 'HAND' group by g.tenant_id order by 1`,
  )
  expect(granted.map(({ tenant }) => tenant)).toEqual(['1', '2'])
  for (const { n, logged } of granted) {
    expect(n).toBeGreaterThan(5)
    expect(logged).toBeGreaterThan(0)
  }
})

test('the books open sound: what drivers earned lately is owed to them, and open bills are claims', async () => {
  const db = connect(await runtimeUrls(world.ownerUrl))
  const health = await checkLedger(db)
  await db.close()
  expect(health.checked.filter(({ findings }) => findings.length > 0)).toEqual([])
  expect(health.entries).toBeGreaterThan(0)
  const [owed] = await rowsOf<{ drivers: number }>(
    `select count(*)::int as drivers from ledger_accounts where kind = 'DRIVER_AVAILABLE' and balance_fen > 0`,
  )
  expect(owed!.drivers).toBeGreaterThan(5)
  const open = await rowsOf<{ tenant: string; fen: string }>(
    `select tenant_id::text as tenant, sum(total_fen)::text as fen from orders where pay_status = 10 and total_fen > 0 group by 1 order by 1`,
  )
  expect(
    await rowsOf(
      `select tenant_id::text as tenant, balance_fen::text as fen from ledger_accounts where kind = 'CUSTOMER_RECEIVABLE' and balance_fen > 0 order by 1`,
    ),
  ).toEqual(open)
})

test('withdrawals stand in every state that needs no channel of its own, as people and drivers brought them there', async () => {
  const states = await rowsOf<{ state: number }>('select distinct state from withdrawals order by 1')
  expect(states.map(({ state }) => state)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90])
  expect(await rowsOf('select from payout_bank_lines')).not.toEqual([])
  expect(await rowsOf(`select from sessions`)).toEqual([])
})

test('drivers are insured, told what is new, and have had accidents that somebody reports and follows', async () => {
  expect(await countOf('bulletins')).toBe(2)
  expect(await countOf('driver_insurances')).toBe(12)
  expect(await countOf(`driver_insurances where valid_until < now() + interval '10 days'`)).toBe(2)
  expect(await rowsOf('select state, created_by is null as own from driver_claims order by driver_claim_id')).toEqual([
    { state: 'FILED', own: false },
    { state: 'REPORTED', own: true },
  ])
})

test('the latest trips have pictures for the wall, small enough to scroll through', async () => {
  const [shown] = await rowsOf<{ pictures: number; trips: number; prints: number; largest: number }>(
    `select count(*)::int as pictures, count(distinct order_id)::int as trips, count(print)::int as prints, max(t.bytes)::int as largest
     from order_files f join files t on t.tenant_id = f.tenant_id and t.file_id = f.thumb_id`,
  )
  expect(shown!.trips).toBeGreaterThan(2)
  expect(shown!.pictures).toBe(shown!.prints)
  expect(shown!.pictures).toBeGreaterThanOrEqual(shown!.trips * 3)
  expect(shown!.largest).toBeLessThanOrEqual(20_000)
})

test('a city at night, a channel and a city in batches look for drivers in their own way, a team goes first, and an airport has its queue', async () => {
  const settings = await rowsOf<{ city: string; channel: string | null; mode: string; from: number | null }>(
    `select c.name as city, h.name as channel, s.params ->> 'mode' as mode, s.from_minute as from from dispatch_settings s
     join cities c using (city_id) left join channels h on h.tenant_id = s.tenant_id and h.channel_id = s.channel_id order by setting_id`,
  )
  expect(settings).toEqual([
    { city: '杭州', channel: null, mode: 'NEAREST', from: 1_320 },
    { city: '上海', channel: '悦程出行', mode: 'NEAREST', from: null },
    { city: '成都', channel: null, mode: 'BATCH', from: null },
  ])
  expect(await countOf('order_team_members m join drivers d using (tenant_id, driver_id) where d.city_id = 330100')).toBeGreaterThan(3)
  expect(await countOf(`order_teams where type = 'POI_QUEUE' and fence -> 'type' = '"Polygon"'`)).toBe(1)
})
