import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAdministrator } from '../harness/fresh-database.ts'
import { addDriver, HANGZHOU, makeWorld, SHANGHAI, type World } from '../world.ts'
import { wholeTenant } from '#platform/database/scope'
import { refuse, whenRefused } from '#platform/http/implement'
import type { TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const role = (name: string) => ({ tenant_id: world.tenantA, name })
const rolesCalled = async (name: string) => (await world.owner.query(`select from roles where name = $1`, [name])).rowCount

test('a statement that goes out with the commit and fails undoes what came before it, and the next work is not the worse for it', async () => {
  const { db } = world.app.platform
  const work = db.write(wholeTenant(world.tenantA), async (tx, last) => {
    await tx.insertInto('roles').values(role('夜班')).execute()
    last(tx.insertInto('roles').values(role('夜班')))
    return 'done'
  })
  await expect(work).rejects.toThrow('duplicate key')
  expect(await rolesCalled('夜班')).toBe(0)
  await db.write(wholeTenant(world.tenantA), async (tx, last) => last(tx.insertInto('roles').values(role('夜班'))))
  expect(await rolesCalled('夜班')).toBe(1)
})

test('statements side by side are of one transaction: when one fails, none of them is kept', async () => {
  const work = world.app.platform.db.write(wholeTenant(world.tenantA), (tx) =>
    Promise.all(['早班', '中班', '早班', '晚班'].map((name) => tx.insertInto('roles').values(role(name)).execute())),
  )
  await expect(work).rejects.toThrow('duplicate key')
  expect([await rolesCalled('早班'), await rolesCalled('中班'), await rolesCalled('晚班')]).toEqual([0, 0, 0])
})

test('what goes on after its work was refused reaches no other work: it fails and leaves nothing', async () => {
  const { db } = world.app.platform
  const scope = wholeTenant(world.tenantA)
  const other = Promise.withResolvers<void>()
  let late: Promise<unknown> = Promise.resolve()
  const refused = db.write(scope, (tx) => {
    const goesOn = async () => {
      await tx.selectFrom('roles').select('role_id').execute()
      await other.promise
      await tx.insertInto('roles').values(role('幽灵')).execute()
    }
    const fails = async () => {
      await tx.selectFrom('roles').select('role_id').execute()
      throw new Error('refused')
    }
    late = goesOn()
    return Promise.all([late, fails()])
  })
  await expect(refused).rejects.toThrow('refused')
  // The connection that was given back is the one the next work takes.
  await db.write(scope, async (tx) => {
    await tx.selectFrom('roles').select('role_id').execute()
    other.resolve()
    await expect(late).rejects.toThrow('The transaction is over')
  })
  expect(await rolesCalled('幽灵')).toBe(0)
})

test('a handle is of no use once its work is done, and a statement still waiting for a connection then gives it back', async () => {
  const { db } = world.app.platform
  const scope = wholeTenant(world.tenantA)
  const kept = await db.write(scope, async (tx) => {
    await tx.selectFrom('roles').select('role_id').execute()
    return { tx }
  })
  await expect(kept.tx.selectFrom('roles').select('role_id').execute()).rejects.toThrow('The transaction is over')
  const taken = await Promise.all(Array.from({ length: db.runtime.options.max }, () => db.runtime.connect()))
  let late: Promise<unknown> = Promise.resolve()
  const refused = db.write(scope, async (tx) => {
    late = tx.insertInto('roles').values(role('迟到')).execute()
    late.catch(() => {})
    await expect.poll(() => db.runtime.waitingCount).toBe(1)
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  for (const connection of taken) connection.release()
  await expect(late).rejects.toThrow('The transaction is over')
  expect(db.runtime.totalCount).toBe(db.runtime.idleCount)
  expect(await rolesCalled('迟到')).toBe(0)
})

test('a refusal takes back all that the work wrote, also what was to go with the commit; what is answered without one stays', async () => {
  const { db } = world.app.platform
  const scope = wholeTenant(world.tenantA)
  const refused = db.write(scope, async (tx, last) => {
    await tx.insertInto('roles').values(role('半途')).execute()
    last(tx.insertInto('roles').values(role('收尾')))
    return refuse('order.versionConflict')
  })
  await expect(refused).rejects.toThrow('order.versionConflict')
  const platform = db.acrossTenants(async (tx) => {
    await tx.insertInto('roles').values(role('半途')).execute()
    return refuse('order.versionConflict')
  })
  expect(await platform.catch(whenRefused(({ failure }) => failure))).toBe('order.versionConflict')
  expect([await rolesCalled('半途'), await rolesCalled('收尾')]).toEqual([0, 0])
  const counted = await db.write(scope, async (tx) => {
    await tx.insertInto('roles').values(role('记一次')).execute()
    return { refusal: 'session.badCode' }
  })
  expect(counted).toEqual({ refusal: 'session.badCode' })
  expect(await rolesCalled('记一次')).toBe(1)
})

const citiesSeen = async (tx: TenantTx) =>
  (await tx.selectFrom('drivers').select('city_id').distinct().orderBy('city_id').execute()).map((row) => row.city_id)

test('two handles on a transaction each see what is theirs, also side by side, after a failure and after a savepoint is gone back to', async () => {
  await addDriver(world, { cityId: HANGZHOU })
  await addDriver(world, { cityId: SHANGHAI })
  const everywhere = [SHANGHAI, HANGZHOU]
  await world.app.platform.db.write({ ...wholeTenant(world.tenantA), cities: [HANGZHOU] }, async (tx) => {
    const all = whole(tx)
    expect(await Promise.all([citiesSeen(tx), citiesSeen(all), citiesSeen(tx), citiesSeen(whole(all))])).toEqual([
      [HANGZHOU],
      everywhere,
      [HANGZHOU],
      everywhere,
    ])
    await sql`savepoint try`.execute(tx)
    expect(await citiesSeen(all)).toEqual(everywhere)
    await sql`rollback to savepoint try`.execute(tx)
    expect(await citiesSeen(all)).toEqual(everywhere)
    await expect(sql`select 1 / 0`.execute(all)).rejects.toThrow('division by zero')
    await sql`rollback to savepoint try`.execute(all)
    expect(await citiesSeen(tx)).toEqual([HANGZHOU])
    expect(await citiesSeen(all)).toEqual(everywhere)
  })
  await world.app.platform.db.write({ ...wholeTenant(world.tenantA), cities: [] }, async (tx) => {
    expect([await citiesSeen(tx), await citiesSeen(whole(tx)), await citiesSeen(tx)]).toEqual([[], everywhere, []])
  })
})

test('work in which a statement failed is never answered as done, even when the failure was caught', async () => {
  const work = world.app.platform.db.write(wholeTenant(world.tenantA), async (tx) => {
    await tx.insertInto('roles').values(role('值班')).execute()
    await tx
      .insertInto('roles')
      .values(role('值班'))
      .execute()
      .catch(() => {})
    return 'done'
  })
  await expect(work).rejects.toThrow('rolled back')
  expect(await rolesCalled('值班')).toBe(0)
})

test('a connection that the database ends in the middle of work fails that work and not the server', async () => {
  const { db } = world.app.platform
  const work = db.write(wholeTenant(world.tenantA), async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await asAdministrator('select pg_terminate_backend($1)', [rows[0]!.pid])
    // While nothing is asked of it, nobody but the connection itself can tell that it has gone.
    await new Promise((resolve) => setTimeout(resolve, 200))
    return tx.selectFrom('roles').select('role_id').execute()
  })
  await expect(work).rejects.toThrow()
  expect(await db.write(wholeTenant(world.tenantA), async () => 'done')).toBe('done')
  expect(await db.reader(wholeTenant(world.tenantA)).selectFrom('tenants').select('tenant_id').execute()).toHaveLength(1)
})

test('a statement, a wait for a lock and a transaction that is forgotten open have their limits, whoever serves requests', async () => {
  const { db } = world.app.platform
  const limits = `select string_agg(name || ' ' || setting, ', ' order by name) as all from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`
  for (const { pool } of db.pools)
    expect((await pool.query<{ all: string }>(limits)).rows).toEqual([
      { all: 'idle_in_transaction_session_timeout 20000, lock_timeout 12000, statement_timeout 18000' },
    ])
})
