import { createSocket } from 'node:dgram'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { event } from '../src/protocol/codes.ts'
import { freePort, pause, type Phone, startPhone } from './phone.ts'
import { ackOk, ackRefusal, bye, cancel, expects, invite, may, sipp, waits } from './sipp.ts'

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
  await phone.cmd('QNV_OpenDevice', { a: 0, b: 0 })
})
afterEach(() => phone.stop())

const missedCall = () =>
  sipp([invite(number), may(100), expects(180), waits(50), cancel(number), expects(200), expects(487), ackRefusal(number)], ports)

const head = (more: string) => `INVITE sip:1001@127.0.0.1 SIP/2.0\r\n${more}\r\n\r\n`
const via = 'Via: SIP/2.0/UDP 127.0.0.1:5;branch=z9hG4bKbad'
const nonsense: [what: string, text: string | Buffer][] = [
  ['nothing', ''],
  ['line ends alone', '\r\n\r\n'],
  ['random bytes', Buffer.from(Array.from({ length: 900 }, (_, i) => (i * 7_919) % 256))],
  ['a first line alone', 'INVITE sip:1001@127.0.0.1 SIP/2.0'],
  ['no headers', head('')],
  ['no address in To', head(`${via}\r\nFrom: <sip:a@b>;tag=1\r\nTo: \r\nCall-ID: 1\r\nCSeq: 1 INVITE`)],
  ['CSeq of letters', head(`${via}\r\nFrom: <sip:a@b>;tag=1\r\nTo: <sip:a@b>\r\nCall-ID: 2\r\nCSeq: x INVITE`)],
  ['a CSeq of another method', head(`${via}\r\nFrom: <sip:a@b>;tag=1\r\nTo: <sip:a@b>\r\nCall-ID: 3\r\nCSeq: 1 BYE`)],
  [
    'a body shorter than said',
    head(`${via}\r\nFrom: <sip:a@b>;tag=1\r\nTo: <sip:a@b>\r\nCall-ID: 4\r\nCSeq: 1 INVITE\r\nContent-Length: 900`),
  ],
  ['a Via without sender', head('Via: SIP/2.0/UDP\r\nFrom: <sip:a@b>;tag=1\r\nTo: <sip:a@b>\r\nCall-ID: 5\r\nCSeq: 1 INVITE')],
  [
    'a response to nothing',
    `SIP/2.0 200 OK\r\n${via}\r\nFrom: <sip:a@b>;tag=1\r\nTo: <sip:a@b>;tag=2\r\nCall-ID: 6\r\nCSeq: 1 INVITE\r\n\r\n`,
  ],
  ['a response of no number', 'SIP/2.0 abc OK\r\n\r\n'],
  [
    'a BYE to no call',
    `BYE sip:1001@127.0.0.1 SIP/2.0\r\n${via}\r\nFrom: <sip:a@b>;tag=1\r\nTo: <sip:a@b>;tag=2\r\nCall-ID: 7\r\nCSeq: 1 BYE\r\n\r\n`,
  ],
  [
    'a method nobody knows',
    `FOO sip:1001@127.0.0.1 SIP/2.0\r\n${via}\r\nFrom: <sip:a@b>;tag=1\r\nTo: <sip:a@b>\r\nCall-ID: 8\r\nCSeq: 1 FOO\r\n\r\n`,
  ],
  [
    'a header as long as a datagram',
    head(`${via}\r\nFrom: <sip:${'a'.repeat(60_000)}@b>;tag=1\r\nTo: <sip:a@b>\r\nCall-ID: 9\r\nCSeq: 1 INVITE`),
  ],
]

test('what is no SIP brings the line not down: the next call rings', async () => {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(ports.port, '127.0.0.1', resolve))
  for (const [, text] of nonsense) {
    await new Promise((resolve) => socket.send(text, ports.phonePort, '127.0.0.1', resolve))
    await pause(20)
  }
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  const peer = missedCall()
  expect((await phone.until(event.callerScreen)).at(-1)?.e_data).toBe(number)
  await peer.done
})

test('a call without audio of ours is refused before it rings', async () => {
  const video = invite(number).replace('m=audio [media_port] RTP/AVP 8 96', 'm=video [media_port] RTP/AVP 97')
  await sipp([video, may(100), expects(488), ackRefusal(number)], ports).done
  const next = missedCall()
  expect((await phone.until(event.callerScreen)).map((one) => one.e_type)).toEqual([3, 4, 505])
  await next.done
})

// sipp writes such packets by itself on a raw socket, which only root may open.
test.skipIf(process.getuid?.() !== 0)('a key of the far end is told as it sends it', async () => {
  const peer = sipp(
    [
      invite(number),
      may(100),
      expects(180),
      expects(200),
      ackOk(number),
      '<nop><action><exec play_dtmf="5"/></action></nop>',
      waits(1_500),
      bye(number),
      expects(200),
    ],
    ports,
  )
  await phone.until(event.callerScreen)
  await phone.cmd('QNV_SetDevCtrl', { a: 0, b: 2, c: 1 })
  expect((await phone.until(event.digit)).at(-1)?.e_data).toBe('5')
  await phone.until(event.remoteHungUp)
  await peer.done
})

test('keys sent in a call reach the far end as telephone events', async () => {
  // sipp sends the audio it gets back to where it came from.
  const more = ['-rtp_echo']
  const peer = sipp([invite(number), may(100), expects(180), expects(200), ackOk(number), waits(2_500), bye(number), expects(200)], {
    ...ports,
    more,
  })
  await phone.until(event.callerScreen)
  await phone.cmd('QNV_SetDevCtrl', { a: 0, b: 2, c: 1 })
  await phone.until(event.hook)
  await pause(300)
  expect((await phone.cmd('QNV_General', { a: 0, b: 2, c: 0, d: '7#' })).result).toBe(1)
  const events = await phone.until(event.remoteHungUp)
  expect(events.filter((one) => one.e_type === event.digit).map((one) => one.e_data)).toEqual(['7', '#'])
  await peer.done
})

test('fifty calls in a row leave nothing behind', { timeout: 120_000 }, async () => {
  const call = [invite(number), may(100), expects(180), expects(200), ackOk(number), waits(60), bye(number), expects(200), waits(150)]
  const round = async (calls: number) => {
    const peer = sipp(call, { ...ports, calls, perSecond: 20 })
    for (let at = 0; at < calls; at++) {
      await phone.until(event.callerScreen)
      await phone.cmd('QNV_SetDevCtrl', { a: 0, b: 2, c: 1 })
      await phone.until(event.remoteHungUp)
      await phone.cmd('QNV_SetDevCtrl', { a: 0, b: 2, c: 0 })
      await phone.until(event.callLog)
    }
    await peer.done
  }
  // Once round first: what is made once (caches, connections of the test's own client) is there already.
  await round(5)
  const before = held()
  await round(50)
  const after = held()
  expect(after.sockets).toBeLessThanOrEqual(before.sockets)
  // Transactions are remembered for half a minute on purpose; timers of ended calls beyond that would grow with each call.
  expect(after.timers - before.timers).toBeLessThan(50 * 3)
  expect(after.heapMb - before.heapMb).toBeLessThan(8)
})

function held() {
  if (!globalThis.gc) throw new Error('The heap can only be compared after a collection.')
  globalThis.gc()
  const resources = process.getActiveResourcesInfo()
  return {
    sockets: resources.filter((one) => /UDP/.test(one)).length,
    timers: resources.filter((one) => one === 'Timeout').length,
    heapMb: process.memoryUsage().heapUsed / 1_048_576,
  }
}
