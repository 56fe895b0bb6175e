import { expect, test } from 'vitest'
import { agreedOf, boundsOf, mayDispute, monthBefore, statementMachine } from './statement.rules.ts'

test('a month is that of China: it begins eight hours before the one of UTC', () => {
  expect(boundsOf('2026-01')).toEqual({ from: new Date('2025-12-31T16:00:00Z'), to: new Date('2026-01-31T16:00:00Z') })
  expect(boundsOf('2026-12').to).toEqual(new Date('2026-12-31T16:00:00Z'))
  expect(monthBefore(new Date('2026-10-31T15:59:59Z'))).toBe('2026-09')
  expect(monthBefore(new Date('2026-10-31T16:00:00Z'))).toBe('2026-10')
  expect(monthBefore(new Date('2025-12-31T16:00:00Z'))).toBe('2025-12')
})

test('a statement goes from draft to final by its steps alone', () => {
  const steps = ['send', 'confirm', 'finalize'] as const
  for (const state of statementMachine.states)
    expect(steps.filter((event) => statementMachine.fits(event, state))).toHaveLength(state === 'FINAL' ? 0 : 1)
})

test('a line is disputed once, while its statement is out, and a correction never', () => {
  const line = { kind: 'USE', dispute: null, amountFen: 2_000 } as const
  expect(mayDispute('SENT', line)).toBe(true)
  expect(mayDispute('DRAFT', line)).toBe(false)
  expect(mayDispute('CONFIRMED', line)).toBe(false)
  expect(mayDispute('SENT', { ...line, dispute: 'KEPT' })).toBe(false)
  expect(mayDispute('SENT', { ...line, kind: 'CORRECTION' })).toBe(false)
})

test('what is agreed lies between nothing and what was billed', () => {
  expect(agreedOf('KEPT', 2_000, undefined)).toBe(2_000)
  expect(agreedOf('TAKEN_OUT', 2_000, 500)).toBe(0)
  expect(agreedOf('ADJUSTED', 2_000, 1_999)).toBe(1_999)
  for (const given of [undefined, 0, 2_000, 2_001]) expect(agreedOf('ADJUSTED', 2_000, given)).toBeNull()
})
