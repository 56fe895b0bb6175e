import { expect, test } from 'vitest'
import { afterReport, type CallReport, normalNumber, ringS, talkS } from './call.rules.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const report = (of: Partial<CallReport> = {}): CallReport => ({
  direction: 'IN',
  number: '13800001234',
  startedAgoS: 30,
  answeredAgoS: undefined,
  endedAgoS: undefined,
  result: undefined,
  recordFile: undefined,
  ...of,
})

test('a call that rings, is answered and ends is connected, with its ringing and talking time', () => {
  const ringing = afterReport(null, report({ startedAgoS: 2 }), now)
  expect(ringing).toMatchObject({ result: null, answeredAt: null, endedAt: null })
  const answered = afterReport(ringing, report({ startedAgoS: 8, answeredAgoS: 0 }), new Date(now.getTime() + 6_000))
  const ended = afterReport(
    answered,
    report({ startedAgoS: 68, answeredAgoS: 60, endedAgoS: 0, recordFile: 'd:\\1.wav' }),
    new Date(now.getTime() + 66_000),
  )
  expect(ended).toMatchObject({ result: 'CONNECTED', recordFile: 'd:\\1.wav' })
  expect([ringS(ended), talkS(ended)]).toEqual([8, 60])
})

test('a caller who gives up is missed, one who is turned away refused', () => {
  expect(afterReport(null, report({ endedAgoS: 10 }), now).result).toBe('MISSED')
  expect(afterReport(null, report({ endedAgoS: 10, result: 'REFUSED' }), now).result).toBe('REFUSED')
  // The telephone's log says nothing: that is a missed call all the same.
  expect(afterReport(null, report({ endedAgoS: 10, result: 'NONE' }), now).result).toBe('MISSED')
})

test('an outgoing call that nobody picks up keeps whether it rang', () => {
  expect(afterReport(null, report({ direction: 'OUT', endedAgoS: 1 }), now).result).toBe('NONE')
  expect(afterReport(null, report({ direction: 'OUT', endedAgoS: 1, result: 'RINGBACK' }), now).result).toBe('RINGBACK')
})

test('a report sent twice, late or out of order moves nothing that was known', () => {
  const ended = afterReport(null, report({ answeredAgoS: 20, endedAgoS: 5 }), now)
  const later = new Date(now.getTime() + 60_000)
  expect(afterReport(ended, report({ answeredAgoS: 80, endedAgoS: 0, result: 'MISSED' }), later)).toEqual(ended)
  const missed = afterReport(null, report({ endedAgoS: 5 }), now)
  expect(afterReport(missed, report({ answeredAgoS: 1 }), later)).toEqual(missed)
})

test('an end that was only presumed gives way to what the desk says when it is back', () => {
  const answered = afterReport(null, report({ answeredAgoS: 20 }), now)
  const presumed = { ...answered, endedAt: now, result: 'CONNECTED' as const, endPresumed: true }
  const later = new Date(now.getTime() + 900_000)
  expect(afterReport(presumed, report({ answeredAgoS: 920 }), later)).toEqual(answered)
  const ended = afterReport(presumed, report({ answeredAgoS: 920, endedAgoS: 30 }), later)
  expect(ended).toMatchObject({ result: 'CONNECTED', endPresumed: false, endedAt: new Date(later.getTime() - 30_000) })
  const missed = { ...afterReport(null, report(), now), endedAt: now, result: 'MISSED' as const, endPresumed: true }
  expect(afterReport(missed, report({ answeredAgoS: 925, endedAgoS: 30 }), later).result).toBe('CONNECTED')
})

test('an answer is never before the ring nor an end before the answer', () => {
  const odd = afterReport(null, report({ startedAgoS: 5, answeredAgoS: 20, endedAgoS: 25 }), now)
  expect(odd.answeredAt).toEqual(odd.startedAt)
  expect(odd.endedAt).toEqual(odd.startedAt)
})

test('a caller id that comes after the first ring is taken over, and stays', () => {
  const withheld = afterReport(null, report({ number: '' }), now)
  expect(withheld.phone).toBe('')
  const known = afterReport(withheld, report({ number: '013800001234' }), now)
  expect(known.phone).toBe('13800001234')
  expect(afterReport(known, report({ number: '13900000000' }), now).phone).toBe('13800001234')
})

test('numbers are written as customers’ telephones are; an extension stays as it is', () => {
  expect(normalNumber('+8613800001234')).toBe('13800001234')
  expect(normalNumber('8001')).toBe('8001')
  expect(normalNumber('')).toBe('')
})
