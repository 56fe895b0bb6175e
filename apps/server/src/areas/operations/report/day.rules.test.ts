import { expect, test } from 'vitest'
import { hoursBetween, successBp, unpaidWords } from './day.rules.ts'

test('hours without orders are listed too', () => {
  expect(hoursBetween(new Date('2026-11-20T22:00:00Z'), new Date('2026-11-21T01:30:00Z'))).toHaveLength(4)
})
test('success is unknown until a search has ended', () => {
  expect(successBp(0, 0)).toBeNull()
  expect(successBp(3, 1)).toBe(7500)
})
test('how long a bill is open is told in hours and minutes', () => {
  expect(unpaidWords(4_000)).toEqual({ zh: '账单已出 1 小时 6 分，尚未支付', en: 'Billed 1 h 6 min ago and not paid' })
  expect(unpaidWords(1_800).zh).toBe('账单已出 30 分钟，尚未支付')
})
