import { expect, test } from 'vitest'
import { operatingDayStart } from './operating-day.ts'

test('an order at two in the morning belongs to the evening before', () => {
  expect(operatingDayStart(new Date('2026-11-20T18:00:00Z')).toISOString()).toBe('2026-11-19T22:00:00.000Z')
})
test('the day begins at six sharp', () => {
  expect(operatingDayStart(new Date('2026-11-20T22:00:00Z')).toISOString()).toBe('2026-11-20T22:00:00.000Z')
  expect(operatingDayStart(new Date('2026-11-20T21:59:59.999Z')).toISOString()).toBe('2026-11-19T22:00:00.000Z')
})
