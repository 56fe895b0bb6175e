import { expect, test } from 'vitest'
import { cellOf, legBetween } from './cells.ts'

test('places of one cell share what is known, those of the next do not', () => {
  const cell = cellOf({ lat: 30.2735, lng: 120.1551 })
  expect(cellOf({ lat: 30.2738, lng: 120.1553 })).toBe(cell)
  expect(cellOf({ lat: 30.2755, lng: 120.1551 })).not.toBe(cell)
  expect(cellOf({ lat: 30.2735, lng: 120.1575 })).not.toBe(cell)
})

test('a place a little further away in the same cell has that much further to go, and never less than the straight line', () => {
  const known = { distanceM: 2_000, durationS: 400, straightM: 1_500 }
  expect(legBetween(known, 1_600)).toEqual({ distanceM: 2_100, durationS: 420 })
  expect(legBetween({ distanceM: 1_500, durationS: 300, straightM: 1_500 }, 1_400)).toEqual({ distanceM: 1_400, durationS: 280 })
})
