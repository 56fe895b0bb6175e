import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hhmmOf, instantOf, inWindow, localMinute, localWeekday, minuteOf, onWeekday, windowText } from './local-clock.ts'

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

describe('a day and a time that somebody wrote', () => {
  test('are an instant of that clock', () => {
    expect(instantOf('2026-11-24', '00:00:00', 480)).toEqual(new Date('2026-11-23T16:00:00Z'))
    expect(instantOf('2026-12-31', '23:59:59.999', 480)).toEqual(new Date('2026-12-31T15:59:59.999Z'))
    expect(instantOf('2026-11-24', '06:15:00', 345)).toEqual(new Date('2026-11-24T00:30:00Z'))
  })

  test.each([
    ['the 30th of February', '2026-02-30', '12:00:00'],
    ['the 29th of February of no leap year', '2026-02-29', '12:00:00'],
    ['the 31st of April', '2026-04-31', '12:00:00'],
    ['a thirteenth month', '2026-13-01', '12:00:00'],
    ['day nought', '2026-11-00', '12:00:00'],
    ['the hour twenty-four', '2026-11-24', '24:00:00'],
    ['a sixtieth minute', '2026-11-24', '12:60:00'],
    ['no day', '', '12:00:00'],
  ])('are none where they say %s', (_, day, time) => expect(instantOf(day, time, 480)).toBeNull())

  test('are read back as the clock showed them, whatever the instant and the city', () => {
    const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(instants, fc.integer({ min: -720, max: 840 }), (instant, minutes) => {
        const shown = new Date(instant.getTime() + minutes * 60_000).toISOString()
        expect(instantOf(shown.slice(0, 10), shown.slice(11, 23), minutes)).toEqual(instant)
      }),
    )
  })
})
