import { describe, expect, it } from 'vitest'
import { localWeekday, onWeekday } from '#platform/values/local-clock'
import { surchargesAt } from './rate.rules.ts'

// Friday the 13th of March, 22:00 in China.
const at = { departAt: Date.parse('2026-03-13T14:00:00Z'), utcOffsetMinutes: 480 }
const flat = (flatFen: number) => ({ flatFen, rateBp: null })
const factor = (rateBp: number) => ({ flatFen: null, rateBp })
const rate = (more: object = {}) => ({ weekMask: 127, fromS: 21 * 3600, toS: 24 * 3600, rateBp: 12_000, maxFen: null, ...more })

describe('surcharges of a departure', () => {
  it('a rate counts from its first second to before its last, by the city’s clock', () => {
    const rateAt = (departAt: string) =>
      surchargesAt([rate({ toS: 22 * 3600 })], [], { ...at, departAt: Date.parse(departAt) }).dynamicRateBp
    expect(rateAt('2026-03-13T13:00:00Z')).toBe(12_000)
    expect(rateAt('2026-03-13T13:59:59.999Z')).toBe(12_000)
    expect(rateAt('2026-03-13T14:00:00Z')).toBe(10_000)
    expect(rateAt('2026-03-13T12:59:59Z')).toBe(10_000)
  })
  it('of several the highest counts alone, with its own limit', () => {
    const weather = [flat(500), factor(12_000), flat(800), factor(11_000)]
    expect(surchargesAt([rate(), rate({ rateBp: 15_000, maxFen: 2000 })], weather, at)).toEqual({
      dynamicRateBp: 15_000,
      dynamicMaxFen: 2000,
      weatherFen: 800,
      weatherRateBp: 12_000,
    })
  })
  it('days outside the week mask pay nothing more', () => {
    expect(surchargesAt([rate({ weekMask: 0b0010000 })], [], at).dynamicRateBp).toBe(12_000)
    expect(surchargesAt([rate({ weekMask: 0b1101111 })], [], at)).toEqual({
      dynamicRateBp: 10_000,
      dynamicMaxFen: null,
      weatherFen: 0,
      weatherRateBp: 10_000,
    })
  })
  it('weekdays are the city’s, before 1970 too', () => {
    expect(localWeekday(0, 0)).toBe(3)
    expect(localWeekday(-1, 0)).toBe(2)
    expect(localWeekday(Date.parse('2026-03-15T16:00:00Z'), 480)).toBe(0)
    expect([0, 1, 2, 3, 4, 5, 6].filter((day) => onWeekday(0b1000001, day))).toEqual([0, 6])
  })
})
