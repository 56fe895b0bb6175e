import type { PeakTimes } from '@chauffeur/contract/driver/online'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countDay, DAY_S, dayOf, midnightOf, type Span } from './online.rules.ts'

const SHANGHAI = 480
/** Friday, the twentieth of November 2026, midnight in Shanghai. */
const FRIDAY = Date.parse('2026-11-20T00:00:00+08:00') / 1000
const none: PeakTimes = { windows: [], targetOnlineS: null, targetPeakS: null }
const hour = (h: number) => FRIDAY + h * 3_600
const evening = { name: '晚高峰', weekMask: 127, from: '20:00:00', to: '24:00:00' }

describe('a day on duty', () => {
  test('over midnight of the city each day has its own part', () => {
    const night = [{ from: hour(22), to: hour(25) }]
    expect(countDay(night, FRIDAY, SHANGHAI, none)).toMatchObject({ onlineS: 7_200, times: 1, lastAt: hour(24) })
    expect(countDay(night, FRIDAY + DAY_S, SHANGHAI, none)).toMatchObject({
      onlineS: 3_600,
      firstAt: hour(24),
      hourS: [3_600, ...Array<number>(23).fill(0)],
    })
    expect(countDay(night, FRIDAY + 2 * DAY_S, SHANGHAI, none)).toBeNull()
    // In UTC the same is one day.
    expect([dayOf(FRIDAY, SHANGHAI), midnightOf(hour(23.9), SHANGHAI), midnightOf(hour(24), SHANGHAI)]).toEqual([
      '2026-11-20',
      FRIDAY,
      FRIDAY + DAY_S,
    ])
  })

  test('windows count on their days of the week; two over each other count once together', () => {
    const weekend = { name: '周末', weekMask: 0b1100000, from: '12:00:00', to: '24:00:00' }
    const late = { name: '深夜', weekMask: 127, from: '23:00:00', to: '24:00:00' }
    const windows = [evening, late, weekend]
    const spans = [{ from: hour(19), to: hour(24) }]
    const friday = countDay(spans, FRIDAY, SHANGHAI, { ...none, windows })
    expect(friday).toMatchObject({ onlineS: 18_000, peakS: 14_400 })
    expect(friday?.peaks.map(({ name, onlineS }) => [name, onlineS])).toEqual([
      ['晚高峰', 14_400],
      ['深夜', 3_600],
    ])
    expect(countDay([{ from: hour(24 + 12), to: hour(24 + 13) }], FRIDAY + DAY_S, SHANGHAI, { ...none, windows })?.peakS).toBe(3_600)
  })

  test('who was there long enough attended; nothing is asked where there is no target, nor of a day without windows', () => {
    const worked = [{ from: hour(18), to: hour(22) }]
    const judged = (times: Partial<PeakTimes>) => countDay(worked, FRIDAY, SHANGHAI, { ...none, ...times })?.attended
    expect(judged({})).toBeNull()
    expect(judged({ targetPeakS: 3_600 })).toBeNull()
    expect(judged({ targetOnlineS: 14_400 })).toBe(true)
    expect(judged({ targetOnlineS: 14_401 })).toBe(false)
    expect(judged({ windows: [evening], targetPeakS: 7_201 })).toBe(false)
    // More than the windows of the day are long is more than anybody can do.
    expect(judged({ windows: [{ ...evening, to: '22:00:00' }], targetPeakS: 86_400 })).toBe(true)
  })
})

const second = fc.integer({ min: -30_000, max: 2 * DAY_S + 30_000 })
const sessions = fc.array(
  fc.tuple(second, fc.integer({ min: 0, max: 40_000 })).map(([from, s]): Span => ({ from: FRIDAY + from, to: FRIDAY + from + s })),
  { maxLength: 6 },
)
const clock = (s: number) => [Math.floor(s / 3_600), Math.floor(s / 60) % 60, s % 60].map((n) => String(n).padStart(2, '0')).join(':')
const windows = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: DAY_S - 1 }), fc.integer({ min: 1, max: DAY_S }), fc.integer({ min: 1, max: 127 }))
    .map(([from, s, weekMask]) => ({ name: '时段', weekMask, from: clock(from), to: clock(Math.min(DAY_S, from + s)) })),
  { maxLength: 3 },
)

test('the count is that of somebody who looks every second', () => {
  fc.assert(
    fc.property(sessions, windows, fc.constantFrom(0, 1), fc.constantFrom(SHANGHAI, 330, -210), (spans, given, later, offset) => {
      const midnight = midnightOf(FRIDAY, offset) + later * DAY_S
      const weekday = (new Date((midnight + offset * 60) * 1000).getUTCDay() + 6) % 7
      const today = given.filter(({ weekMask }) => (weekMask >> weekday) & 1)
      let onlineS = 0
      let peakS = 0
      const hourS = Array<number>(24).fill(0)
      const eachS = today.map(() => 0)
      for (let s = 0; s < DAY_S; s++) {
        if (!spans.some(({ from, to }) => from <= midnight + s && midnight + s < to)) continue
        onlineS++
        hourS[Math.floor(s / 3_600)]!++
        const now = clock(s)
        const within = today.map(({ from, to }) => from <= now && now < to)
        if (within.some(Boolean)) peakS++
        for (const [i, is] of within.entries()) if (is) eachS[i]!++
      }
      const counted = countDay(spans, midnight, offset, { ...none, windows: given })
      if (onlineS === 0) expect(counted).toBeNull()
      else {
        expect(counted).toMatchObject({ onlineS, peakS, hourS })
        expect(counted?.peaks.map((peak) => peak.onlineS)).toEqual(eachS)
      }
    }),
    { numRuns: 40 },
  )
})
