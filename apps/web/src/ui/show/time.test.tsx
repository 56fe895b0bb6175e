import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TabContext } from '#platform/tab/tab.ts'
import { Elapsed, Remaining, Time } from './time.tsx'

const start = new Date(2026, 10, 20, 12, 0, 0)
const ago = (seconds: number) => new Date(start.getTime() - seconds * 1000).toISOString()
const pass = (seconds: number) =>
  act(() => {
    vi.advanceTimersByTime(seconds * 1000)
  })
const hide = (hidden: boolean) =>
  act(() => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
    document.dispatchEvent(new Event('visibilitychange'))
  })

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(start)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a time says how long ago it was, goes on counting, and says exactly when on hover', () => {
  render(<Time at={ago(50)} />)
  const time = screen.getByText('50 秒前')
  expect(time.title).toBe('2026-11-20 11:59:10')
  pass(90)
  expect(screen.getByText('2 分钟前')).toBe(time)
})

test('many running clocks share one timer', () => {
  const before = vi.getTimerCount()
  render(
    <>
      <Elapsed since={ago(5)} />
      <Elapsed since={ago(65)} />
      <Elapsed since={ago(3605)} />
    </>,
  )
  expect(vi.getTimerCount() - before).toBe(1)
  pass(2)
  expect(['00:07', '01:07', '1:00:07'].map((text) => screen.getByText(text).tagName)).toEqual(['TIME', 'TIME', 'TIME'])
})

test('nothing ticks while the browser tab is hidden; coming back shows the present', () => {
  render(<Elapsed since={ago(0)} />)
  hide(true)
  expect(vi.getTimerCount()).toBe(0)
  vi.setSystemTime(new Date(start.getTime() + 60_000))
  hide(false)
  expect(screen.getByText('01:00')).toBeTruthy()
})

test('nothing ticks in a kept tab that is not on the screen', () => {
  render(
    <TabContext value={{ key: '/a', active: false, pane: null }}>
      <Elapsed since={ago(0)} />
    </TabContext>,
  )
  expect(vi.getTimerCount()).toBe(0)
})

test('what has not happened is a dash', () => {
  render(<Time at={null} />)
  expect(screen.getByText('—')).toBeTruthy()
})

test('what is overdue says so and how long, in the colour of it; what runs out soon is told from what has time', () => {
  render(<Remaining until={ago(-121)} />)
  const time = screen.getByText('02:01')
  const state = () => [time.textContent, /ui-left-(over|soon)/.exec(time.className)?.[1]]
  expect(state()).toEqual(['02:01', undefined])
  pass(2)
  expect(state()).toEqual(['01:59', 'soon'])
  pass(119 + 1113)
  expect(state()).toEqual(['已超 18:33', 'over'])
})
