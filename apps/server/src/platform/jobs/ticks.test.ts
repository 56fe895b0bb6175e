import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ticksOfThisProcess } from './ticks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('rounds of a job never overlap, a failed one is told of and the next one comes, and stopping waits for the one under way', async () => {
  const ticks = ticksOfThisProcess()
  const told: unknown[] = []
  let under = 0
  let begun = 0
  const release: (() => void)[] = []
  const work = async () => {
    begun++
    expect(++under).toBe(1)
    await new Promise<void>((resolve) => release.push(resolve))
    under--
    if (begun === 1) throw new Error('no connection')
  }
  const running = ticks.every({ name: 'test.slow', everyS: 2, work, onError: (error) => told.push(error) })
  await vi.advanceTimersByTimeAsync(1_900)
  expect(begun).toBe(0)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(begun).toBe(1)
  release[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual([new Error('no connection')])
  expect(begun).toBe(2)
  let stopped = false
  const stopping = running.stop().then(() => (stopped = true))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(stopped).toBe(false)
  release[1]!()
  await stopping
  expect(begun).toBe(2)
  expect(ticks.states()).toMatchObject([{ name: 'test.slow', everyS: 2, runs: 2, failures: 1, lastError: 'no connection' }])
})

test('a job may begin at once', async () => {
  const ticks = ticksOfThisProcess()
  let begun = 0
  const running = ticks.every({ name: 'test.now', everyS: 60, atOnce: true, work: async () => void begun++, onError: () => {} })
  await running.stop()
  expect(begun).toBe(1)
})
