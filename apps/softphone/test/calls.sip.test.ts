import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { event } from '../src/protocol/codes.ts'
import { freePort, pause, type Phone, startPhone } from './phone.ts'
import { readWav } from '../src/sound/wav.ts'
import { loudestHz, toneAlaw } from './tone.ts'
import {
  ackOk,
  ackRefusal,
  answers,
  bye,
  calledSaysBye,
  cancel,
  expects,
  expectsDialog,
  expectsRequest,
  invite,
  may,
  plays,
  sipp,
  waits,
} from './sipp.ts'

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
  const peer = sipp(
    [invite(number), may(100), expects(180), waits(300), cancel(number), expects(200), expects(487), ackRefusal(number)],
    ports,
  )
  const events = await phone.until(event.callLog)
  await peer.done
  expect(types(events)).toEqual([3, 4, 505, 3, 5, 27, 36])
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
  const peer = sipp(
    [invite(number), may(100), expects(180), expects(200), ackOk(number), expectsRequest('BYE'), answers('200 OK', { tag: false })],
    ports,
  )
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

test('a number is dialled, rung and answered, and we hang up', async () => {
  const peer = sipp(
    [
      expectsRequest('INVITE'),
      answers('100 Trying', { tag: false }),
      answers('180 Ringing'),
      waits(200),
      answers('200 OK', { audio: true }),
      expectsRequest('ACK'),
      expectsRequest('BYE'),
      answers('200 OK', { tag: false }),
    ],
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

test('the called party hangs up', async () => {
  const peer = sipp(
    [
      expectsDialog('INVITE'),
      answers('180 Ringing'),
      answers('200 OK', { audio: true }),
      expectsRequest('ACK'),
      waits(200),
      calledSaysBye(),
      expects(200),
    ],
    ports,
  )
  await pause(300)
  await phone.cmd('QNV_General', { a: 0, b: 1, c: 0, d: '10086' })
  const events = await phone.until(event.remoteHungUp)
  await peer.done
  expect(types(events).slice(-2)).toEqual([16, 17])
  await hook(0)
  await phone.until(event.callLog)
  expect([await log(5), await log(6)]).toEqual([2, 4])
})

test('an engaged number gives the busy event, and the line is free again after hanging up', async () => {
  const peer = sipp([expectsRequest('INVITE'), answers('486 Busy Here'), expectsRequest('ACK')], ports)
  await pause(300)
  await phone.cmd('QNV_General', { a: 0, b: 1, c: 0, d: '10086' })
  expect(types(await phone.until(event.busy))).toEqual([100, 106, 106, 6, 18])
  await peer.done
  await hook(0)
  expect(types(await phone.until(event.callLog))).toEqual([100, 27, 36])
  expect((await phone.cmd('QNV_General', { a: 0, b: 73 })).result).toBe(1)
})

test('dialling is given up before anybody answers', async () => {
  const peer = sipp(
    [
      expectsRequest('INVITE'),
      answers('180 Ringing'),
      expectsRequest('CANCEL'),
      answers('200 OK', { tag: false }),
      `<send><![CDATA[
SIP/2.0 487 Request Terminated
[last_Via:]
[last_From:]
[last_To:];tag=[call_number]-[pid]
[last_Call-ID:]
CSeq: 1 INVITE
Content-Length: 0

]]></send>`,
      expectsRequest('ACK'),
    ],
    ports,
  )
  await pause(300)
  await phone.cmd('QNV_General', { a: 0, b: 1, c: 0, d: '10086' })
  await phone.until(event.ringBack)
  await hook(0)
  await peer.done
  expect(types(await phone.until(event.callLog))).toEqual([100, 27, 36])
  expect(await log(6)).toBe(3)
})

test('a second caller finds the line engaged', async () => {
  // Two calls at once of one sipp: the first is left ringing, the second is refused.
  const ringing = [invite(number), may(100), `<recv response="180" optional="true" next="ringing"/>`, expects(486), ackRefusal(number)]
  const given = [`<label id="ringing"/>`, waits(1_500), cancel(number), expects(200), expects(487), ackRefusal(number)]
  const peer = sipp([...ringing, `<nop next="end"/>`, ...given, `<label id="end"/>`], { ...ports, calls: 2, atOnce: 2 })
  const events = await phone.until(event.callLog)
  await peer.done
  expect(types(events).filter((type) => type === event.callerId)).toHaveLength(1)
})

test('a hidden caller rings without number and without 505', async () => {
  const peer = sipp(
    [invite('anonymous'), may(100), expects(180), waits(200), cancel('anonymous'), expects(200), expects(487), ackRefusal('anonymous')],
    ports,
  )
  expect(types(await phone.until(event.callLog))).toEqual([3, 3, 5, 27, 36])
  await peer.done
})

test('the number asserted by the network goes before what the caller says', async () => {
  const asserted = '\nP-Asserted-Identity: <sip:+8613900005678@pbx.example>'
  const peer = sipp(
    [invite('1', asserted), may(100), expects(180), waits(100), cancel('1'), expects(200), expects(487), ackRefusal('1')],
    ports,
  )
  expect((await phone.until(event.callerId)).at(-1)?.e_data).toBe('13900005678')
  await peer.done
})

test('a closed device takes no call', async () => {
  await phone.cmd('QNV_CloseDevice', { a: 255, b: 0 })
  await pause(3_200)
  await sipp([invite(number), may(100), expects(480), ackRefusal(number)], ports).done
  expect(phone.log.filter((line) => line.includes('event'))).toEqual([])
})

test('a call is recorded as 8 kHz 16 bit mono with the far end in it', async () => {
  const peer = sipp(
    [invite(number), may(100), expects(180), expects(200), ackOk(number), plays(tone()), waits(2_500), bye(number), expects(200)],
    ports,
  )
  await phone.until(event.callerScreen)
  await hook(1)
  const { result: handle } = await phone.cmd('QNV_RecordFile', { a: 0, b: 1, c: 5, d: 3, e: 'd:\\phoneRecord\\call.wav' })
  expect(handle).toBeGreaterThan(0)
  await phone.until(event.remoteHungUp)
  const path = String((await phone.cmd('QNV_RecordFile', { a: 0, b: 8, c: handle })).result)
  expect((await phone.cmd('QNV_RecordFile', { a: 0, b: 5, c: handle })).result).toBeGreaterThanOrEqual(2)
  expect((await phone.cmd('QNV_RecordFile', { a: 0, b: 9, c: handle })).result).toBe(1)
  await peer.done
  expect(path).toBe(join(phone.folder, 'recfile', 'call.wav'))
  const wav = readWav(readFileSync(path))
  expect(wav?.format).toBe('pcm16')
  expect(loudestHz(wav?.data ?? Buffer.alloc(0))).toBe(500)
})

test('an announcement before anybody answers is carried and recorded', async () => {
  const peer = sipp(
    [
      expectsRequest('INVITE'),
      answers('183 Session Progress', { audio: true }),
      plays(tone()),
      waits(2_000),
      answers('486 Busy Here'),
      expectsRequest('ACK'),
    ],
    ports,
  )
  await pause(300)
  const { result: handle } = await phone.cmd('QNV_RecordFile', { a: 0, b: 1, c: 5, d: 0, e: 'early.wav' })
  await phone.cmd('QNV_General', { a: 0, b: 1, c: 0, d: '10086' })
  expect(types(await phone.until(event.busy))).toEqual([100, 106, 106, 6, 21, 18])
  await peer.done
  await phone.cmd('QNV_RecordFile', { a: 0, b: 9, c: handle })
  const wav = readWav(readFileSync(join(phone.folder, 'recfile', 'early.wav')))
  expect(loudestHz(wav?.data ?? Buffer.alloc(0))).toBe(500)
})

test('a call put on hold and taken back goes on', async () => {
  const again = (cseq: number, direction: string) =>
    invite(number)
      .replace('To: <sip:1001@[remote_ip]:[remote_port]>', 'To: <sip:1001@[remote_ip]:[remote_port]>[peer_tag_param]')
      .replace('CSeq: 1', `CSeq: ${cseq}`)
      .replace('a=fmtp:96 0-15', `a=fmtp:96 0-15\na=${direction}`)
  const ack = (cseq: number) => ackOk(number).replace('CSeq: 1', `CSeq: ${cseq}`)
  const turned = (direction: string) =>
    `<recv response="200"><action><ereg regexp="a=${direction}" search_in="body" check_it="true" assign_to="found${direction}"/><log message="[$found${direction}]"/></action></recv>`
  const peer = sipp(
    [
      ...[invite(number), may(100), expects(180), expects(200), ackOk(number)],
      ...[again(2, 'sendonly'), may(100), turned('recvonly'), ack(2), waits(200)],
      ...[again(3, 'sendrecv'), may(100), turned('sendrecv'), ack(3), waits(200)],
      ...[bye(number).replace('CSeq: 2', 'CSeq: 4'), expects(200)],
    ],
    ports,
  )
  await phone.until(event.callerScreen)
  await hook(1)
  expect(types(await phone.until(event.remoteHungUp)).slice(-1)).toEqual([17])
  await peer.done
})

/** What sipp says when it is told to. */
function tone(): string {
  const file = join(phone.folder, 'tone.alaw')
  writeFileSync(file, toneAlaw(500))
  return file
}
