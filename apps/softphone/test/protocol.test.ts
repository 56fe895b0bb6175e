import { get } from 'node:http'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { readWav } from '../src/sound/wav.ts'
import { event } from '../src/protocol/codes.ts'
import { origin, type Phone, startPhone } from './phone.ts'

// The wire, as the pages written for the vendor's service expect it.

let phone: Phone
beforeAll(async () => {
  phone = await startPhone({ simulate: true, lines: 2, speed: 100 })
})
afterAll(() => phone.stop())

/** A raw request with the headers given and no others. */
function raw(
  path: string,
  headers: Record<string, string> = { referer: `${origin}/` },
): Promise<{ status: number; type: string; body: string }> {
  return new Promise((resolve, reject) => {
    get(`${phone.url}${path}`, { headers, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body }))
    }).on('error', reject)
  })
}
const para = (fields: object) => encodeURIComponent(JSON.stringify(fields))
const open = () => phone.cmd('QNV_OpenDevice', { a: 0, b: 0 })
const result = async (act: string, fields: object = {}) => (await phone.cmd(act, fields)).result

test('an answer is the callback with JSON, as a script', async () => {
  const { status, type, body } = await raw(`/cmd/?callback=jQuery18304_1&act=check_ver&para=${para({ a: 1 })}&_=1`)
  expect([status, type, body]).toEqual([200, 'application/javascript; charset=utf-8', 'jQuery18304_1({"result":0})'])
})

test('a page is initialised as the vendor’s is', async () => {
  expect(await result('QNV_DevInfo', { a: 0, b: 7 })).toBe(0)
  expect(await result('QNV_SetParam', { a: 0, b: 52, c: 5 })).toBe(-39)
  expect(await result('QNV_OpenDevice', { a: 0, b: 0 })).toBe(2)
  expect(await result('QNV_DevInfo', { a: 0, b: 7 })).toBe(2)
  for (const ch of [0, 1]) expect(await result('QNV_SetParam', { a: ch, b: 52, c: 5 })).toBe(1)
  expect(await result('QNV_DevInfo', { a: 0, b: 6 })).toBeGreaterThan(0)
  expect(await result('QNV_DevInfo', { a: 0, b: 3 })).toBeGreaterThan(0)
  expect(await result('QNV_DevInfo', { a: 0, b: 20 })).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
})

test.for([
  ['an act nobody knows', 'QNV_Nothing', {}, -37],
  ['a channel that is not there', 'QNV_GetDevCtrl', { a: 7, b: 2 }, -20],
  ['a field of the wrong type', 'QNV_SetParam', { a: 0, b: 52, c: [5] }, -19],
  ['a parameter that is none', 'QNV_SetParam', { a: 0, b: 999, c: 5 }, -18],
  ['a read-only control', 'QNV_SetDevCtrl', { a: 0, b: 30, c: 1 }, -18],
  ['the box’s storage', 'QNV_Storage', { a: 0, b: 2 }, -38],
  ['a conference', 'QNV_Conference', { a: -1, b: 0, c: 1 }, -38],
  ['a recording format that needs a codec', 'QNV_RecordFile', { a: 0, b: 1, c: 6, d: 3, e: 'd:\\a.wav' }, -14],
  ['a handle of nothing', 'QNV_RecordFile', { a: 0, b: 9, c: 55 }, -9],
  ['refusing without a call', 'QNV_General', { a: 0, b: 30, c: 0, d: 0 }, -60],
  ['flashing on the hook', 'QNV_General', { a: 0, b: 20, c: 3, d: '' }, -28],
  ['dialling nothing', 'QNV_General', { a: 0, b: 1, c: 0, d: 0 }, -55],
  ['the sound card as a device', 'QNV_OpenDevice', { a: 1, b: 0 }, -38],
  ['a server that is not ours', 'UploadFile', { a: 'http://elsewhere.example/u', b: 'a.wav' }, -18],
] as const)('%s has its error number', async ([, act, fields, code]) => {
  await open()
  expect(await result(act, fields)).toBe(code)
})

test('absent keys and 0 mean nothing, and a para that is no object is refused', async () => {
  await open()
  expect((await raw(`/cmd/?callback=c&act=QNV_GetDevCtrl&para=${para({ b: 2 })}`)).body).toBe('c({"result":0})')
  expect((await raw('/cmd/?callback=c&act=check_ver')).body).toBe('c({"result":0})')
  expect((await raw('/cmd/?callback=c&act=QNV_DevInfo&para=%5B1')).body).toBe('c({"result":-18})')
  expect((await raw('/cmd/?callback=c&act=QNV_DevInfo&para=%22x%22')).body).toBe('c({"result":-18})')
  expect((await phone.cmd('QNV_General', { a: 0, b: 51, c: 0, d: 0 })).result).toBe(0)
})

