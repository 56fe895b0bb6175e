import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authoritiesOf, authorityNames } from '@chauffeur/contract/authorities'
import { databaseOf, lendRoles } from '#test/harness/plain-owner'
import { freshDatabase } from '#test/harness/fresh-database'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { checkExistingPostgres } from '../../runtime/existing-postgres.ts'
import { migrate, migrateAtStart, missingMigrations } from './migrate.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url).pathname
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function emptyDatabase(attributes?: string) {
  const database = await databaseOf(attributes)
  ends.push(database.drop)
  return database
}
async function migratedDatabase() {
  const database = await freshDatabase()
  ends.push(database.drop)
  return database
}
async function connected(url: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  ends.push(() => client.end())
  return client
}

/** Applies the product's own files from one to another as an earlier release did: as an owner who is in no role. */
async function applyAsBefore(client: pg.Client, after: string, upTo: string) {
  await client.query(
    'create schema if not exists private; create table if not exists private.migrations (name text primary key, sha256 text not null, at timestamptz not null default now())',
  )
  for (const name of readdirSync(FOLDER).sort()) {
    if (name.slice(0, 14) <= after || name.slice(0, 14) > upTo) continue
    const text = readFileSync(FOLDER + name, 'utf8')
    await client.query(`begin; ${text}; commit`)
    await client.query('insert into private.migrations (name, sha256) values ($1, $2)', [
      name,
      createHash('sha256').update(text).digest('hex'),
    ])
  }
}

test('an owner without superuser and bypassrls upgrades a database whose data earlier releases could not see', async () => {
  const { owner, url, administrator: all } = await emptyDatabase()
  await lendRoles(owner)
  const earlier = await connected(url)
  await applyAsBefore(earlier, '', '20261121000310')
  await all.query(`insert into cities (city_id, name, pinyin, lat, lng) values (330100, '杭州市', 'hangzhou', 30, 120);
    insert into tenants (name, brand_name) values ('甲', '甲');
    insert into roles (tenant_id, name, administrator) values (1, '租户管理员', true), (1, '客服', false);
    insert into functions (code, name, name_en, area, system_id) select 'order.view', '订单', 'Orders', 'order', system_id from systems;
    insert into role_functions (tenant_id, role_id, function_code) values (1, 1, 'order.view');
    insert into customers (tenant_id, phone, name, city_id) values (1, '13800000000', '客', 330100);
    insert into bookings (tenant_id, booking_no, source, city_id, customer_id, caller_phone, contact_phone, driver_count) values (1, 'B1', 'CALL_CENTRE', 330100, 1, '1', '1', 1)`)
  await applyAsBefore(earlier, '20261121000310', '20261122000301')
  expect((await all.query('select from cancel_rules')).rowCount).toBe(0)
  await all.query(`insert into orders (tenant_id, order_no, booking_id, service_status, source, city_id, customer_id, customer_name, contact_phone, pickup_address, pickup_lat, pickup_lng, cancel_rule, cancelled_at)
      values (1, 'D1', 1, 403, 'CALL_CENTRE', 330100, 1, '客', '1', '家', 30, 120, 'R4', now());
    insert into weather_rules (tenant_id, city_id, name, flat_fen, enabled, active_from, active_to) values (1, 330100, '雨', 500, false, now(), now() + interval '1 day');
    insert into right_configs (tenant_id, right_no, name, cover, valid_from, valid_to, per_user_times) values (1, 'R', '权益', '{}', now(), now() + interval '1 year', 1);
    insert into right_grants (tenant_id, right_id, customer_id, times) values (1, 1, 1, 7)`)
  await applyAsBefore(earlier, '20261122000301', '20261122000940')
  await all.query(`update orders set cancel_hidden_until = cancelled_at + interval '1 hour'`)
  await applyAsBefore(earlier, '20261122000940', '20261122000970')
  expect((await all.query('select from orders where cancel_case is not null or cancel_hide_s > 0')).rowCount).toBe(0)

  await migrate(url)
  const { rows } = await all.query(`select
    (select count(*)::int from cancel_rules) as rules,
    (select driver_penalty_fen from cancel_rules where code = 'R8') as penalty,
    (select counts_to_rate from cancel_rules where code = 'R3') as counts,
    (select cancel_case ->> 'stage' from orders) as stage,
    (select cancel_hide_s from orders) as hide,
    (select closed_at is not null from weather_rules) as closed,
    (select per_user_times from right_configs) as times,
    (select count(*)::int from role_functions where role_id = 1) as administrators,
    (select count(*)::int from role_functions where role_id <> 1) as others`)
  expect(rows[0]).toEqual({
    rules: 10,
    penalty: 1000,
    counts: true,
    stage: 'ACCEPTED',
    hide: 3600,
    closed: true,
    times: 7,
    administrators: Object.keys(authorityNames).length,
    others: authoritiesOf('客服').filter((code) => code !== 'order.view').length,
  })
  expect(await migrate(url)).toEqual({ applied: [] })
  expect(await missingMigrations(url)).toEqual([])
})

