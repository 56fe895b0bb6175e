import { expect, test } from 'vitest'
import { isPeriod } from './insurance.rules.ts'

test('a policy ends after it begins, and ten years later at the latest', () => {
  const of = (from: string, until: string) => isPeriod({ from: new Date(from), until: new Date(until) })
  expect(of('2026-11-24T00:00:00Z', '2026-11-24T00:00:01Z')).toBe(true)
  expect(of('2026-11-24T00:00:00Z', '2026-11-24T00:00:00Z')).toBe(false)
  expect(of('2026-11-24T00:00:00Z', '2036-11-24T00:00:00Z')).toBe(true)
  expect(of('2026-11-24T00:00:00Z', '2036-11-24T00:00:01Z')).toBe(false)
  // A digit too many.
  expect(of('2026-11-24T00:00:00Z', '2206-11-23T16:00:00Z')).toBe(false)
})
