import { addDriver, addOrder, HANGZHOU, makeWorld, type World } from '../world.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removedSoFar, removeOld } from '#platform/upkeep/retention.job'
import { retention } from '#platform/upkeep/retention'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const faults: unknown[] = []
const round = (asOf?: Date, step?: number) =>
  removeOld(world.app.platform, { ...(asOf && { asOf }), ...(step && { step }), onError: (error) => faults.push(error) })
const countOf = async (table: string) => (await world.owner.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n

test('every table of the database says how long its rows are kept, and why', async () => {
  const { rows } = await world.owner.query<{ name: string }>(
    `select case nspname when 'public' then relname else nspname || '.' || relname end as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where nspname in ('public', 'private') and relkind in ('r', 'p') and not relispartition order by name`,
  )
  expect(Object.keys(retention).sort()).toEqual(rows.map(({ name }) => name).sort())
})

test('what the job removes is found by an index', async () => {
  for (const [table, kept] of Object.entries(retention)) {
    if (!('days' in kept)) continue
    const { rows } = await world.owner.query<{ first: string }>(
      `select a.attname as first from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where i.indrelid = $1::regclass and i.indisvalid`,
      [table],
    )
    expect(
      rows.map(({ first }) => first),
      table,
    ).toContain(kept.since)
  }
})

test('after its time a row goes and one a day younger stays; what is open, and a message that never went out, stay', async () => {
  const { owner, tenantA } = world
  const { orderId, bookingId } = await addOrder(world)
  const driverId = await addDriver(world)
  const both = (text: string) => Promise.all([0, -1].map((days) => owner.query(text, [`${days} days`])))
  await both(
    `insert into idempotency_keys (tenant_id, actor, key, call, body_hash, created_at) values (${tenantA}, 'user:1', 'k' || $1, 'c', '', now() + $1::interval)`,
  )
  await both(`insert into offers (tenant_id, search_id, booking_id, order_id, round, driver_id, sent_at, expires_at, result, distance_m, eta_s)
    values (${tenantA}, 1, ${bookingId}, ${orderId}, 1, ${driverId}, now() + $1::interval, now(), 'EXPIRED', 1, 1)`)
  await both(`insert into sign_in_failures (account, ip, at) values ('a', 'i', now() + $1::interval)`)
  await both(
    `insert into sms_outbox (tenant_id, phone, purpose, body, created_at, send_before) values (${tenantA}, '1', 'DRIVER_CODE', 'b', now() + $1::interval, now())`,
  )
  await owner.query(
    `insert into sms_outbox (tenant_id, phone, purpose, body, send_before) values (${tenantA}, '1', 'ORDER_DRIVER', 'b', now())`,
  )
  await owner.query(
    `insert into dispatch_searches (tenant_id, booking_id, city_id, params, ends_at) values (${tenantA}, ${bookingId}, ${HANGZHOU}, '{}', now())`,
  )
  await owner.query(
    `insert into dispatch_searches (tenant_id, booking_id, city_id, params, ends_at, state, ended_at) values (${tenantA}, ${bookingId}, ${HANGZHOU}, '{}', now(), 'FOUND', now())`,
  )
  await owner.query(`update sessions set ended_at = now() where user_id = $1`, [world.people.nowhere.userId])
  const sessions = await countOf('sessions')

  await round(inDays(6.5))
  expect(await countOf('sign_in_failures')).toBe(1)
  expect(await countOf('idempotency_keys')).toBe(1)
  await round(inDays(29.5))
  expect(await countOf('sms_outbox')).toBe(2)
  await round(inDays(179.5))
  expect(await countOf('offers')).toBe(1)
  expect(await countOf('sessions')).toBe(sessions - 1)
  await round(inDays(400))
  expect(await countOf('sms_outbox')).toBe(1)
  expect(await countOf('offers')).toBe(0)
  expect((await owner.query('select state from dispatch_searches')).rows).toEqual([{ state: 'OPEN' }])
  expect(await countOf('orders')).toBe(1)
  expect(faults).toEqual([])
})

test('many rows go in small steps, and the metrics say how many', async () => {
  await world.owner.query(`insert into sign_in_failures (account, ip) select 'crowd', 'i' from generate_series(1, 25)`)
  const before = removedSoFar().get('sign_in_failures') ?? 0
  const steps = (await round(inDays(8), 10)).filter(({ table }) => table === 'sign_in_failures')
  expect(steps.map(({ rows }) => rows)).toEqual([10, 10, 5])
  expect(removedSoFar().get('sign_in_failures')).toBe(before + 25)
  const metrics = await world.app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(metrics.body).toMatch(/chauffeur_retention_removed_total\{table="sign_in_failures"\} \d+/)
})

test('a table that cannot be cleared does not hold up the others, and the jobs say which it is', async () => {
  await world.owner.query(`create function stuck() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
    create trigger stuck before delete on cancel_quotes for each row execute function stuck();
    insert into cancel_quotes (tenant_id, order_id, order_version, rule, verdict, fee_fen, actor, valid_until) values (1, 1, 1, 'R1', 'NO_FAULT', 0, 'a', now());
    insert into sign_in_failures (account, ip) values ('last', 'i')`)
  await round(inDays(40))
  expect(faults.splice(0)).toHaveLength(1)
  expect(await countOf('sign_in_failures')).toBe(0)
  expect(world.app.platform.ticks.states().find(({ name }) => name === 'retention.cancel_quotes')).toMatchObject({ lastError: 'stuck' })
  await world.owner.query('drop trigger stuck on cancel_quotes')
})

test('months of the operation log go whole, never one of the last six, and the coming ones are there', async () => {
  const { owner } = world
  const months = async () =>
    (
      await owner.query<{ name: string }>(
        `select relname as name from pg_class where relname ~ '^operation_logs_[0-9]{6}$' and relispartition order by relname`,
      )
    ).rows.map(({ name }) => name)
  await owner.query(`insert into operation_logs (tenant_id, at, actor_type, call)
    select 1, now() - make_interval(months => m), 'OPERATOR', 'order.list' from generate_series(0, 20) m`)
  await round(inDays(95))
  expect(faults).toEqual([])
  const kept = await months()
  expect(await countOf('operation_logs_rest')).toBe(0)
  expect((await owner.query(`select from operation_logs where at < date_trunc('month', now()) - interval '12 months'`)).rowCount).toBe(0)
  expect((await owner.query(`select from operation_logs where at < now() - interval '11 months'`)).rowCount).toBeGreaterThan(0)
  expect(kept.length).toBeGreaterThanOrEqual(13 + 5)
  await world.app.platform.db.platform.query('select drop_operation_logs(0)')
  expect((await months()).length).toBe(kept.length - 1)
  for (let dropped: unknown = ''; dropped !== null; )
    dropped = (await world.app.platform.db.platform.query<{ d: string | null }>('select drop_operation_logs(0) as d')).rows[0]!.d
  expect((await owner.query(`select from operation_logs where at > now() - interval '6 months'`)).rowCount).toBeGreaterThanOrEqual(6)
  await expect(world.app.platform.db.runtime.query('select drop_operation_logs(12)')).rejects.toThrow('permission denied')
})
