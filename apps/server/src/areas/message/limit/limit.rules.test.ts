import { describe, expect, test } from 'vitest'
import { dayAt, hoursFault, marketingOpenForS, marketingQuietForS, quietForS } from './limit.rules.ts'

const CHINA = 480
const at = (clock: string) => new Date(`2026-11-23T${clock}+08:00`)
const limits = (quietFrom: string | null, quietTo: string | null) => ({
  quietFrom,
  quietTo,
  remindersPerDay: null,
  marketingPer30Days: null,
})

describe('quiet hours', () => {
  test.each<[string, string | null, string | null, string, number | null]>([
    ['of none there are none', null, null, '03:00:00', null],
    ['hold before midnight', '22:00', '08:00', '22:00:00', 36_000],
    ['hold after midnight', '22:00', '08:00', '01:30:20', 23_380],
    ['end on the minute', '22:00', '08:00', '08:00:00', null],
    ['begin on the minute', '22:00', '08:00', '21:59:59', null],
    ['hold within a day', '12:00', '14:00', '13:59:59', 1],
    ['end within a day', '12:00', '14:00', '14:00:00', null],
    ['end at midnight', '20:00', '00:00', '23:00:00', 3_600],
  ])('%s', (_, from, to, clock, left) => expect(quietForS(limits(from, to), at(clock), CHINA)).toBe(left))

  test('are those of the city’s clock', () => {
    expect(quietForS(limits('22:00', '08:00'), at('01:30:00'), 0)).toBeNull()
    expect(quietForS(limits('22:00', '08:00'), at('06:30:00'), 0)).toBe(34_200)
  })

  test('of marketing hold at night where a city has none of its own', () => {
    expect(marketingQuietForS(limits(null, null), at('23:00:00'), CHINA)).toBe(32_400)
    expect(marketingQuietForS(limits(null, null), at('12:00:00'), CHINA)).toBeNull()
    expect(marketingQuietForS(limits('12:00', '14:00'), at('23:00:00'), CHINA)).toBeNull()
    expect(marketingQuietForS(limits('12:00', '14:00'), at('13:00:00'), CHINA)).toBe(3_600)
  })

  test('of marketing hold or begin at some time, whatever the hour', () => {
    for (const [from, to] of [
      [null, null],
      ['12:00', '14:00'],
      ['22:00', '08:00'],
    ] as const)
      for (let minute = 0; minute < 1_440; minute += 7) {
        const now = new Date(at('00:00:00').getTime() + minute * 60_000)
        const [quiet, open] = [marketingQuietForS(limits(from, to), now, CHINA), marketingOpenForS(limits(from, to), now, CHINA)]
        expect((quiet === null) !== (open === null), `${from} ${minute}`).toBe(true)
      }
    expect(marketingOpenForS(limits(null, null), at('21:59:30'), CHINA)).toBe(30)
  })

  test('have two ends that differ', () => {
    expect(hoursFault(null, null)).toBeNull()
    expect(hoursFault('22:00', '08:00')).toBeNull()
    expect(hoursFault('22:00', null)).toBe('BOTH')
    expect(hoursFault(null, '08:00')).toBe('BOTH')
    expect(hoursFault('08:00', '08:00')).toBe('SAME')
  })
})

test('a day begins at midnight of the city', () => {
  expect(dayAt(at('00:00:00'), CHINA)).toEqual({ began: at('00:00:00'), forS: 86_400 })
  expect(dayAt(new Date(at('23:59:59').getTime() + 250), CHINA)).toEqual({ began: at('00:00:00'), forS: 1 })
})