test('an older process that starts after a newer one takes no function and nothing that a role was given', async () => {
  const { ownerUrl } = await migratedDatabase()
  const owner = await connected(ownerUrl)
  await owner.query(`insert into tenants (name, brand_name) values ('甲', '甲');
    insert into roles (tenant_id, name) values (1, '调度');
    insert into functions (code, name, name_en, area, system_id) select 'future.fly', '飞', 'Fly', 'future', system_id from systems;
    insert into role_functions (tenant_id, role_id, function_code) values (1, 1, 'future.fly');
    update functions set name = '旧名' where code = 'order.view'`)
  await migrate(ownerUrl)
  expect((await owner.query(`select from role_functions where function_code = 'future.fly'`)).rowCount).toBe(1)
  expect((await owner.query(`select name from functions where code = 'order.view'`)).rows[0].name).toBe(authorityNames['order.view'].zh)
})

test('a screen and an authority that are new come to every tenant once, and what an administrator takes away stays away', async () => {
  const { ownerUrl } = await migratedDatabase()
  const owner = await connected(ownerUrl)
  await owner.query(`insert into tenants (name, brand_name) values ('甲', '甲'), ('乙', '乙'), ('丙', '丙');
    insert into menus (tenant_id, menu_id, parent_id, name, url) values
      (1, 101, null, '单据', ''), (1, 102, 101, '全部订单', '/Order/List'),
      (2, 103, null, '复核', '/Order/CancelReview');
    insert into roles (tenant_id, name) values (1, '客服'), (1, '调度'), (2, '财务');
    delete from private.menus_given where url = '/Order/CancelReview';
    delete from functions where code = 'orderReview.decide'`)
  const menus = async () =>
    (
      await owner.query(`select m.tenant_id as tenant, g.name as "group", m.name from menus m left join menus g on g.menu_id = m.parent_id
        where m.url = '/Order/CancelReview' order by 1`)
    ).rows
  const roles = async () =>
    (await owner.query(`select name from role_functions join roles using (tenant_id, role_id) where function_code = 'orderReview.decide'`))
      .rows
  await migrate(ownerUrl)
  expect(await menus()).toEqual([
    { tenant: '1', group: '单据', name: '取消复核' },
    { tenant: '2', group: null, name: '复核' },
    { tenant: '3', group: '订单', name: '取消复核' },
  ])
  expect(await roles()).toEqual([{ name: '客服' }])

  await owner.query(`delete from menus where url = '/Order/CancelReview' and tenant_id = 1; delete from role_functions`)
  await migrate(ownerUrl)
  expect((await menus()).map(({ tenant }) => tenant)).toEqual(['2', '3'])
  expect(await roles()).toEqual([])
})

test('what DATABASE_URL lacks is said in words, with the statement that gives it', async () => {
  const may = await emptyDatabase()
  await lendRoles(may.owner)
  await checkExistingPostgres(may.url)
  const { rows } = await may.administrator.query(
    `select to_regnamespace('chauffeur_trial') as schema, to_regrole('chauffeur_trial') as role`,
  )
  expect(rows[0]).toEqual({ schema: null, role: null })

  const mayNot = await emptyDatabase('nocreaterole')
  await expect(checkExistingPostgres(mayNot.url)).rejects.toThrow(
    `${mayNot.owner} has to be able to make roles (permission denied to create role). As a superuser: alter role ${mayNot.owner} createrole;`,
  )
  await may.administrator.query(`create table stranger (kept int)`)
  await expect(checkExistingPostgres(may.url)).rejects.toThrow('reassign owned by')
})

test('whoever owns the database sees the rows of all tenants, and nobody who serves requests does', async () => {
  const { ownerUrl } = await migratedDatabase()
  const owner = await connected(ownerUrl)
  // The owner's dump is whole because every row is in sight: of each table with row security a policy without condition is theirs.
  const hidden = await owner.query(`select relname from pg_class c where relrowsecurity and relnamespace = 'public'::regnamespace
    and not exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd = '*' and pg_get_expr(p.polqual, p.polrelid) = 'true'
      and p.polroles = array['app_platform'::regrole::oid])`)
  expect(hidden.rows).toEqual([])
  expect(
    (await owner.query(`select from pg_policy where not polpermissive and polroles <> array['app_runtime'::regrole::oid]`)).rowCount,
  ).toBe(0)
  const roles = await owner.query(
    `select rolname from pg_roles where rolname ~ '^app_' and (rolsuper or rolbypassrls or pg_has_role(oid, $1, 'MEMBER'))`,
    [(await owner.query<{ me: string }>('select current_user as me')).rows[0]!.me],
  )
  expect(roles.rows).toEqual([])
})

function filesOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'chauffeur-migrations-'))
  ends.push(async () => rmSync(folder, { recursive: true }))
  for (const name of readdirSync(FOLDER)) writeFileSync(join(folder, name), readFileSync(FOLDER + name))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return `${folder}/`
}

test('a migration lets go of its lock while somebody else holds the table, and is done once they are through', async () => {
  const { ownerUrl } = await migratedDatabase()
  const [reader, other] = [await connected(ownerUrl), await connected(ownerUrl)]
  await reader.query('begin; select count(*) from orders')
  const said: string[] = []
  const migrating = migrate(ownerUrl, {
    folder: filesOf({ '29990101000000_column.sql': 'alter table orders add column tried integer' }),
    log: (line) => said.push(line),
  })
  await expect.poll(() => said.join(), { timeout: 10_000 }).toContain('29990101000000_column.sql waits for a lock')
  // Between two tries nobody queues behind it.
  await other.query('select count(*) from orders')
  await reader.query('rollback')
  expect(await migrating).toEqual({ applied: ['29990101000000_column.sql'] })
})

test('an index is built beside the writers, once by two processes, and again where a build was cut off', async () => {
  const { ownerUrl } = await migratedDatabase()
  const owner = await connected(ownerUrl)
  await owner.query(`create table twice (n int); insert into twice values (1), (1)`)
  await expect(owner.query('create unique index concurrently notices_by_kind on twice (n)')).rejects.toThrow(
    'could not create unique index',
  )
  const folder = filesOf({
    '29990101000000_index.sql': `-- outside a transaction\n-- of it; all\ncreate index concurrently if not exists notices_by_kind on notices (tenant_id, kind);\nalter table notices add constraint kinds check (kind <> ';') not valid;\nalter table notices validate constraint kinds;\n`,
  })
  const done = await Promise.all([migrate(ownerUrl, { folder }), migrate(ownerUrl, { folder })])
  expect(done.flatMap(({ applied }) => applied)).toEqual(['29990101000000_index.sql'])
  const { rows } = await owner.query(
    `select indisvalid as valid, indrelid::regclass::text as on from pg_index where indexrelid = 'notices_by_kind'::regclass`,
  )
  expect(rows).toEqual([{ valid: true, on: 'notices' }])
})

test('three months without a restart: what the log wrote meanwhile lies in its months, and the next start works', async () => {
  const { ownerUrl } = await migratedDatabase()
  const owner = await connected(ownerUrl)
  const inRest = async () => (await owner.query<{ n: number }>('select count(*)::int as n from operation_logs_rest')).rows[0]!.n
  await owner.query(`insert into operation_logs (tenant_id, at, actor_type, call)
    select 1, now() + make_interval(days => d * 10), 'OPERATOR', 'order.list' from generate_series(0, 30) d`)
  const total = 31
  expect(await inRest()).toBeGreaterThan(10)
  const said: string[] = []
  await migrate(ownerUrl, { log: (line) => said.push(line) })
  expect(said).toEqual([])
  expect(await inRest()).toBe(0)
  const { rows } = await owner.query<{ n: number; months: number }>(
    `select count(*)::int as n, count(distinct tableoid)::int as months from operation_logs`,
  )
  expect(rows[0]!.n).toBe(total)
  expect(rows[0]!.months).toBeGreaterThanOrEqual(10)
  // Who serves requests reads them through the log alone.
  const open = await owner.query(
    `select relname from pg_class where relname ~ '^operation_logs_' and relkind = 'r' and has_table_privilege('app_platform', oid, 'select')`,
  )
  expect(open.rows).toEqual([])
  await owner.query(
    `insert into operation_logs (tenant_id, at, actor_type, call) values (1, now() + interval '100 days', 'OPERATOR', 'order.list')`,
  )
  expect(await inRest()).toBe(0)
})

test('with MIGRATE=off a start serves no schema older than the program, and says what to run', async () => {
  const { url, owner } = await emptyDatabase()
  await lendRoles(owner)
  process.env.MIGRATE = 'off'
  try {
    await expect(migrateAtStart(url)).rejects.toThrow('npm run migrate')
    await migrate(url)
    await migrateAtStart(url)
  } finally {
    delete process.env.MIGRATE
  }
})

test('a start migrates past a pooler, at the address that is named for it', async () => {
  const { url, owner } = await emptyDatabase()
  await lendRoles(owner)
  const pooler = new URL(url)
  pooler.port = '1'
  Object.assign(process.env, { DATABASE_URL: pooler.href, DATABASE_DIRECT_URL: url })
  try {
    await migrateAtStart(pooler.href)
    expect(await missingMigrations(url)).toEqual([])
  } finally {
    delete process.env.DATABASE_URL
    delete process.env.DATABASE_DIRECT_URL
  }
})
