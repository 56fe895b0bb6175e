import { afterEach, expect, test } from 'vitest'
import { event } from '../src/protocol/codes.ts'
import { password, type Registrar, startRegistrar } from './kamailio.ts'
import { freePort, type Phone, startPhone } from './phone.ts'
import { ackOk, bye, expects, invite, may, sipp, waits } from './sipp.ts'

// Kamailio is the PBX: the account registers there with its password and gets its calls from it.

let registrar: Registrar | undefined
let phone: Phone | undefined
afterEach(async () => {
  await phone?.stop()
  await registrar?.stop()
  phone = undefined
  registrar = undefined
})

const account = (port: number, more: object = {}) => ({
  audio: 'record',
  sip: [{ uri: 'sip:1001@127.0.0.1', server: `127.0.0.1:${port}`, password, expiresS: 60, ...more }],
})
const logged = (words: string) => expect.poll(() => phone?.log.some((line) => line.includes(words))).toBe(true)

test.for(['udp', 'tcp'] as const)('registers over %s with its password, stays registered and leaves when stopped', async (transport) => {
  registrar = await startRegistrar(await freePort(), { grantS: 3 })
  phone = await startPhone(account(registrar.port, { transport }))
  await logged('registered sip:1001')
  const { said } = registrar
  await expect.poll(() => said.filter((line) => line.startsWith(`saved ${transport}`)).length).toBeGreaterThanOrEqual(3)
  await phone.stop()
  phone = undefined
  await expect.poll(() => said.some((line) => line.startsWith('removed'))).toBe(true)
  expect(said.filter((line) => line.startsWith('refused'))).toEqual([])
})

test('a wrong password is told in words, and nothing can be dialled', async () => {
  registrar = await startRegistrar(await freePort())
  phone = await startPhone(account(registrar.port, { password: 'falsch' }))
  await logged('does not register sip:1001@127.0.0.1: 401')
  await phone.cmd('QNV_OpenDevice', { a: 0, b: 0 })
  expect((await phone.cmd('QNV_General', { a: 0, b: 1, c: 0, d: '10086' })).result).toBe(-35)
})

test('registers again after the PBX was away', async () => {
  const port = await freePort()
  registrar = await startRegistrar(port, { grantS: 3 })
  phone = await startPhone(account(port, { transport: 'tcp' }))
  await logged('registered sip:1001')
  await registrar.stop()
  await logged('broke off')
  registrar = await startRegistrar(port, { grantS: 3 })
  const { said } = registrar
  await expect.poll(() => said.some((line) => line.startsWith('saved tcp')), { timeout: 15_000 }).toBe(true)
})

test.for(['udp', 'tcp'] as const)('a call through the PBX comes in over %s and is answered', async (transport) => {
  registrar = await startRegistrar(await freePort())
  phone = await startPhone(account(registrar.port, { transport }))
  await logged('registered sip:1001')
  await phone.cmd('QNV_OpenDevice', { a: 0, b: 0 })
  const number = '13800001234'
  const peer = sipp(
    [
      invite(number),
      may(100),
      expects(180),
      '<recv response="200" rrs="true"/>',
      ackOk(number).replace('sip:1001@[remote_ip]:[remote_port] SIP', '[next_url] SIP').replace('Max-Forwards', '[routes]\nMax-Forwards'),
      waits(300),
      bye(number).replace('sip:1001@[remote_ip]:[remote_port] SIP', '[next_url] SIP').replace('Max-Forwards', '[routes]\nMax-Forwards'),
      expects(200),
    ],
    { port: await freePort(), phonePort: registrar.port },
  )
  const ring = await phone.until(event.callerScreen)
  expect(ring.at(-1)?.e_data).toBe(number)
  await phone.cmd('QNV_SetDevCtrl', { a: 0, b: 2, c: 1 })
  await phone.until(event.remoteHungUp)
  await peer.done
})
