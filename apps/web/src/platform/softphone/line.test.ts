import { expect, test } from 'vitest'
import { afterEvent, isLogOf, type LineCall, withDeviceLog } from './line.ts'

type Told = [code: number, result?: number, data?: string]
/** Plays events of channel 0, one a second. */
function play(events: Told[], from: LineCall | null = null, startMs = 1_000_000): LineCall | null {
  let refs = 0
  return events.reduce<LineCall | null>(
    (call, [code, result = 0, data = ''], index) =>
      afterEvent(call, { ch: 0, code, handle: 0, result, data }, startMs + index * 1000, () => `call-${++refs}`),
    from,
  )
}
const ringing: Told[] = [
  [3, 1, '0'],
  [4, 1, '13800001234'],
  [505, 0, '13800001234'],
  [3, 1, '1'],
  [3, 2, '0'],
]

test('a call that rings shows its number and rings', () => {
  expect(play(ringing)).toMatchObject({ phase: 'ringing', direction: 'IN', number: '13800001234', rings: 2, ref: 'call-1' })
  expect(play([[4, 2, '13800001234'], ...ringing])).toMatchObject({ phase: 'ringing', number: '13800001234', ref: 'call-1' })
})

test('a caller who gives up is missed', () => {
  expect(play([...ringing, [5], [27], [36]])).toMatchObject({ phase: 'over', result: 'MISSED', answeredMs: null, endedMs: 1_005_000 })
  // The box tells some callers’ giving up by the free line alone.
  expect(play([...ringing, [27]])).toMatchObject({ phase: 'over', result: 'MISSED' })
})

test('lifting the handset answers, the far end hanging up ends', () => {
  const talking = play([...ringing, [1]])
  expect(talking).toMatchObject({ phase: 'talking', answeredMs: 1_005_000, handsetUp: true })
  expect(play([[17], [2], [27]], talking, 2_000_000)).toMatchObject({ phase: 'over', result: 'CONNECTED', endedMs: 2_000_000 })
})

test('a soft answer and a soft hang-up do the same', () => {
  expect(play([...ringing, [100, 1], [100, 0], [27]])).toMatchObject({
    phase: 'over',
    result: 'CONNECTED',
    answeredMs: 1_005_000,
    endedMs: 1_006_000,
  })
})

test('putting the call on the handset and the soft hook down does not end it', () => {
  const both = play([...ringing, [100, 1], [1], [100, 0]])
  expect(both).toMatchObject({ phase: 'talking', handsetUp: true, softHook: false })
})

test('a refused call is refused', () => {
  expect(play([...ringing, [25], [27]])).toMatchObject({ phase: 'over', result: 'REFUSED' })
})

test('a soft dial goes from dialling to ringing to talking', () => {
  const dial: Told[] = [[100, 1], [106, 0, '10086'], [19], [106, 1, '10086'], [6]]
  expect(play(dial)).toMatchObject({ phase: 'dialling', direction: 'OUT', number: '10086' })
  expect(play([...dial, [21, 0, '1']])).toMatchObject({ phase: 'ringback', heardRingBack: true })
  expect(play([...dial, [21, 0, '1'], [16], [17], [100, 0], [27]])).toMatchObject({ phase: 'over', result: 'CONNECTED' })
  expect(play([...dial, [21, 0, '1'], [100, 0], [27]])).toMatchObject({ result: 'RINGBACK', answeredMs: null })
  expect(play([...dial, [21, 1, '1'], [100, 0], [27]])).toMatchObject({ result: 'NONE' })
  expect(
    play([
      [100, 1],
      [106, 3, '10086'],
    ]),
  ).toMatchObject({ phase: 'over', result: 'NONE' })
})

test('digits dialled on the handset are the number of an outgoing call', () => {
  expect(play([[1], [19], [20, 0, '1'], [20, 0, '10'], [20, 0, '10086'], [21, 0, '0'], [16]])).toMatchObject({
    direction: 'OUT',
    number: '10086',
    phase: 'talking',
  })
})

test('after a busy tone the call waits to be hung up, and its talk ended with the tone', () => {
  const busy = play([[100, 1], [106, 0, '10086'], [18]])
  expect(busy).toMatchObject({ phase: 'busy', endedMs: 1_002_000 })
  expect(play([[100, 0], [27]], busy, 2_000_000)).toMatchObject({ phase: 'over', endedMs: 1_002_000, result: 'NONE' })
})

test('unplugging the box ends the call, other faults do not', () => {
  expect(play([...ringing, [1], [199, 2]])).toMatchObject({ phase: 'talking' })
  expect(play([...ringing, [1], [199, 3]])).toMatchObject({ phase: 'over', result: 'CONNECTED' })
})

test('events without a call are no call', () => {
  for (const code of [2, 5, 6, 15, 16, 17, 18, 21, 25, 27, 36, 50, 198, 700]) expect(play([[code]])).toBeNull()
})

test('the next ring after a call is another call', () => {
  const ended = play([...ringing, [5], [27]])
  expect(play([[3, 1, '0']], ended, 3_000_000)).toMatchObject({ phase: 'ringing', number: '', startedMs: 3_000_000 })
})

test('a number that comes after the caller gave up is still theirs', () => {
  expect(play([[3, 1, '0'], [5], [4, 1, '13800001234']])).toMatchObject({ phase: 'over', number: '13800001234', result: 'MISSED' })
})

test('the telephone’s own log tells of an answer that raised no event', () => {
  const unanswered = play([[100, 1], [106, 0, '10086'], [21, 0, '1'], [100, 0], [27]])!
  expect(withDeviceLog(unanswered, { result: 4, connectedS: 1_003 })).toMatchObject({ result: 'CONNECTED', answeredMs: 1_003_000 })
  expect(withDeviceLog(unanswered, { result: 0, connectedS: 0 })).toEqual(unanswered)
  // What was heard here wins over a log of some earlier call.
  const talked = play([...ringing, [1], [2], [27]])!
  expect(withDeviceLog(talked, { result: 1, connectedS: 0 })).toEqual(talked)
  const missed = play([...ringing, [5], [27]])!
  expect(withDeviceLog(missed, { result: 2, connectedS: 0 }).result).toBe('REFUSED')
})

test('the telephone’s log of another call is not taken for this one’s', () => {
  const missed = play([...ringing, [5]])!
  const beganS = missed.startedMs / 1000
  expect([0, beganS - 4, beganS + 4].map((at) => isLogOf(missed, { beganS: at }))).toEqual([true, true, true])
  expect(isLogOf(missed, { beganS: beganS + 60 })).toBe(false)
})