test('text comes percent-encoded in outbuf, a plus is a space', async () => {
  const body = (
    await raw(
      `/cmd/?callback=c&act=QNV_Tool&para=%7B%22a%22%3A15%2C%22c%22%3A%22k%22%2C%22d%22%3A%22${encodeURIComponent('小 王')}+%7C%22%7D`,
    )
  ).body
  expect(body).toBe('c({"result":1,"content":""})')
  const { outbuf } = await phone.cmd('QNV_Tool', { a: 16, b: 0, c: 'k', d: '' })
  expect(outbuf).toBe(encodeURIComponent('小 王 |'))
})

test('kinds of numbers are told apart', async () => {
  const kind = (number: string) => result('QNV_Tool', { a: 2, c: number })
  expect(await Promise.all(['13800001234', '057188880000', '95588', '12', 'abc'].map(kind))).toEqual([1, 2, 2, 0, 0])
})

test('a missed call has the order of events of the box', async () => {
  await open()
  expect(await phone.sim('call', { number: '13800001234' })).toBe(200)
  const rings = await phone.until(event.callerScreen)
  expect(rings.map(({ e_type, l_result, e_data }) => [e_type, l_result, e_data])).toEqual([
    [3, 1, '0'],
    [3, 1, '1'],
    [4, 1, '13800001234'],
    [505, 1, '13800001234'],
  ])
  expect(rings.every((one) => typeof one.ch === 'number' && typeof one.e_handle === 'number')).toBe(true)
  await phone.sim('hangup')
  const end = (await phone.until(event.callLog)).filter((one) => one.e_type !== event.ring)
  expect(end.map((one) => one.e_type)).toEqual([5, 27, 36])
  const log = (what: number) => phone.cmd('QNV_CallLog', { a: 0, b: what })
  expect([(await log(5)).result, (await log(6)).result]).toEqual([1, 1])
  expect((await log(7)).outbuf).toBe('13800001234')
  expect((await log(20)).result).toBe(1)
  expect((await log(7)).outbuf).toBe('')
})

test('a soft dial has the order of events of the box', async () => {
  await open()
  await phone.cmd('QNV_General', { a: 0, b: 1, c: 0, d: '10086' })
  const events = await phone.until(event.remoteAnswered)
  expect(events.map((one) => [one.e_type, one.l_result])).toEqual([
    [100, 1],
    [106, 0],
    [19, 0],
    [106, 1],
    [6, 0],
    [21, 0],
    [16, 1],
  ])
  await phone.sim('hangup')
  await phone.until(event.remoteHungUp)
  await phone.cmd('QNV_SetDevCtrl', { a: 0, b: 2, c: 0 })
  expect((await phone.until(event.callLog)).map((one) => one.e_type)).toEqual([100, 27, 36])
})

test('the handset answers and hangs up', async () => {
  await open()
  await phone.sim('call', { number: '13800001234' })
  await phone.until(event.callerId)
  await phone.sim('handset', { up: true })
  await phone.sim('handset', { up: false })
  const events = (await phone.until(event.callLog)).filter((one) => ![event.ring, event.callerScreen].includes(one.e_type as 3))
  expect(events.map((one) => one.e_type)).toEqual([1, 2, 27, 36])
})

test('a handset dials digit by digit', async () => {
  await open()
  await phone.sim('handset', { up: true, dial: '114' })
  const events = await phone.until(event.ringBack)
  expect(events.filter((one) => one.e_type === event.handsetDial).map((one) => one.e_data)).toEqual(['1', '11', '114'])
  expect(events.at(-1)?.e_data).toBe('0')
  await phone.sim('handset', { up: false })
  await phone.until(event.callLog)
})

test('a refused call, a flash and a bell of our own end with their events', async () => {
  await open()
  await phone.sim('call', { number: '13800001234' })
  await phone.until(event.ring)
  expect(await result('QNV_GetDevCtrl', { a: 0, b: 32 })).toBeGreaterThan(0)
  await phone.cmd('QNV_General', { a: 0, b: 30, c: 0, d: 0 })
  expect((await phone.until(event.callLog)).map((one) => one.e_type).filter((type) => type >= 25 && type <= 36)).toEqual([25, 27, 36])
  await phone.cmd('QNV_SetDevCtrl', { a: 0, b: 2, c: 1 })
  await phone.cmd('QNV_General', { a: 0, b: 20, c: 3, d: '' })
  expect((await phone.until(event.flashEnd)).at(-1)?.l_result).toBe(1)
  await phone.cmd('QNV_SetDevCtrl', { a: 0, b: 2, c: 0 })
  await phone.cmd('QNV_SetParam', { a: 0, b: 18, c: 2 })
  await phone.cmd('QNV_General', { a: 0, b: 10, c: 0, d: '8001' })
  const bell = (await phone.until(event.handsetRingLimit)).filter((one) => one.e_type >= 11 && one.e_type <= 13)
  expect(bell.map((one) => [one.e_type, one.l_result, one.e_data])).toEqual([
    [11, 0, ''],
    [13, 1, '0'],
    [13, 1, '1'],
    [13, 2, '0'],
    [13, 2, '1'],
    [12, 0, ''],
  ])
})

