import { expect, test } from 'vitest'
import { lastDayWithStatement } from './statement.view.ts'

test('the statement of yesterday is offered from ten in the morning in China on, that of the day before until then', () => {
  expect(lastDayWithStatement(new Date('2026-11-23T09:59:59+08:00'))).toBe('2026-11-21')
  expect(lastDayWithStatement(new Date('2026-11-23T10:00:00+08:00'))).toBe('2026-11-22')
  expect(lastDayWithStatement(new Date('2026-11-23T23:30:00+08:00'))).toBe('2026-11-22')
})
