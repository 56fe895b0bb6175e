import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAdministrator } from './harness/fresh-database.ts'
import { addDriver, HANGZHOU, makeWorld, SHANGHAI, type World } from './world.ts'
import { wholeTenant } from '#platform/scope'
import { withWholeTenant } from '#platform/whole-tenant'

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

test('after a look at the whole tenant a person sees their own part of it again', async () => {
  await addDriver(world, { cityId: HANGZHOU })
  await addDriver(world, { cityId: SHANGHAI })
  const look = (cities: readonly string[]) =>
    world.app.platform.db.write({ ...wholeTenant(world.tenantA), cities }, async (tx) => {
      const seen = async () =>
        (await tx.selectFrom('drivers').select('city_id').distinct().orderBy('city_id').execute()).map((row) => row.city_id)
      return { before: await seen(), meanwhile: await withWholeTenant(tx, () => withWholeTenant(tx, seen)), after: await seen() }
    })
  const whole = [SHANGHAI, HANGZHOU]
  expect(await look([HANGZHOU])).toEqual({ before: [HANGZHOU], meanwhile: whole, after: [HANGZHOU] })
  expect(await look([])).toEqual({ before: [], meanwhile: whole, after: [] })
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
