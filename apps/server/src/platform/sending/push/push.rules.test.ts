import { messageEvents } from '@chauffeur/contract/message/event'
import { expect, test } from 'vitest'
import { ProviderFailed } from '../../provider/request.ts'
import { NOT_PUBLIC } from '../../provider/public-fetch.ts'
import { areKeys } from './device.ts'
import { insideOf, isPushEndpoint, PUSH_SERVICES } from './endpoint.rules.ts'
import { knockOf, MOST_ATTEMPTS, outcomeOf, retryAfterOf, SHUT_S, urgencyOf } from './push.rules.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://FCM.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:443/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://wns2-par02p.notify.windows.com/w/?token=x%3d',
  'https://web.push.apple.com/QAbc',
])('the push service of a browser may be named: %s', (endpoint) => expect(isPushEndpoint(endpoint, PUSH_SERVICES)).toBe(true))

test.each([
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evilfcm.googleapis.com/x',
  'https://fcm.googleapis.com@10.0.0.1/x',
  'https://10.0.0.1\\@fcm.googleapis.com/x',
  'https://10.0.0.1#.notify.windows.com',
  'https://10.0.0.1/?.notify.windows.com',
  'https://notify.windows.com/x',
  'https://evilnotify.windows.com/x',
  'https://a.notify.windows.com.evil.example/x',
  'https://a.notify.windows.com:8443/x',
  'https://fcm.googleapis.com:22/x',
  'https://fcm.googleapis.com./x',
  'https://fcm.googleapis.com/x#part',
  'https://user@fcm.googleapis.com/x',
  'https://[::1]/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://localhost/x',
  'file:///etc/passwd',
  'ftp://fcm.googleapis.com/x',
  'javascript:alert(1)',
  '//fcm.googleapis.com/x',
  '',
  `https://fcm.googleapis.com/${'x'.repeat(1_000)}`,
])('nothing else may, however it is written: %s', (endpoint) => expect(isPushEndpoint(endpoint, PUSH_SERVICES)).toBe(false))

test('a service inside is only one that whoever runs the installation lists with its port', () => {
  expect(isPushEndpoint('https://push.firm.local:8443/x', ['push.firm.local:8443'])).toBe(true)
  expect(isPushEndpoint('https://push.firm.local/x', ['push.firm.local:8443'])).toBe(false)
  expect(isPushEndpoint('https://push.firm.local:8443/x', ['push.firm.local'])).toBe(false)
  expect(insideOf([...PUSH_SERVICES, 'push.firm.local:8443', 'push.firm.local'])).toEqual(['push.firm.local:8443'])
})

const failed = (...of: ConstructorParameters<typeof ProviderFailed>) => new ProviderFailed(...of)
test('a push ends where asking again changes nothing, and goes on, later each time, where it may', () => {
  for (const status of [404, 410]) expect(outcomeOf(failed('REFUSED', { status }), 1, null)).toMatchObject({ state: 'GONE', status })
  for (const status of [400, 401, 403, 413])
    expect(outcomeOf(failed('REFUSED', { status }), 1, null)).toMatchObject({ state: 'REFUSED', status })
  expect(outcomeOf(failed('BAD_ANSWER', { status: 200 }), 1, null).state).toBe('REFUSED')
  expect(outcomeOf(failed('UNREACHABLE', { code: NOT_PUBLIC }), 1, null)).toMatchObject({ state: 'REFUSED', failure: NOT_PUBLIC })
  const waits = Array.from({ length: MOST_ATTEMPTS }, (_, n) => outcomeOf(failed('TIMEOUT'), n + 1, null))
  expect(waits.map(({ state, againS }) => [state, againS])).toEqual([
    ['WAITING', 10],
    ['WAITING', 40],
    ['WAITING', 160],
    ['WAITING', 640],
    ['WAITING', 2_560],
    ['GIVEN_UP', 0],
  ])
  // Of what was not asked no attempt is counted, so that none is given up for it.
  for (const kind of ['SHUT', 'QUOTA'] as const)
    expect(outcomeOf(failed(kind), MOST_ATTEMPTS, null)).toMatchObject({ state: 'WAITING', againS: SHUT_S, uncounted: true })
})

test('a service that asks for patience gets it, an hour at most, and never less than ours', () => {
  const busy = (header: string | null, attempt = 1) =>
    outcomeOf(failed('FAULT', { status: 429 }), attempt, retryAfterOf(header, Date.parse('2026-11-28T12:00:00Z'))).againS
  expect([busy('120'), busy('Sat, 28 Nov 2026 12:02:00 GMT')]).toEqual([120, 120])
  expect([busy('3'), busy('0'), busy('-5'), busy('soon'), busy('Sat, 28 Nov 2026 11:00:00 GMT'), busy(null)]).toEqual(Array(6).fill(10))
  expect(busy('86400')).toBe(3_600)
  expect(busy('20', 3)).toBe(160)
})

test('a notice holds what the message says and its event, and never more than push services take', () => {
  expect(knockOf('7', 'APP_LEVEL_UP', '恭喜', false)).toEqual({ id: '7', event: 'APP_LEVEL_UP', title: '等级提升', text: '恭喜' })
  expect(knockOf('7', null, 'x', true)).toEqual({ id: '7', event: '', title: 'Message', text: 'x' })
  for (const sign of ['字', '👍', '"', '\n']) {
    const knock = knockOf('9223372036854775807', 'APP_WITHDRAWAL_RETURNED', `a${sign.repeat(5_000)}`, true)
    // 4,096 without the header, tag and padding of its one record.
    expect([sign, Buffer.byteLength(JSON.stringify(knock)) <= 3_993]).toEqual([sign, true])
    expect([sign, knock.text.isWellFormed(), knock.text.endsWith('…')]).toEqual([sign, true, true])
  }
})

test('a telephone is woken for what cannot be switched off alone', () => {
  for (const [event, { must }] of Object.entries(messageEvents))
    expect([event, urgencyOf(event as keyof typeof messageEvents)]).toEqual([event, must ? 'high' : 'normal'])
  expect(urgencyOf(null)).toBe('normal')
})

test('keys that are no point of the curve, or of another length, are none', () => {
  const auth = Buffer.alloc(16, 1).toString('base64url')
  const key = (bytes: Buffer) => areKeys({ endpoint: '', auth, p256dh: bytes.toString('base64url') })
  expect(key(Buffer.concat([Buffer.of(4), Buffer.alloc(64)]))).toBe(false)
  expect(key(Buffer.concat([Buffer.of(2), Buffer.alloc(32, 3)]))).toBe(false)
  expect(key(Buffer.alloc(0))).toBe(false)
})
