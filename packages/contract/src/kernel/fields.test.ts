import { expect, test } from 'vitest'
import { instant, intBetween, lat, numberBetween, optional, page } from './fields.ts'

const whole = intBetween(0, 100)

test('a number is taken as a number or as its text, and nothing else is taken for one', () => {
  for (const [given, read] of [
    [7, 7],
    ['7', 7],
    [' 7 ', 7],
    ['0', 0],
    [-0, -0],
  ] as const)
    expect([given, whole.safeParse(given).data]).toEqual([given, read])
  for (const given of [
    null,
    undefined,
    '',
    ' ',
    true,
    false,
    [],
    ['7'],
    [[]],
    {},
    '1.5',
    1.5,
    'NaN',
    Number.NaN,
    Infinity,
    '1e308',
    -1,
    101,
  ])
    expect([given, whole.safeParse(given).success]).toEqual([given, false])
})

test('a telephone without a fix that says null is nowhere, not off the coast of Africa', () => {
  expect(lat.safeParse(null).success).toBe(false)
  expect(lat.safeParse('30.27').data).toBe(30.27)
  expect(lat.safeParse(90.000001).success).toBe(false)
})

test('a number that may be left out is left out by null and by an empty field of a form', () => {
  const field = optional(numberBetween(0, 120))
  expect([field.parse(null), field.parse(''), field.parse('0.5')]).toEqual([undefined, undefined, 0.5])
  expect(field.safeParse(false).success).toBe(false)
})

test('a moment is read as UTC from any offset, and years that no table can hold are refused', () => {
  expect(instant.parse('2026-11-22T00:00:00+08:00')).toBe('2026-11-21T16:00:00.000Z')
  expect(instant.parse('2026-11-21T23:59:00.5+23:59')).toBe('2026-11-21T00:00:00.500Z')
  expect(instant.parse('0001-01-01T00:00:00Z')).toBe('0001-01-01T00:00:00.000Z')
  for (const text of [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+08:00',
    '9999-12-31T23:59:59-23:59',
    '2026-12-31T23:59:60Z',
    '2026-02-29T00:00:00Z',
    'x',
    '',
  ])
    expect([text, instant.safeParse(text).success]).toEqual([text, false])
})

test('a list is sorted by no property that every object has', () => {
  for (const sortBy of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
    expect([sortBy, page.safeParse({ sortBy }).success]).toEqual([sortBy, false])
  expect(page.parse({ sortBy: 'createdAt' }).sortBy).toBe('createdAt')
})
