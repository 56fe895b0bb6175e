import { describe, expect, test } from 'vitest'
import { firstDay, growthFigures, onlineDays, serviceFigures } from './life.view.ts'

describe('the calendar of time on duty', () => {
  test.each([
    ['2026-11-24', 1, '2026-11-23'],
    ['2026-11-23', 1, '2026-11-23'],
    ['2026-11-29', 1, '2026-11-23'],
    ['2026-11-24', 26, '2026-06-01'],
    ['2027-01-01', 2, '2026-12-21'],
  ])('until %s, %i weeks, begins on Monday %s', (today, weeks, first) => expect(firstDay(today, weeks)).toBe(first))

  test('has every day to today and no later one, and adds up what was driven in two cities', () => {
    const days = onlineDays(
      [
        { day: '2026-11-23', onlineS: 3_600 },
        { day: '2026-11-23', onlineS: 1_800 },
        { day: '2025-01-01', onlineS: 60 },
      ],
      '2026-11-24',
      2,
    )
    expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 9 }, (_, at) => `2026-11-${16 + at}`))
    expect(days.map(({ value }) => value)).toEqual([0, 0, 0, 0, 0, 0, 0, 5_400, 0])
  })
})

test('growth begins with the week before the first experience, and is nothing without any', () => {
  const week = (day: number, exp: number | null) => ({ week: `2026-11-${day}`, exp, level: 1 })
  const { keys, series } = growthFigures({ weeks: [week(10, null), week(17, null), week(24, 30)] })
  expect([keys, ...series.map(({ values }) => values)]).toEqual([
    ['2026-11-17', '2026-11-24'],
    [0, 30],
    [1, 1],
  ])
  expect(growthFigures({ weeks: [week(10, null)] }).series.every(({ values }) => values.length === 0)).toBe(true)
})

test('who may not see orders is shown what was said of the driver alone', () => {
  const month = { month: '2026-11', praises: 1, complaints: 0 }
  expect(serviceFigures({ months: [{ ...month, served: null, cancelled: null }] }).series).toHaveLength(2)
  expect(serviceFigures({ months: [{ ...month, served: 4, cancelled: 0 }] }).series).toHaveLength(4)
})
