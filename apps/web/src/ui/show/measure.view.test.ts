import { expect, test } from 'vitest'
import { clockText, countText, distanceText, durationText, percentText } from './measure.view.ts'

test.each([
  [0, '0 米'],
  [999, '999 米'],
  [1000, '1.0 公里'],
  [12_345, '12.3 公里'],
  [234_567, '235 公里'],
])('a way of %i metres reads %s', (metres, text) => expect(distanceText(metres)).toBe(text))

test.each([
  [0, '0 秒'],
  [59, '59 秒'],
  [60, '1 分钟'],
  [200, '3 分 20 秒'],
  [754, '12 分钟'],
  [3600, '1 小时'],
  [3900, '1 小时 5 分'],
  [97_200, '1 天 3 小时'],
  [-5, '0 秒'],
])('a time of %i seconds reads %s', (seconds, text) => expect(durationText(seconds)).toBe(text))

test('a running clock shows hours only when there are some', () => {
  expect(clockText(45)).toBe('00:45')
  expect(clockText(723)).toBe('12:03')
  expect(clockText(3723)).toBe('1:02:03')
  expect(clockText(-4)).toBe('00:00')
})

test('counts and shares are grouped and rounded', () => {
  expect(countText(1_234_567)).toBe('1,234,567')
  expect(percentText(9_876)).toBe('98.8%')
})
