import { expect, test } from 'vitest'
import { hoursBetween, operatingDayStart, successBp, unpaidLong } from './day.rules.ts'

test('an order at two in the morning belongs to the evening before', () => {
  expect(operatingDayStart(new Date('2026-11-20T18:00:00Z')).toISOString()).toBe('2026-11-19T22:00:00.000Z')
})
test('the day begins at six sharp', () => {
  expect(operatingDayStart(new Date('2026-11-20T22:00:00Z')).toISOString()).toBe('2026-11-20T22:00:00.000Z')
  expect(operatingDayStart(new Date('2026-11-20T21:59:59.999Z')).toISOString()).toBe('2026-11-19T22:00:00.000Z')
})
test('hours without orders are listed too', () => {
  expect(hoursBetween(new Date('2026-11-20T22:00:00Z'), new Date('2026-11-21T01:30:00Z'))).toHaveLength(4)
})
test('success is unknown until a search has ended', () => {
  expect(successBp(0, 0)).toBeNull()
  expect(successBp(3, 1)).toBe(7500)
})
test('a bill is asked about when it is half an hour old and not paid', () => {
  expect(unpaidLong({ payStatus: 10, inStatusS: 4_000 })?.detail).toEqual({
    zh: '账单已出 1 小时 6 分，尚未支付',
    en: 'Billed 1 h 6 min ago and not paid',
  })
  expect(unpaidLong({ payStatus: 10, inStatusS: 1_799 })).toBeNull()
  expect(unpaidLong({ payStatus: 30, inStatusS: 4_000 })).toBeNull()
})
