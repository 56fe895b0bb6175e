import { createSocket } from 'node:dgram'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { event } from '../src/protocol/codes.ts'
import { freePort, pause, type Phone, startPhone } from './phone.ts'
import { answers, expects, expectsDialog, sipp, type Sipp, tells, waits } from './sipp.ts'

// The operator talks with a SIP telephone of his own; the PBX (sipp) tells us what it does.

let phone: Phone
let ports: { port: number; phonePort: number }
let peer: Sipp | undefined

const info = (dialog: string, count = 1) => `<?xml version="1.0"?>
<dialog-info xmlns="urn:ietf:params:xml:ns:dialog-info" version="${count}" state="${dialog === '' ? 'full' : 'partial'}" entity="sip:1001@127.0.0.1">
${dialog}
</dialog-info>`
const dialog = (direction: string, state: string, cause = '') =>
  `<dialog id="as7d900as8" call-id="a84b4c76e66710" direction="${direction}"><state${cause === '' ? '' : ` event="${cause}"`}>${state}</state>
<remote><identity display="caller">sip:13800001234@pbx.example</identity><target uri="sip:13800001234@10.0.0.9"/></remote></dialog>`

const subscribed = [
  expectsDialog('SUBSCRIBE'),
  answers('200 OK').replace('Contact:', 'Expires: 60\nContact:'),
  tells(1, info('')),
  expects(200),
]
const story = (states: [direction: string, state: string, cause?: string][]) => [
  ...subscribed,
  waits(1_500),
  ...states.flatMap(([direction, state, cause], at) => [
    tells(at + 2, info(dialog(direction, state, cause), at + 2)),
    expects(200),
    waits(100),
  ]),
]

beforeEach(async () => {
  ports = { port: await freePort(), phonePort: await freePort() }
})
afterEach(async () => {
  peer?.stop()
  await phone.stop()
})

async function follow(steps: string[]) {
  const pbx = sipp(steps, ports)
  peer = pbx
  await pause(400)
  phone = await startPhone({
    'no-audio': true,
    sip: [{ uri: 'sip:1001@127.0.0.1', server: `127.0.0.1:${ports.port}`, localPort: ports.phonePort }],
  })
  const said = () => `${phone.log.join('\n')}\n${pbx.said()}`
  // With what telephone and PBX said where it fails.
  await expect.poll(said).toContain('follows the telephone')
  await phone.cmd('QNV_OpenDevice', { a: 0, b: 0 })
  return pbx
}

test('the telephone rings, is lifted, and the caller hangs up', async () => {
  const { done } = await follow(
    story([
      ['recipient', 'early'],
      ['recipient', 'confirmed'],
      ['recipient', 'terminated', 'remote-bye'],
    ]),
  )
  const events = await phone.until(event.callLog)
  await done
  expect(events.map((one) => one.e_type)).toEqual([3, 4, 505, 1, 17, 2, 27, 36])
  expect(events[2]?.e_data).toBe('13800001234')
  expect((await phone.cmd('QNV_CallLog', { a: 0, b: 6 })).result).toBe(4)
})

test('a call nobody lifts for is missed; one taken elsewhere in the group is not', async () => {
  const { done } = await follow(
    story([
      ['recipient', 'early'],
      ['recipient', 'terminated', 'cancelled'],
      ['recipient', 'early'],
      ['recipient', 'terminated', 'replaced'],
    ]),
  )
  expect((await phone.until(event.callLog)).map((one) => one.e_type)).toEqual([3, 4, 505, 3, 5, 27, 36])
  expect((await phone.until(event.callLog)).map((one) => one.e_type)).toEqual([3, 4, 505, 27, 36])
  await done
})

test('the operator dials on the telephone', async () => {
  const { done } = await follow(
    story([
      ['initiator', 'proceeding'],
      ['initiator', 'early'],
      ['initiator', 'confirmed'],
      ['initiator', 'terminated', 'local-bye'],
    ]),
  )
  const events = await phone.until(event.callLog)
  await done
  expect(events.filter((one) => one.e_type !== event.handsetDial).map((one) => one.e_type)).toEqual([1, 21, 16, 2, 27, 36])
  expect(events.findLast((one) => one.e_type === event.handsetDial)?.e_data).toBe('13800001234')
})

test('the telephone is told to dial, and what only a hand can do is refused', async () => {
  const pbx = await openPbx(ports.port)
  phone = await startPhone({
    'no-audio': true,
    sip: [{ uri: 'sip:1001@127.0.0.1', server: `127.0.0.1:${ports.port}`, localPort: ports.phonePort }],
  })
  await expect.poll(() => phone.log.some((line) => line.includes('follows the telephone'))).toBe(true)
  await phone.cmd('QNV_OpenDevice', { a: 0, b: 0 })
  expect((await phone.cmd('QNV_SetDevCtrl', { a: 0, b: 2, c: 1 })).result).toBe(-38)
  expect((await phone.cmd('QNV_RecordFile', { a: 0, b: 1, c: 5, d: 3, e: 'a.wav' })).result).toBe(-38)
  expect((await phone.cmd('QNV_General', { a: 0, b: 1, c: 0, d: '10086' })).result).toBe(1)
  expect((await phone.until(event.dialEnd)).map((one) => one.e_type)).toEqual([106, 106, 6])
  await expect
    .poll(() => pbx.heard.find((text) => text.startsWith('REFER sip:1001@127.0.0.1')))
    .toContain('Refer-To: <sip:10086@127.0.0.1>')
  pbx.close()
})

/** Answers everything with 200 and lets whoever subscribes know that he is. (A sipp scenario follows one call alone.) */
async function openPbx(port: number) {
  const socket = createSocket('udp4')
  const heard: string[] = []
  const header = (text: string, name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(text)?.[1]?.trim() ?? ''
  socket.on('message', (data, from) => {
    const text = data.toString()
    if (text.trim() === '' || text.startsWith('SIP/2.0')) return
    heard.push(text)
    const say = (message: string[]) => socket.send(`${message.join('\r\n')}\r\n\r\n`, from.port, from.address)
    const same = ['Via', 'From', 'Call-ID', 'CSeq'].map((name) => `${name}: ${header(text, name)}`)
    const us = `${header(text, 'To')};tag=pbx`
    say(['SIP/2.0 200 OK', ...same, `To: ${us}`, 'Expires: 60', `Contact: <sip:127.0.0.1:${port}>`, 'Content-Length: 0'])
    if (!text.startsWith('SUBSCRIBE')) return
    const target = /<(sip:[^>]+)>/.exec(header(text, 'Contact'))?.[1] ?? ''
    const via = `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bKn${heard.length}`
    const names = [`From: ${us}`, `To: ${header(text, 'From')}`, `Call-ID: ${header(text, 'Call-ID')}`, `CSeq: ${heard.length} NOTIFY`]
    const state = ['Event: dialog', 'Subscription-State: active;expires=60', `Contact: <sip:127.0.0.1:${port}>`]
    say([`NOTIFY ${target} SIP/2.0`, via, ...names, ...state, 'Max-Forwards: 70', 'Content-Length: 0'])
  })
  await new Promise<void>((resolve) => socket.bind(port, '127.0.0.1', resolve))
  return { heard, close: () => socket.close() }
}
