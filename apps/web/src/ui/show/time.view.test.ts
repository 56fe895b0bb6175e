import { expect, test } from 'vitest'
import {
  clockWords,
  dayStart,
  exactTimeText,
  instantOf,
  latelyTimeText,
  relativeTimeText,
  secondTimeText,
  secondsBetween,
  shortTimeText,
  wallClockOf,
  zonedTimeText,
} from './time.view.ts'

const now = new Date(2026, 10, 20, 12, 0, 0).getTime()
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString()

test.each([
  [3, '刚刚'],
  [42, '42 秒前'],
  [-42, '42 秒后'],
  [125, '2 分钟前'],
  [7_300, '2 小时前'],
  [-7_300, '2 小时后'],
  [3 * 86_400, '3 天前'],
])('%i seconds ago reads %s', (seconds, text) => expect(relativeTimeText(ago(seconds), now)).toBe(text))

test('beyond a week the date stands there, with the year when it is another', () => {
  expect(relativeTimeText(ago(10 * 86_400), now)).toBe('11-10 12:00')
  expect(relativeTimeText(new Date(2025, 5, 1, 8).toISOString(), now)).toBe('2025-06-01')
})

test('the exact time goes to the second in the reader’s zone', () => {
  expect(exactTimeText(new Date(2026, 0, 2, 3, 4, 5).toISOString())).toBe('2026-01-02 03:04:05')
})

test('the year stands there when it is not this one, however exact the time is', () => {
  expect(secondTimeText(ago(60), now)).toBe('11:59:00')
  expect(secondTimeText(ago(2 * 86_400), now)).toBe('11-18 12:00:00')
  expect(secondTimeText(new Date(2025, 5, 1, 8).toISOString(), now)).toBe('2025-06-01 08:00:00')
})

test('a step of this hour says how long ago it was, one before at what time it was', () => {
  expect(latelyTimeText(ago(125), now)).toBe('2 分钟前')
  expect(latelyTimeText(ago(7_200), now)).toBe('10:00')
  expect(latelyTimeText(ago(2 * 86_400), now)).toBe('11-18 12:00')
  expect(latelyTimeText(new Date(2025, 5, 1, 8).toISOString(), now)).toBe('2025-06-01 08:00')
})

test('clocks that disagree never give a negative step', () => {
  expect(secondsBetween('2026-01-01T00:00:05Z', '2026-01-01T00:00:00Z')).toBe(0)
  expect(secondsBetween('2026-01-01T00:00:00Z', '2026-01-01T00:01:30Z')).toBe(90)
})

test('times of a city are read from its clock, and the clock is named where it is not the reader’s', () => {
  const at = '2026-11-20T18:30:00.000Z'
  expect(shortTimeText(at, Date.parse('2026-11-21T15:00:00Z'), 480)).toBe('02:30')
  expect(shortTimeText(at, Date.parse('2026-11-21T16:00:00Z'), 480)).toBe('11-21 02:30')
  expect(exactTimeText(at, 330)).toBe('2026-11-21 00:00:00')
  expect(zonedTimeText(at, 330)).toBe('2026-11-21 00:00:00 UTC+05:30')
  expect(dayStart('2026-11-21', 480).toISOString()).toBe('2026-11-20T16:00:00.000Z')
})

test('what is typed is the clock of the city, wherever the reader sits, and seconds that are not shown are not lost', () => {
  expect(wallClockOf('2026-11-19T16:10:30.000Z', 480)).toBe('2026-11-20T00:10')
  expect(instantOf('2026-11-20T00:10', 480)).toBe('2026-11-19T16:10:00.000Z')
  expect(instantOf('2026-11-20T00:10', 480, '2026-11-19T16:10:30.000Z')).toBe('2026-11-19T16:10:30.000Z')
  expect(instantOf('', 480)).toBeUndefined()
  expect(instantOf('2026-99-99T00:10', 480)).toBeUndefined()
  const own = -new Date().getTimezoneOffset()
  expect(clockWords(own)).toBe('城市当地时间')
  expect(clockWords(own === 330 ? 480 : 330)).toContain('不是本机时间')
})

test.each([
  [new Date(2026, 10, 20, 8, 5), '08:05'],
  [new Date(2026, 10, 21, 8, 5), '11-21 08:05'],
  [new Date(2026, 0, 1, 8), '01-01 08:00'],
  [new Date(2021, 8, 9, 14, 6), '2021-09-09'],
  [new Date(2028, 0, 1, 8), '2028-01-01'],
])('%s reads %s on 20 November 2026', (at, text) => expect(shortTimeText(at.toISOString(), now)).toBe(text))
