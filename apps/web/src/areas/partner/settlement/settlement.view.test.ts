import { expect, test } from 'vitest'
import { monthsOver } from './settlement.view.ts'

test('months that are over are those of China’s clock', () => {
  expect(monthsOver(new Date('2026-03-01T00:00:00Z'), 3)).toEqual(['2026-02', '2026-01', '2025-12'])
  expect(monthsOver(new Date('2026-02-28T15:59:00Z'), 1)).toEqual(['2026-01'])
  expect(monthsOver(new Date('2026-02-28T16:00:00Z'), 1)).toEqual(['2026-02'])
})
