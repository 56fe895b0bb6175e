import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from './world.ts'
import { wholeTenant } from '#platform/scope'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('work in which a statement failed is never answered as done, even when the failure was caught', async () => {
  const role = (name: string) => ({ tenant_id: world.tenantA, name })
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
  const { rows } = await world.owner.query(`select from roles where name = '值班'`)
  expect(rows).toEqual([])
})
