import { expect, test } from 'vitest'
import { endOfTonight } from './city.view.ts'

test('tonight is over at the next six in the morning by the clock of the city', () => {
  const shanghai = (at: string) => endOfTonight(new Date(at), 480)
  expect(shanghai('2026-11-24T22:30:00+08:00')).toBe('2026-11-24T22:00:00.000Z')
  expect(shanghai('2026-11-25T00:30:00+08:00')).toBe('2026-11-24T22:00:00.000Z')
  expect(shanghai('2026-11-25T06:00:00+08:00')).toBe('2026-11-25T22:00:00.000Z')
  // Urumqi by its own clock.
  expect(endOfTonight(new Date('2026-11-25T05:30:00+06:00'), 360)).toBe('2026-11-25T00:00:00.000Z')
})
