import { expect, test } from 'vitest'
import { fromAlaw, fromUlaw, toAlaw, toUlaw } from '../src/sound/g711.ts'
import { soundFile } from '../src/commands/places.ts'
import { encoderOf, samplesOf } from '../src/sound/sound-codec.ts'
import { readWav, wavHeader } from '../src/sound/wav.ts'
import { readDialString } from '../src/device/dial-string.ts'
import { masked } from '../src/log.ts'
import { createEventStream, type EventStream, idleEvent, type LineEvent } from '../src/protocol/poll.ts'
import { callerNumber } from '../src/sip/caller.ts'
import { readDialogInfo } from '../src/sip/dialog-info.ts'
import { createJitterBuffer } from '../src/sound/jitter.ts'
import { createReliable } from '../src/sip/reliable.ts'
import { readEvent, readRtp, writeEvent, writeRtp } from '../src/sip/rtp.ts'
import { readSdp, writeSdp } from '../src/sip/sdp.ts'
import { createFramer, withSentBy } from '../src/sip/wire.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const eventOf = (e_type: number): LineEvent => ({ ch: 0, e_type, e_handle: 0, l_result: 0, e_data: '' })

function streamWithPages() {
  const stream = createEventStream({ idleMs: 60, gatherMs: 30 })
  const poll = (name: string, works = true) => {
    const got: LineEvent[] = []
    const withdraw = stream.poll(name, 'page', { answer: (event) => (works ? got.push(event) > 0 : false) })
    return { got, withdraw }
  }
  return { stream, poll, types: (polls: { got: LineEvent[] }[]) => polls.flatMap(({ got }) => got.map((one) => one.e_type)) }
}

test('what happens between two polls of a page comes with the next, in order and once', () => {
  const { stream, poll, types } = streamWithPages()
  const first = poll('a')
  for (const type of [1, 2, 3]) stream.push(eventOf(type))
  expect(types([first, poll('a'), poll('a')])).toEqual([1, 2, 3])
  stream.close()
})

test('every page hears every event, and a new one only what is new', () => {
  const { stream, poll, types } = streamWithPages()
  const a = poll('a')
  const b = poll('b')
  stream.push(eventOf(1))
  expect(types([a])).toEqual([1])
  expect(types([b])).toEqual([1])
  const [a2, b2] = [poll('a'), poll('b')]
  const c = poll('c')
  stream.push(eventOf(2))
  expect([types([a2]), types([b2]), types([c])]).toEqual([[2], [2], [2]])
  stream.close()
})

test('a poll under another name takes the place that was left, so that nothing is lost', () => {
  const { stream, poll, types } = streamWithPages()
  poll('a')
  stream.push(eventOf(1))
  stream.push(eventOf(2))
  expect(types([poll('other')])).toEqual([2])
  stream.close()
})

test('an event whose page had gone waits for its next poll', () => {
  const { stream, poll, types } = streamWithPages()
  poll('a', false)
  stream.push(eventOf(1))
  expect(types([poll('a')])).toEqual([1])
  stream.close()
})

test('an answer that did not get through comes again', () => {
  const { stream, poll, types } = streamWithPages()
  const first = poll('a')
  stream.push(eventOf(1))
  first.withdraw(first.got[0])
  expect(types([poll('a')])).toEqual([1])
  stream.close()
})

test('what happened while no page listened is kept for the first', async () => {
  const { stream, poll } = streamWithPages()
  stream.push(eventOf(1))
  const first = poll('a')
  await expect.poll(() => first.got).toEqual([eventOf(1)])
  stream.close()
})

/** Polls again as soon as an answer comes, as a page does; heard is what it was told. */
function livePage(stream: EventStream, nameOf: (n: number) => string) {
  const heard: number[] = []
  let polls = 0
  const again = () =>
    stream.poll(nameOf(++polls), 'page', {
      answer: ({ e_type }) => {
        heard.push(e_type)
        queueMicrotask(again)
        return true
      },
    })
  again()
  return heard
}

test.each([
  ['fixed names', (page: string) => () => page],
  ['jQuery’s names, another number each', (page: string) => (n: number) => `jQuery${page === 'a' ? '1830' : '3710'}_${n}`],
  ['one name for both', () => () => 'answered'],
])('two pages that come back to a service with news each hear all of it: %s', async (_, namesOf) => {
  const stream = createEventStream({ gatherMs: 30 })
  for (const type of [100, 4, 505]) stream.push(eventOf(type))
  const [a, b] = [livePage(stream, namesOf('a')), livePage(stream, namesOf('b'))]
  await expect.poll(() => a.length + b.length).toBe(6)
  stream.push(eventOf(27))
  await expect
    .poll(() => [a, b])
    .toEqual([
      [100, 4, 505, 27],
      [100, 4, 505, 27],
    ])
  stream.close()
})