test('a recording lies in our folder alone, whatever path a page names', async () => {
  await open()
  await phone.cmd('QNV_General', { a: 0, b: 1, c: 0, d: '10086' })
  await phone.until(event.remoteAnswered)
  mkdirSync(join(phone.folder, 'recfile'), { recursive: true })
  const handle = await result('QNV_RecordFile', { a: 0, b: 1, c: 5, d: 3, e: '..\\..\\..\\etc\\call.wav' })
  expect(await result('QNV_RecordFile', { a: 0, b: 1, c: 5, d: 3, e: '../../passwd' })).toBe(-49)
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(await result('QNV_RecordFile', { a: 0, b: 8, c: handle })).toBe(join(phone.folder, 'recfile', 'call.wav'))
  expect(await result('QNV_RecordFile', { a: 0, b: 9, c: handle })).toBe(1)
  const file = readFileSync(join(phone.folder, 'recfile', 'call.wav'))
  expect(file.length).toBeGreaterThan(44 + 16_000 * 0.2)
  expect(file.readUInt32LE(40)).toBe(file.length - 44)
  expect((await phone.cmd('QNV_CallLog', { a: 0, b: 8 })).outbuf).toBe(encodeURIComponent(join(phone.folder, 'recfile', 'call.wav')))
  await phone.cmd('QNV_SetDevCtrl', { a: 0, b: 2, c: 0 })
  await phone.until(event.callLog)
})

test.for([
  ['0, the usual one', 0, 1, 16, 16_000],
  ['1, A-law', 1, 6, 8, 8_000],
  ['2, µ-law', 2, 7, 8, 8_000],
  ['3, IMA ADPCM, which the vendor’s demo page asks for', 3, 17, 4, 4_055],
  ['4, 8 bit PCM', 4, 1, 8, 8_000],
  ['5, 16 bit PCM, which the console asks for', 5, 1, 16, 16_000],
] as const)('a recording in format %s is a file of that format', async ([, format, tag, bits, bytesPerS]) => {
  await open()
  await phone.cmd('QNV_General', { a: 0, b: 1, c: 0, d: '10086' })
  await phone.until(event.remoteAnswered)
  const handle = await result('QNV_RecordFile', { a: 0, b: 1, c: format, d: 3, e: `d:\\2026-${format}.wav` })
  await new Promise((resolve) => setTimeout(resolve, 150))
  const path = String(await result('QNV_RecordFile', { a: 0, b: 8, c: handle }))
  expect(await result('QNV_RecordFile', { a: 0, b: 9, c: handle })).toBe(1)
  const file = readFileSync(path)
  expect([file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt32LE(24)]).toEqual([tag, 1, 8_000])
  expect([file.readUInt32LE(28), file.readUInt16LE(34)]).toEqual([bytesPerS, bits])
  expect(file.readUInt32LE(4)).toBe(file.length - 8)
  expect(readWav(file)?.data.length).toBeGreaterThan(bytesPerS / 12)
  await phone.cmd('QNV_SetDevCtrl', { a: 0, b: 2, c: 0 })
  await phone.until(event.callLog)
})

test('commands are answered beside an open poll', async () => {
  await open()
  let polled = false
  const poll = phone.event().finally(() => (polled = true))
  const answers = await Promise.all(Array.from({ length: 20 }, () => result('QNV_DevInfo', { a: 0, b: 7 })))
  expect(new Set(answers)).toEqual(new Set([2]))
  expect(polled).toBe(false)
  await phone.cmd('QNV_General', { a: 1, b: 99, c: 1, d: 'x' })
  expect(await poll).toEqual({ ch: 1, e_type: 1_025, e_handle: 0, l_result: 0, e_data: 'x' })
})

