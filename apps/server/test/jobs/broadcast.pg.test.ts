import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillBroadcast } from '../broadcasts.ts'
import { makeWorld, type World } from '../world.ts'
import { killRest, startProcess, stop } from './processes.ts'

const PEOPLE = 500
let world: World
let gateway: Server
/** Every telephone that came in, as often as it did. */
const came = new Map<string, number>()
beforeAll(async () => {
  world = await makeWorld()
  gateway = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { phone } = JSON.parse(text) as { phone: string }
      came.set(phone, (came.get(phone) ?? 0) + 1)
      // So slow that some are always under way when a process is killed.
      setTimeout(() => response.end(), 60)
    })
  })
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  killRest()
  await world.close()
  gateway.closeAllConnections()
  gateway.close()
})

const url = () => `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`
const start = () => startProcess(world.ownerUrl, url())
const states = async () => {
  const { rows } = await world.owner.query<{ state: string; n: number }>(
    'select state, count(*)::int as n from broadcast_recipients group by state',
  )
  return Object.fromEntries(rows.map(({ state, n }) => [state, n])) as Record<string, number>
}

test('processes that send a broadcast are killed in the middle of it: nobody gets it twice, and whose answer was lost is not asked again', async () => {
  const broadcastId = await fillBroadcast(world, world.app.platform, PEOPLE)
  let process = await start()
  for (const mark of [80, 250]) {
    await expect.poll(() => came.size, { timeout: 60_000, interval: 20 }).toBeGreaterThan(mark)
    await stop(process, 'SIGKILL')
    const before = came.size
    await sleep(300)
    // What had been handed over may still arrive; nothing else does without a process.
    expect(came.size - before).toBeLessThanOrEqual(50)
    process = await start()
    // What the dead one had in hand is let go after a minute, which is over now.
    await world.owner.query(`update sms_outbox set try_at = now() where sent_at is null and result is null and try_at > now()`)
  }
  const state = async () =>
    (await world.owner.query<{ state: string }>('select state from broadcasts where broadcast_id = $1', [broadcastId])).rows[0]!.state
  await expect.poll(state, { timeout: 120_000, interval: 200 }).toBe('DONE')
  await stop(process, 'SIGTERM')
  expect([...came].filter(([, times]) => times > 1)).toEqual([])
  const { SENT = 0, UNKNOWN = 0, ...others } = await states()
  expect(others).toEqual({})
  expect(SENT + UNKNOWN).toBe(PEOPLE)
  // At most those that two processes had in hand.
  expect(UNKNOWN).toBeLessThanOrEqual(100)
  expect(came.size).toBeGreaterThanOrEqual(SENT)
  const { rows } = await world.owner.query(
    'select recipients, sent_count as sent, unknown_count as unknown, left_out_count as "leftOut" from broadcasts',
  )
  expect(rows).toEqual([{ recipients: PEOPLE, sent: SENT, unknown: UNKNOWN, leftOut: 0 }])
}, 240_000)
