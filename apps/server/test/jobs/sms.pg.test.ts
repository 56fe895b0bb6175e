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

test('a code goes out while the gateway leaves reminders hanging; of two whose sender is killed the code goes out from another process, and the reminder, which the gateway may have, does not go a second time', async () => {
  hangs = (purpose) => purpose === 'ORDER_TEXT'
  const reminder = await put('ORDER_TEXT')
  const first = await startSender()
  await expect.poll(() => asked.map(({ purpose }) => purpose), { timeout: 20_000 }).toEqual(['ORDER_TEXT'])
  await put('DRIVER_CODE')
  await expect.poll(() => asked.map(({ purpose }) => purpose), { timeout: 20_000 }).toEqual(['ORDER_TEXT', 'DRIVER_CODE'])
  await expect.poll(unsent).toBe(1)
  hangs = () => true
  const code = await put('DRIVER_CODE')
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBe(3)

  await stop(first, 'SIGKILL')
  hangs = () => false
  const second = await startSender()
  // What the dead one had claimed is let go after a minute, which is over now.
  await world.owner.query('update sms_outbox set try_at = now() where sent_at is null')
  await expect.poll(unsent, { timeout: 30_000 }).toBe(1)
  const timesOf = (smsId: string) => asked.filter(({ id }) => id === `${world.tenantA}-${smsId}`).length
  const unsure = async () => (await world.owner.query<{ sms_id: string }>('select sms_id from sms_outbox where unsure')).rows
  await expect.poll(unsure, { timeout: 30_000 }).toEqual([{ sms_id: reminder }])
  expect([timesOf(code), timesOf(reminder)]).toEqual([2, 1])
  const { rows } = await world.owner.query('select outcome from sms_attempts where sms_id = $1 order by number', [code])
  expect(rows).toEqual([{ outcome: 'UNSURE' }, { outcome: 'TAKEN' }])
  expect(await stop(second, 'SIGTERM')).toBe(0)
}, 180_000)