const good = { referer: `${origin}/#/400/home` }
test.for([
  ['no page named', {}, 403],
  ['another page', { referer: 'http://evil.example/' }, 403],
  ['another port', { referer: 'http://localhost:9999/' }, 403],
  ['an origin that is not that of the referer', { ...good, origin: 'http://evil.example' }, 403],
  ['a frame of no origin', { ...good, origin: 'null' }, 403],
  ['a name resolved to loopback', { ...good, host: 'evil.example:3001' }, 403],
  ['a navigation', { ...good, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, 403],
  ['a picture', { ...good, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 403],
  ['typed by hand', { ...good, 'sec-fetch-site': 'none' }, 403],
  ['the console', good, 200],
  ['the console in Chromium', { ...good, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }, 200],
] as const)('%s: who may use it', async ([, headers, status]) => {
  expect((await raw('/cmd/?callback=c&act=check_ver', { ...headers })).status).toBe(status)
})

test.for(['alert(1)//', 'a b', 'x;y', "a'", 'a<b', 'a[0]', '', 'a'.repeat(201)])('%s is no callback', async (name) => {
  expect((await raw(`/cmd/?callback=${encodeURIComponent(name)}&act=check_ver`)).status).toBe(400)
})

test('addresses that are none are refused, and the service goes on', async () => {
  for (const path of ['//[', '/%', '/cmd/?%E0%A4%A&callback=c', '/nothing']) expect([200, 403, 404]).toContain((await raw(path)).status)
  const socket = new WebSocket(`${phone.url.replace('http', 'ws')}//[`, { origin })
  await expect(new Promise((_, reject) => socket.on('error', reject))).rejects.toThrow('404')
  const large = await fetch(`${phone.url}/cmd/`, { method: 'POST', body: 'a'.repeat(70_000), headers: { referer: `${origin}/` } })
  expect(large.status).toBe(413)
  expect((await raw('/cmd/?callback=c&act=check_ver')).body).toBe('c({"result":0})')
})

test('a POST of the same fields is answered alike', async () => {
  const body = new URLSearchParams({ callback: 'c', act: 'check_ver', para: '{"a":1}' })
  const response = await fetch(`${phone.url}/cmd/`, { method: 'POST', body, headers: { referer: `${origin}/` } })
  expect(await response.text()).toBe('c({"result":0})')
})

test('numbers are masked in the log', async () => {
  await open()
  await phone.sim('call', { number: '13800001234' })
  await phone.until(event.callerScreen)
  await phone.sim('hangup')
  await phone.until(event.callLog)
  expect(phone.log.join('\n')).toContain('138****1234')
  expect(phone.log.join('\n')).not.toContain('13800001234')
})

test('the websocket shows the line and takes commands; another page’s is refused', async () => {
  await open()
  const address = `${phone.url.replace('http', 'ws')}/ws`
  const evil = new WebSocket(address, { origin: 'http://evil.example' })
  await expect(new Promise((_, reject) => evil.on('error', reject))).rejects.toThrow('403')
  const socket = new WebSocket(address, { origin })
  const messages: {
    cmd: string
    response: { state: number; msg: string; data: { channels: { phase: string; number: string }[]; phase?: string } }
  }[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as (typeof messages)[number]))
  await expect.poll(() => messages.at(-1)?.response.data.channels[0]?.phase).toBe('idle')
  await phone.sim('call', { number: '13800001234' })
  await expect
    .poll(() => messages.findLast((one) => one.cmd === 'evShowState')?.response.data.channels[0])
    .toMatchObject({
      phase: 'ringing',
      number: '13800001234',
    })
  socket.send(JSON.stringify({ cmd: 'cmdConfirmCallIn', request: { param: { ch: 0 }, uri: 'u1' } }))
  await expect.poll(() => messages.find((one) => one.cmd === 'cmdConfirmCallIn')?.response.data.phase).toBe('talking')
  socket.send(JSON.stringify({ cmd: 'cmdRefuseCallIn', request: {} }))
  await expect
    .poll(() => messages.find((one) => one.cmd === 'cmdRefuseCallIn')?.response)
    .toMatchObject({ state: 1, msg: '没有来电,无效的拒接' })
  socket.send(JSON.stringify({ cmd: 'cmdResetCall', request: {} }))
  await expect.poll(() => messages.findLast((one) => one.cmd === 'evShowState')?.response.data.channels[0]?.phase).toBe('idle')
  socket.close()
  await phone.until(event.callLog)
})

test('a page reloaded in a call keeps it; one that leaves ends it', async () => {
  await open()
  await phone.sim('call', { number: '13800001234' })
  await phone.until(event.callerId)
  await phone.cmd('QNV_SetDevCtrl', { a: 0, b: 2, c: 1 })
  expect(await result('QNV_CloseDevice', { a: 255, b: 0 })).toBe(1)
  expect(await result('QNV_DevInfo', { a: 0, b: 7 })).toBe(0)
  await open()
  expect(await result('QNV_GetDevCtrl', { a: 0, b: 2 })).toBe(1)
  await phone.cmd('QNV_CloseDevice', { a: 255, b: 0 })
  expect((await phone.until(event.callLog)).at(-1)?.e_type).toBe(36)
  expect(await phone.sim('call', { number: '1' })).toBe(409)
})
