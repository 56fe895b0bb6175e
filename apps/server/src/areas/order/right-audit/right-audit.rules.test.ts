import { STANDARD_AUDIT_RULES } from '@chauffeur/contract/order/right-audit-rules'
import { describe, expect, test } from 'vitest'
import { failsNow, hitsOf, nightHours, sampleBpOf, type UseFacts } from './right-audit.rules.ts'

const usual: UseFacts = {
  pairUses: 1,
  nightUses: 1,
  apartM: 8_000,
  distanceM: 9_500,
  driverPhone: false,
  coveredFen: 6_000,
  noTrack: false,
}
const hits = (facts: Partial<UseFacts>, change: Partial<typeof STANDARD_AUDIT_RULES.riskRules> = {}) =>
  hitsOf({ ...usual, ...facts }, { riskRules: { ...STANDARD_AUDIT_RULES.riskRules, ...change } })

describe('the rules of the audit', () => {
  test('let a usual trip go', () => expect(hits({})).toEqual([]))

  test.each<[Partial<UseFacts>, string[]]>([
    [{ pairUses: 3 }, ['PAIR']],
    [{ pairUses: 2 }, []],
    [{ distanceM: 999 }, ['SHORT']],
    [{ distanceM: 1_000 }, []],
    [{ apartM: 300 }, ['SAME_PLACE']],
    [{ apartM: null }, []],
    [{ nightUses: 3 }, ['NIGHT']],
    [{ driverPhone: true }, ['DRIVER_PHONE']],
    [{ pairUses: 4, distanceM: 200, apartM: 20 }, ['PAIR', 'SHORT', 'SAME_PLACE']],
  ])('%o: %j', (facts, caught) => expect(hits(facts)).toEqual(caught))

  test('catch nothing while they are off', () => {
    expect(hits({ coveredFen: 50_000, noTrack: true })).toEqual([])
    expect(hits({ coveredFen: 50_000, noTrack: true }, { LARGE: { on: true, fen: 20_000 }, NO_TRACK: { on: true } })).toEqual([
      'LARGE',
      'NO_TRACK',
    ])
  })

  test('a night goes over midnight', () => {
    expect(nightHours({ on: true, count: 3, fromHour: 22, toHour: 5 })).toBe(7)
    expect(nightHours({ on: true, count: 3, fromHour: 0, toHour: 5 })).toBe(5)
    expect(nightHours({ on: true, count: 3, fromHour: 6, toHour: 6 })).toBe(24)
  })

  test('a right of its own rate is sampled by it', () => {
    const rates = { sampleBp: 300, rightSamples: [{ rightId: '7', sampleBp: 0 }] }
    expect([sampleBpOf(rates, '7'), sampleBpOf(rates, '8')]).toEqual([0, 300])
  })

  test('a driver’s appeal does not make a failed use good, a partner’s does not make a good one fail', () => {
    expect(failsNow({ state: 50, appeal_side: 'DRIVER' })).toBe(true)
    expect(failsNow({ state: 50, appeal_side: 'PARTNER' })).toBe(false)
    expect([0, 10, 20, 30, 40, 60].filter((state) => failsNow({ state: state as 0, appeal_side: null }))).toEqual([40, 60])
  })
})
