import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock } from '../src/clock.ts'
import { createDevice } from '../src/device/device.ts'
import { createEventStream } from '../src/protocol/poll.ts'
import { createSimLine } from '../src/sim/sim-line.ts'

// One simulated line on a clock that the test moves: what is told, and at which second.

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function phone() {
  const line = createSimLine(createClock())
  const events = createEventStream()
  const told: { at: number; is: [number, number, string] }[] = []
  const from = Date.now()
  events.listen(({ e_type, l_result, e_data }) => told.push({ at: (Date.now() - from) / 1_000, is: [e_type, l_result, e_data] }))
  const device = createDevice({ lines: [line], clock: createClock(), events, log: () => {} })
  device.open()
  return { line, channel: device.channel(0)!, told, at: (type: number) => told.find(({ is }) => is[0] === type)?.at }
}

test('a caller who gives up in the silence after a ring is missed 5.5 s after that ring', () => {
  const { line, told, at } = phone()
  line.call('13800001234')
  vi.advanceTimersByTime(9_500)
  line.farHangUp()
  vi.advanceTimersByTime(10_000)
  expect(told.filter(({ is }) => is[0] === 3).map(({ is }) => is)).toEqual([
    [3, 1, '0'],
    [3, 1, '1'],
    [3, 2, '0'],
    [3, 2, '1'],
  ])
  expect(at(5)).toBe(6 + 5.5)
})

test('a caller who gives up during a ring ends it, and is missed 5.5 s later', () => {
  const { line, told, at } = phone()
  line.call('13800001234')
  vi.advanceTimersByTime(400)
  line.farHangUp()
  vi.advanceTimersByTime(10_000)
  expect(told.map(({ is }) => is)).toEqual([
    [3, 1, '0'],
    [3, 1, '1'],
    [5, 0, ''],
    [27, 0, ''],
    [36, 0, ''],
  ])
  expect(at(5)).toBe(0.4 + 5.5)
})

test('a call nobody takes is missed after twelve rings, and the line is free for the next', () => {
  const { line, told, channel } = phone()
  line.call('13800001234')
  vi.advanceTimersByTime(70_000)
  expect(told.filter(({ is }) => is[0] === 3 && is[2] === '0')).toHaveLength(12)
  expect(told.slice(-3).map(({ is }) => is[0])).toEqual([5, 27, 36])
  expect(channel.state().phase).toBe('idle')
  expect(line.call('13900001234')).toBe(true)
})

test('a call taken in time outlives the twelve rings', () => {
  const { line, channel, told } = phone()
  line.call('13800001234')
  vi.advanceTimersByTime(3_000)
  channel.setSoftHook(true)
  vi.advanceTimersByTime(120_000)
  expect(channel.state().phase).toBe('talking')
  expect(told.some(({ is }) => is[0] === 5 || is[0] === 17)).toBe(false)
})

test('keys of a handset that does not have the line call nobody later on', () => {
  const { line, channel, told } = phone()
  channel.setSoftHook(true)
  line.handset(true)
  line.handsetDial('114')
  vi.advanceTimersByTime(700)
  channel.dial('10086')
  vi.advanceTimersByTime(400)
  line.nextCallMeets('silent')
  vi.advanceTimersByTime(30_000)
  expect(told.filter(({ is }) => is[0] === 20 || is[0] === 16)).toEqual([])
})
