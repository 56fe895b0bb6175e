import { setTimeout as sleep } from 'node:timers/promises'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { LIVE_PATH } from '@chauffeur/contract/operations/live'
import { orderCalls } from '@chauffeur/contract/order/list'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runtimeUrls } from '#platform/upkeep/migrate'
import { readinessOf } from '#platform/upkeep/readiness'
import type { App } from '../../src/app.ts'
import { driverAt } from '../drivers.ts'
import { addOrder, makeWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await addOrder(world)
})
afterAll(() => world.close())

async function listening() {
  const app = await world.beside()
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const get = (path: string, token = world.people.all.token) => fetch(`${address}${path}`, { headers: { token } })
  return { app, address, get }
}
const LIST = `${orderCalls.list.path}?pageSize=20`
const outcomeOf = async (response: Response) => [response.status, ((await response.json()) as { code: number }).code]
const readiness = async (app: App) => {
  const response = await app.http.inject({ url: '/readyz' })
  return { status: response.statusCode, ...response.json<{ ok: boolean; why?: string; notes: string[] }>() }
}

/** Somebody has the orders locked, and every request for them waits. */
async function lockOrders() {
  const client = new pg.Client({ connectionString: world.ownerUrl })
  await client.connect()
  await client.query('begin; lock table orders in access exclusive mode')
  return { letGo: () => client.query('rollback').then(() => client.end()) }
}

test('a restart under requests cuts none: who is being served is answered, who comes meanwhile too, streams end in order', async () => {
  const { app, address, get } = await listening()
  const driver = await driverAt(world, 100)
  const stream = (await get(`${LIVE_PATH}?topics=orders`)).body!.getReader()
  const polling = get(`${dispatchCalls.offers.path}?waitS=25`, driver.token)
  const lock = await lockOrders()
  const slow = Array.from({ length: 12 }, () => get(LIST).then(outcomeOf))
  // A crowd that asks again and again, through somebody who looks at /readyz and sends them to the other process when this one is not.
  const other = await listening()
  const cut: unknown[] = []
  const answered = { here: 0, there: 0 }
  let [here, over] = [true, false]
  const looking = (async () => {
    while (here) {
      here = (await get('/readyz')).status === 200
      await sleep(100)
    }
  })()
  const crowd = Array.from({ length: 8 }, async () => {
    while (!over) {
      const at = here ? 'here' : 'there'
      try {
        expect((await (here ? get : other.get)('/healthz')).status).toBe(200)
        answered[at]++
      } catch (error) {
        cut.push(error)
      }
    }
  })
  await sleep(200)
  const closing = app.close({ drain: 1_000, finish: 20_000 })
  const unready = await get('/readyz')
  expect(unready.status).toBe(503)
  expect(await unready.json()).toMatchObject({ ok: false, why: 'the server is stopping' })
  expect(unready.headers.get('connection')).toBe('close')
  expect((await get('/healthz')).status).toBe(200)
  await sleep(1_500)
  await lock.letGo()
  expect(await Promise.all(slow)).toEqual(Array.from({ length: 12 }, () => [200, 0]))
  expect(await outcomeOf(await polling)).toEqual([200, 0])
  for (;;) if ((await stream.read()).done) break
  await closing
  over = true
  await Promise.all([looking, ...crowd])
  expect(cut).toEqual([])
  expect(Math.min(answered.here, answered.there)).toBeGreaterThan(8)
  await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed')
})

test('requests that all wait for a locked table are no reason to be unready', async () => {
  const { app, get } = await listening()
  const lock = await lockOrders()
  const { runtime } = app.platform.db
  const waiting = Array.from({ length: runtime.options.max + 10 }, () => get(LIST).then(outcomeOf, () => 'cut'))
  await expect.poll(() => [runtime.totalCount - runtime.idleCount, runtime.waitingCount > 0]).toEqual([runtime.options.max, true])
  expect(await readiness(app)).toMatchObject({ status: 200, ok: true })
  await lock.letGo()
  await Promise.all(waiting)
  await app.close()
})

test('a database that takes no writes, or is older than the program, is not ready', async () => {
  const { platform } = await runtimeUrls(world.ownerUrl)
  const asked = async () => {
    const made = readinessOf(platform)
    const why = await made.hindrance()
    await made.close()
    return why
  }
  expect(await asked()).toBeNull()
  const { rows } = await world.owner.query<{ name: string; sha256: string }>(
    'delete from private.migrations where name = (select max(name) from private.migrations) returning name, sha256',
  )
  expect(await asked()).toBe(`the database is older than this program: it lacks 1 of its migrations, first ${rows[0]!.name}`)
  await world.owner.query('insert into private.migrations (name, sha256) values ($1, $2)', [rows[0]!.name, rows[0]!.sha256])
  const database = pg.escapeIdentifier(world.owner.database!)
  await world.owner.query(`alter database ${database} set default_transaction_read_only = on`)
  expect(await asked()).toBe('the database takes no writes: it is a standby, or read-only')
  await world.owner.query(`alter database ${database} reset default_transaction_read_only`)
  expect(await asked()).toBeNull()
})

test('two processes without Redis say that each knows a part of the drivers', async () => {
  const one = await world.beside()
  await expect.poll(async () => (await readiness(one)).notes.join(), { timeout: 15_000 }).toMatch(/more server process.*REDIS_URL/)
  expect((await readiness(one)).status).toBe(200)
  const { body } = await one.http.inject({ url: '/metrics' })
  expect(body).toContain('chauffeur_positions_divided 1')
  await one.close()
})