test('a page that comes while another is between two polls does not take its place', () => {
  const { stream, poll, types } = streamWithPages()
  poll('jQuery1_1')
  stream.push(eventOf(1))
  poll('jQuery2_1')
  stream.push(eventOf(2))
  expect([types([poll('jQuery1_2')]), types([poll('jQuery2_2')])]).toEqual([[2], []])
  stream.close()
})

test('an idle poll is answered with -1', async () => {
  const { stream, poll } = streamWithPages()
  const one = poll('a')
  await pause(120)
  expect(one.got).toEqual([idleEvent])
  stream.close()
})

test('G.711 gives back what it was given, but for its steps', () => {
  for (let sample = -32_000; sample <= 32_000; sample += 97) {
    const step = Math.max(16, Math.abs(sample) / 16)
    expect(Math.abs(fromUlaw(toUlaw(sample)) - sample)).toBeLessThanOrEqual(step)
    expect(Math.abs(fromAlaw(toAlaw(sample)) - sample)).toBeLessThanOrEqual(step)
  }
  // Silence of the standard's tables.
  expect([toUlaw(0), toAlaw(0)]).toEqual([0xff, 0xd5])
})

test('IMA ADPCM gives back speech close to what it was given, and stays in step from block to block', () => {
  const said = Int16Array.from({ length: 1_600 }, (_, at) => Math.round(9_000 * Math.sin(at / 6) * Math.sin(at / 200)))
  const encoder = encoderOf('adpcm')
  const frames = Array.from({ length: 10 }, (_, n) => encoder.push(said.subarray(n * 160, (n + 1) * 160)))
  const data = Buffer.concat([...frames, encoder.end()])
  expect(data.length).toBe(4 * 256)
  const heard = samplesOf({ format: 'adpcm', data })
  expect(heard.length).toBe(4 * 505)
  const power = (samples: Int16Array) => samples.reduce((sum, one) => sum + one * one, 0)
  expect(power(said.map((one, at) => one - (heard[at] ?? 0)))).toBeLessThan(power(said) / 100)
})

test('a WAV file is read as it was written, in each format', () => {
  for (const format of ['pcm16', 'pcm8', 'alaw', 'ulaw', 'adpcm'] as const) {
    const data = Buffer.alloc(512, 3)
    expect(readWav(Buffer.concat([wavHeader(format, data.length), data]))).toEqual({ format, data })
  }
  expect(readWav(Buffer.from('no sound at all, but longer than a header is'.repeat(2)))).toBeNull()
})

test('pages name no file outside our folder', () => {
  expect(soundFile('/r', 'd:\\phoneRecord\\13800001234-2026.wav')).toBe('/r/13800001234-2026.wav')
  expect(soundFile('/r', '../../x.wav')).toBe('/r/x.wav')
  for (const bad of ['', '..', '/etc/passwd', 'a.exe', '.wav', 'con:.wav', 'a\u0000.wav']) expect(soundFile('/r', bad)).toBeUndefined()
})

test('dial strings pause and leave the own area code out', () => {
  expect(readDialString('0,138.1', 0).map((one) => [one.digit, one.pauseMs])).toEqual([
    ['0', 0],
    ['1', 1_000],
    ['3', 0],
    ['8', 0],
    ['1', 500],
  ])
  expect(
    readDialString('9:057188880000', 571)
      .map((one) => one.digit)
      .join(''),
  ).toBe('988880000')
})

test('numbers are masked, short service numbers are not', () => {
  expect(masked('13800001234 57188880000 95588')).toBe('138****1234 571****0000 95588')
  expect(masked('88880000')).toBe('88****00')
})

test.for([
  ['13800001234', '13800001234'],
  ['+8613800001234', '13800001234'],
  ['008613800001234', '13800001234'],
  ['+85298765432', '0085298765432'],
  ['138%200000%201234', '13800001234'],
  ['8001', '8001'],
  ['anonymous', ''],
  ['zhang.san', ''],
] as const)('%s calls as %s', ([user, number]) => {
  expect(callerNumber(user)).toBe(number)
})

const offer = 'v=0\r\no=- 1 1 IN IP4 10.0.0.1\r\ns=-\r\nc=IN IP4 10.0.0.1\r\nt=0 0\r\n'

test('an offer is answered with its codec, its event type and its direction turned round', () => {
  const remote = readSdp(`${offer}m=audio 4000 RTP/AVP 18 0 8 96\r\na=rtpmap:96 telephone-event/8000\r\na=sendonly\r\n`)
  expect(remote).toEqual({ address: '10.0.0.1', port: 4_000, codec: 'PCMU', payloadType: 0, eventType: 96, direction: 'sendonly' })
  const answer = writeSdp({ address: '10.0.0.2', port: 5_000, sessionId: 1, version: 1, to: remote })
  expect(readSdp(answer)).toMatchObject({ codec: 'PCMU', eventType: 96, direction: 'recvonly' })
  expect(readSdp(writeSdp({ address: '10.0.0.2', port: 5_000, sessionId: 1, version: 1 }))).toMatchObject({ codec: 'PCMA', eventType: 101 })
})

