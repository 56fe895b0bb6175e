import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sms, sendSms } from '#platform/provider/sms'
import { makeWorld, type World } from '../world.ts'
import { killRest, startProcess, stop } from './processes.ts'

let world: World
let gateway: Server
/** What came in, and how to take what is left hanging. */
const asked: { id: string; purpose: Sms['purpose']; response: ServerResponse }[] = []
let hangs: (purpose: string) => boolean = () => false
beforeAll(async () => {
  world = await makeWorld()
  gateway = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { id, purpose } = JSON.parse(text) as { id: string; purpose: Sms['purpose'] }
      asked.push({ id, purpose, response })
      if (!hangs(purpose)) response.end()
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

const startSender = () => startProcess(world.ownerUrl, `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`)
const put = (purpose: Sms['purpose']) =>
  world.app.platform.db.acrossTenants((tx) =>
    sendSms(tx, world.app.platform.vault, { tenantId: world.tenantA, phone: '13900001111', purpose, body: '试', validS: 3_600 }),
  )
const unsent = async () => (await world.owner.query('select from sms_outbox where sent_at is null')).rowCount

test('a code goes out while the gateway leaves reminders hanging; a message whose sender is killed goes out from another process', async () => {
  hangs = (purpose) => purpose === 'ORDER_TEXT'
  const reminder = await put('ORDER_TEXT')
  const first = await startSender()
  await expect.poll(() => asked.map(({ purpose }) => purpose), { timeout: 20_000 }).toEqual(['ORDER_TEXT'])
  await put('DRIVER_CODE')
  await expect.poll(() => asked.map(({ purpose }) => purpose), { timeout: 20_000 }).toEqual(['ORDER_TEXT', 'DRIVER_CODE'])
  await expect.poll(unsent).toBe(1)

  await stop(first, 'SIGKILL')
  hangs = () => false
  const second = await startSender()
  // What the dead one had claimed is let go after a minute, which is over now.
  await world.owner.query('update sms_outbox set due_at = now() where sent_at is null')
  await expect.poll(unsent, { timeout: 30_000 }).toBe(0)
  expect(asked.filter(({ id }) => id === `${world.tenantA}-${reminder}`)).toHaveLength(2)
  expect(asked).toHaveLength(3)
  expect(await stop(second, 'SIGTERM')).toBe(0)
}, 180_000)
