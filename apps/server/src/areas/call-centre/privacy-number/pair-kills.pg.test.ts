import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runtimeUrls } from '#platform/upkeep/migrate'
import { handedTo, placeCall } from '#test/drivers'
import { type NumbersWorld, numbersWorld } from '#test/numbers/number-service'
import { keepPairs, sweepNumbers } from './index.ts'

const PROGRAM = fileURLToPath(new URL('../../../../test/numbers/pairing-process.ts', import.meta.url))
const [KILLS, ORDERS] = [2, 16]

let of: NumbersWorld
beforeAll(async () => {
  of = await numbersWorld()
})
afterAll(() => of.close())

const states = async () =>
  (await of.world.owner.query<{ state: string; n: number }>('select state, count(*)::int as n from privacy_bindings group by 1 order by 1'))
    .rows
const due = () => of.world.owner.query(`update privacy_bindings set next_at = now() where state <> 'RELEASED'`)

/** Runs a process until the service was asked so often, and kills it while it waits for the answers. */
async function killedAfter(what: 'bind' | 'release', asked: number) {
  const { world, numbers } = of
  const env = { ...process.env, PAIRING: JSON.stringify({ ...(await runtimeUrls(world.ownerUrl)), host: new URL(numbers.url).host }) }
  const child = fork(PROGRAM, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: ['--disable-warning=ExperimentalWarning'] })
  await once(child, 'message')
  const ended = once(child, 'exit')
  const before = numbers.asked.length
  // Done at once, answered late: it dies knowing nothing of what was done.
  numbers.faults.rules = [{ what, delayMs: 400, lost: true }]
  child.send('go')
  await expect.poll(() => numbers.asked.length - before, { timeout: 10_000, interval: 2 }).toBeGreaterThanOrEqual(asked)
  child.kill('SIGKILL')
  await ended
  numbers.faults.rules = []
  await due()
}

test('a process that is killed between asking and writing down leaves one pair an order, and none for ever', async () => {
  const { world, numbers } = of
  for (let n = 0; n < ORDERS; n++) await handedTo(world, (await placeCall(world)).orderId)
  for (let kill = 0; kill < KILLS; kill++) await killedAfter('bind', 3)
  const known = (await states()).find(({ state }) => state === 'BOUND')?.n ?? 0
  expect(numbers.book.pairs.size, 'it was killed in the middle').toBeGreaterThan(known)
  for (let n = 0; n < 3; n++) {
    await due()
    await keepPairs(world.app.platform)
  }
  expect(await states()).toEqual([{ state: 'BOUND', n: ORDERS }])
  expect(numbers.book.pairs.size).toBe(ORDERS)

  await world.owner.query(`update orders set service_status = 403, status_since = now() where service_status = 301`)
  for (let kill = 0; kill < KILLS; kill++) await killedAfter('release', 3)
  for (let n = 0; n < 3; n++) {
    await due()
    await keepPairs(world.app.platform)
  }
  expect(await states()).toEqual([{ state: 'RELEASED', n: ORDERS }])
  expect([numbers.book.pairs.size, await sweepNumbers(world.app.platform, 0)]).toEqual([0, 0])
}, 90_000)