test.for([
  ['video alone', `${offer}m=video 4000 RTP/AVP 96\r\n`],
  ['another codec', `${offer}m=audio 4000 RTP/AVP 18\r\n`],
  ['a refused stream', `${offer}m=audio 0 RTP/AVP 8\r\n`],
  ['nothing', ''],
] as const)('%s is no audio of ours', ([, sdp]) => {
  expect(readSdp(sdp)).toBeUndefined()
})

test('RTP and telephone events are read as they were written; what is too short is not', () => {
  const packet = { payloadType: 8, marker: true, sequence: 65_535, timestamp: 2 ** 32 - 1, ssrc: 7, payload: Buffer.from([1, 2]) }
  expect(readRtp(writeRtp(packet))).toEqual(packet)
  expect(readEvent(writeEvent('#', 1_280, true))).toEqual({ key: '#', end: true })
  expect(readRtp(Buffer.alloc(11))).toBeUndefined()
  expect(readRtp(Buffer.from([0x9f, ...Array<number>(20).fill(255)]))).toBeUndefined()
})

test('packets out of order are heard in order, over the end of the numbers', () => {
  const buffer = createJitterBuffer()
  for (const sequence of [65_534, 0, 65_535, 1])
    buffer.put(sequence, new Int16Array(160).fill(sequence === 0 ? 3 : sequence === 1 ? 4 : sequence - 65_533))
  expect([1, 2, 3, 4].map(() => buffer.take()?.[0])).toEqual([1, 2, 3, 4])
  expect(buffer.take()).toBeUndefined()
})

const request = (method: string, branch: string) =>
  `${method} sip:a@b SIP/2.0\r\nVia: SIP/2.0/UDP 1.2.3.4:5;rport;branch=${branch}\r\nCSeq: 1 ${method}\r\n\r\n`
const response = (status: number, method: string, branch: string) =>
  `SIP/2.0 ${status} X\r\nVia: SIP/2.0/UDP 1.2.3.4:5;branch=${branch}\r\nCSeq: 1 ${method}\r\n\r\n`

test('a request is sent again, ever more rarely, until it is answered', async () => {
  const again: string[] = []
  const reliable = createReliable((message) => again.push(message), { t1Ms: 20, t2Ms: 80 })
  reliable.sent(request('INVITE', 'z1'))
  reliable.sent(request('REGISTER', 'z2'))
  await pause(90)
  expect(again.filter((one) => one.startsWith('INVITE')).length).toBe(2)
  reliable.received(response(100, 'INVITE', 'z1'))
  reliable.received(response(200, 'REGISTER', 'z2'))
  const count = again.length
  await pause(150)
  expect(again.length).toBe(count)
  reliable.stop()
})

test('a refusal is sent again until it is acknowledged, and a request that comes again gets its answer again', async () => {
  const again: string[] = []
  const reliable = createReliable((message) => again.push(message), { t1Ms: 20, t2Ms: 80 })
  reliable.sent(response(486, 'INVITE', 'z3'))
  await pause(35)
  expect(again).toHaveLength(1)
  reliable.received(request('ACK', 'z3'))
  await pause(60)
  expect(again).toHaveLength(1)
  expect(reliable.received(request('BYE', 'z4'))).toBe(true)
  reliable.sent(response(200, 'BYE', 'z4'))
  expect(reliable.received(request('BYE', 'z4'))).toBe(false)
  expect(again).toHaveLength(2)
  reliable.stop()
  expect(reliable.pending()).toBe(0)
})

test('a stream is cut into messages wherever its pieces end', () => {
  const one = 'OPTIONS sip:a SIP/2.0\r\nContent-Length: 2\r\n\r\nab'
  const bytes = Buffer.from(`\r\n\r\n${one}${one}`)
  for (let cut = 1; cut < bytes.length; cut += 5) {
    const frames = createFramer()
    expect([...frames(bytes.subarray(0, cut)), ...frames(bytes.subarray(cut))]).toEqual([one, one])
  }
  expect(() => createFramer()(Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))).toThrow('length')
})

test('the topmost Via alone gets our address', () => {
  const text = 'INVITE sip:a SIP/2.0\r\nVia: SIP/2.0/UDP phone.invalid;rport;branch=z\r\nVia: SIP/2.0/UDP other;branch=y\r\n\r\n'
  expect(withSentBy(text, '1.2.3.4:5')).toBe(text.replace('phone.invalid', '1.2.3.4:5'))
})

test('what is no well-formed dialog info is none', () => {
  expect(readDialogInfo('<dialog-info><dialog></dialog-info>')).toBeUndefined()
  expect(readDialogInfo('<html/>')).toBeUndefined()
  expect(readDialogInfo('<dialog-info state="full"/>')).toEqual({ full: true, dialogs: [] })
})
