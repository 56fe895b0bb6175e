import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { event } from '../src/protocol/codes.ts'
import { freePort, type Phone, startPhone } from './phone.ts'
import { ackOk, ackRefusal, bye, cancel, expects, expectsRequest, answers, invite, may, sipp, waits } from './sipp.ts'

// sipp is the PBX: it calls the line, hangs up at every stage, and is called.

const number = '13800001234'
let phone: Phone
let ports: { port: number; phonePort: number }

beforeEach(async () => {
  ports = { port: await freePort(), phonePort: await freePort() }
  phone = await startPhone({
    audio: 'record',
    sip: [{ uri: 'sip:1001@127.0.0.1', server: `127.0.0.1:${ports.port}`, localPort: ports.phonePort, register: false }],
  })
  await expect.poll(() => phone.log.some((line) => line.includes('without registration'))).toBe(true)
  expect((await phone.cmd('QNV_OpenDevice', { a: 0, b: 0 })).result).toBe(1)
})
afterEach(() => phone.stop())

const types = (events: { e_type: number }[]) => events.map((one) => one.e_type)
const hook = (on: number) => phone.cmd('QNV_SetDevCtrl', { a: 0, b: 2, c: on })
const log = async (what: number) => (await phone.cmd('QNV_CallLog', { a: 0, b: what })).result

test('a caller who gives up rings with number and 505, and is a missed call', async () => {
  const peer = sipp([invite(number), may(100), expects(180), waits(300), cancel(number, 4), expects(200), expects(487), ackRefusal(number)], ports)
  const events = await phone.until(event.callLog)
  await peer.done
  expect(types(events)).toEqual([3, 4, 505, 5, 27, 36])
  expect(events[1]).toEqual({ ch: 0, e_type: 4, e_handle: 0, l_result: 1, e_data: number })
  expect(await log(6)).toBe(1)
})

test('a call is answered, and the caller hangs up', async () => {
  const peer = sipp([invite(number), may(100), expects(180), expects(200), ackOk(number), waits(500), bye(number), expects(200)], ports)
  await phone.until(event.callerScreen)
  await hook(1)
  const talk = await phone.until(event.remoteHungUp)
  await peer.done
  expect(types(talk)).toContain(event.hook)
  await hook(0)
  expect(types(await phone.until(event.callLog))).toEqual([100, 27, 36])
  expect([await log(5), await log(6)]).toEqual([1, 4])
})

test('a call is answered, and we hang up', async () => {
  const peer = sipp([invite(number), may(100), expects(180), expects(200), ackOk(number), expectsRequest('BYE'), answers('200 OK', { tag: false })], ports)
  await phone.until(event.callerScreen)
  await hook(1)
  await phone.until(event.hook)
  await expect.poll(() => log(3)).toBeGreaterThan(0)
  await hook(0)
  await peer.done
  expect(types(await phone.until(event.callLog))).toEqual([100, 27, 36])
})

test('a call is refused with 486', async () => {
  const peer = sipp([invite(number), may(100), expects(180), expects(486), ackRefusal(number)], ports)
  await phone.until(event.callerScreen)
  expect((await phone.cmd('QNV_General', { a: 0, b: 30, c: 0, d: 0 })).result).toBe(1)
  const events = await phone.until(event.callLog)
  await peer.done
  expect(types(events)).toEqual([25, 27, 36])
  expect(await log(6)).toBe(2)
})

test('a number is dialled, rung and answered; the called party hangs up', async () => {
  const peer = sipp(
    [expectsRequest('INVITE'), answers('100 Trying', { tag: false }), answers('180 Ringing'), waits(200), answers('200 OK', { audio: true }), expectsRequest('ACK'), expectsRequest('BYE'), answers('200 OK', { tag: false })],
    ports,
  )
  expect((await phone.cmd('QNV_General', { a: 0, b: 1, c: 0, d: '10086' })).result).toBe(1)
  const events = await phone.until(event.remoteAnswered)
  expect(types(events)).toEqual([100, 106, 106, 6, 21, 16])
  expect(events[4]).toMatchObject({ l_result: 0, e_data: '1' })
  await hook(0)
  await peer.done
  expect(types(await phone.until(event.callLog))).toEqual([100, 27, 36])
})
