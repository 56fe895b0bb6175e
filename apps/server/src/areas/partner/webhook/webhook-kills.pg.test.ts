import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runtimeUrls } from '#platform/upkeep/migrate'
import { type PartnerServer, partnerServer } from '#test/partner/partner-server'
import { addOrder, makeWorld, type World } from '#test/world'
import { sendAllDue } from './send.round.ts'

const PROGRAM = fileURLToPath(new URL('../../../../test/partner/webhook-process.ts', import.meta.url))
const [KILLS, ORDERS, EVENTS] = [6, 60, 4]
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let world: World
let server: PartnerServer
beforeAll(async () => {
  world = await makeWorld({ settings: { webhookHosts: ['127.0.0.1'] } })
  server = await partnerServer([(await world.keyOf(world.channel)).secret])
})
afterAll(async () => {
  await server.stop()
  await world.close()
})

test('a process that is killed while it sends leaves nothing unsent and makes nothing happen twice', async () => {
  const { rows } = await world.owner.query<{ callback_id: string }>(
    `insert into channel_callbacks (tenant_id, channel_id, url) values ($1, $2, $3) returning callback_id`,
    [world.tenantA, world.channel, server.url],
  )
  for (let n = 0; n < ORDERS; n++) {
    const { orderId } = await addOrder(world, { channelId: world.channel, status: 501 })
    await world.owner.query(
      `insert into webhook_deliveries (tenant_id, channel_id, callback_id, order_id, seq, type, service_status, pay_status)
       select $1, $2, $3, $4, seq, 'order.accepted', 301, 0 from generate_series(1, $5) seq`,
      [world.tenantA, world.channel, rows[0]!.callback_id, orderId, EVENTS],
    )
  }
  const env = { ...process.env, WEBHOOK_URLS: JSON.stringify(await runtimeUrls(world.ownerUrl)) }
  for (let kill = 0; kill < KILLS; kill++) {
    const child = fork(PROGRAM, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: ['--disable-warning=ExperimentalWarning'] })
    await once(child, 'message')
    const ended = once(child, 'exit')
    const before = server.arrived.length
    child.send('go')
    for (const began = Date.now(); server.arrived.length < before + 7 * (kill + 1) && Date.now() - began < 5_000; ) await after(1)
    child.kill('SIGKILL')
    await ended
    // A claim lapses after a minute.
    await world.owner.query(`update webhook_deliveries set next_attempt_at = now() where state = 'WAITING'`)
  }
  expect(server.arrived.length, 'they were killed in the middle').toBeLessThan(ORDERS * EVENTS + KILLS * 8)
  await sendAllDue(world.app.platform)
  const left = await world.owner.query(`select 1 from webhook_deliveries where state <> 'DELIVERED'`)
  expect(left.rows).toEqual([])
  expect(server.wrong).toEqual([])
  expect(server.effective).toHaveLength(ORDERS * EVENTS)
  for (const orderId of new Set(server.effective.map(({ data }) => data.orderId)))
    expect(server.effective.filter(({ data }) => data.orderId === orderId).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
})
