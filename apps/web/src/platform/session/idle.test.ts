import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IDLE_CHECK_MS, IDLE_LIMIT_MS, startIdleWatch, type IdleWatch } from './idle.ts'

let watch: IdleWatch
const over = vi.fn()
const HOUR = 3_600_000

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  over.mockReset()
  watch = startIdleWatch(over)
})
afterEach(() => {
  watch.stop()
  vi.useRealTimers()
})
const move = () => document.dispatchEvent(new Event('mousemove'))

test('five hours without a movement end the session at the next half-hour check', () => {
  vi.advanceTimersByTime(IDLE_LIMIT_MS - 1)
  expect(over).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(over).toHaveBeenCalledTimes(1)
})

test('a movement in the fifth hour keeps the session for five more', () => {
  vi.advanceTimersByTime(4.9 * HOUR)
  move()
  vi.advanceTimersByTime(4.9 * HOUR)
  expect(over).not.toHaveBeenCalled()
  vi.advanceTimersByTime(IDLE_CHECK_MS)
  expect(over).toHaveBeenCalledTimes(1)
})

test('what moves under a mouse at rest is nobody’s movement', () => {
  vi.advanceTimersByTime(4.9 * HOUR)
  document.dispatchEvent(new MouseEvent('mousemove'))
  vi.advanceTimersByTime(HOUR)
  expect(over).toHaveBeenCalledTimes(1)
})

test.each(['wheel', 'scroll', 'keydown'])('%s counts as activity', (event) => {
  vi.advanceTimersByTime(4.9 * HOUR)
  document.dispatchEvent(new Event(event))
  vi.advanceTimersByTime(HOUR)
  expect(over).not.toHaveBeenCalled()
})

test('activity is recorded at most every two seconds', () => {
  const record = vi.spyOn(Storage.prototype, 'setItem')
  vi.advanceTimersByTime(10_000)
  for (let n = 0; n < 50; n++) {
    move()
    vi.advanceTimersByTime(100)
  }
  expect(record.mock.calls.length).toBeLessThanOrEqual(3)
  record.mockRestore()
})

test('whoever comes back after the limit is told at the first movement, not waved through', () => {
  vi.advanceTimersByTime(2_000)
  move()
  vi.advanceTimersByTime(IDLE_LIMIT_MS)
  expect(over).not.toHaveBeenCalled()
  move()
  expect(over).toHaveBeenCalledTimes(1)
})

test('work in another browser tab keeps this one signed in', () => {
  vi.advanceTimersByTime(4.9 * HOUR)
  localStorage.setItem('chauffeur.activity', String(Date.now()))
  vi.advanceTimersByTime(HOUR)
  expect(over).not.toHaveBeenCalled()
})

test('activity inside an embedded page counts while it is listened to', () => {
  const inside = document.implementation.createHTMLDocument()
  const unwatch = watch.watch(inside)
  vi.advanceTimersByTime(4.9 * HOUR)
  inside.dispatchEvent(new Event('mousedown'))
  vi.advanceTimersByTime(HOUR)
  expect(over).not.toHaveBeenCalled()
  unwatch()
  inside.dispatchEvent(new Event('mousedown'))
  vi.advanceTimersByTime(4.5 * HOUR)
  expect(over).toHaveBeenCalledTimes(1)
})
