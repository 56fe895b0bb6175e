import { describe, expect, test } from 'vitest'
import { hhmmOf, inWindow, localMinute, localWeekday, minuteOf, onWeekday, windowText } from './local-clock.ts'

const at = (iso: string) => Date.parse(iso)

describe('the clock of a city', () => {
  test('is ahead of UTC or behind it, over midnight and before 1970 too', () => {
    expect(localMinute(at('2026-11-23T16:30:00Z'), 480)).toBe(30)
    expect(localMinute(at('2026-11-23T02:00:00Z'), -300)).toBe(21 * 60)
    expect(localMinute(at('2026-11-23T00:00:00Z'), 345)).toBe(5 * 60 + 45)
    expect(localMinute(at('1969-12-31T23:59:00Z'), 0)).toBe(1_439)
  })

  test('a minute is over with its last millisecond', () => {
    expect(localMinute(at('2026-11-23T00:00:59.999Z'), 0)).toBe(0)
    expect(localMinute(at('2026-11-23T00:01:00.000Z'), 0)).toBe(1)
  })

  test('has its own weekday: Monday evening in London is Tuesday in Hangzhou', () => {
    expect(localWeekday(at('2026-11-23T15:59:59Z'), 480)).toBe(0)
    expect(localWeekday(at('2026-11-23T16:00:00Z'), 480)).toBe(1)
    expect(localWeekday(at('2026-11-23T02:00:00Z'), -300)).toBe(6)
    expect(localWeekday(at('1969-12-29T12:00:00Z'), 0)).toBe(0)
  })
})

test('a mask of the week begins with Monday', () => {
  const days = (mask: number) => [0, 1, 2, 3, 4, 5, 6].filter((day) => onWeekday(mask, day))
  expect(days(1)).toEqual([0])
  expect(days(0b1100000)).toEqual([5, 6])
  expect(days(127)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(days(0)).toEqual([])
})

describe('a window of the day', () => {
  const [eve, six] = [minuteOf('22:00'), minuteOf('06:00')]
  test('holds its beginning and not its end', () => {
    expect([359, 360, 1_319, 1_320].map((minute) => inWindow(six, eve, minute))).toEqual([false, true, true, false])
  })

  test('goes over midnight where it ends before it begins', () => {
    expect([1_319, 1_320, 0, 359, 360].map((minute) => inWindow(eve, six, minute))).toEqual([false, true, true, true, false])
  })

  test('is the whole day where both ends are one', () => {
    expect([0, 719, 720, 1_439].every((minute) => inWindow(720, 720, minute))).toBe(true)
  })

  test('is written as its ends are, each where there is one', () => {
    expect(windowText(0, 1_439)).toEqual({ from: '00:00', to: '23:59' })
    expect(windowText(null, 425)).toEqual({ from: null, to: '07:05' })
  })

  test('is read back as it was written', () => {
    for (let minute = 0; minute < 1_440; minute++) expect(minuteOf(hhmmOf(minute))).toBe(minute)
  })
})
