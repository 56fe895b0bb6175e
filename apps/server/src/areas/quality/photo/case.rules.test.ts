import { STANDARD_PHOTO_RULES as rules } from '@chauffeur/contract/quality/photo-rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allJudged, bringsAtOnce, isAnothers, whyOf } from './case.rules.ts'

test('new drivers and complaints are always looked at, of the others the share that the rules say', () => {
  expect(whyOf({ daysHere: 13, complaint: false, drawn: 9_999 }, rules)).toEqual(['NEW_DRIVER'])
  expect(whyOf({ daysHere: 14, complaint: false, drawn: 9_999 }, rules)).toEqual([])
  expect(whyOf({ daysHere: null, complaint: true, drawn: 0 }, rules)).toEqual(['COMPLAINT'])
  expect(whyOf({ daysHere: 100, complaint: true, drawn: 9_999 }, { ...rules, complaints: false })).toEqual([])
  expect(whyOf({ daysHere: 100, complaint: false, drawn: 499 }, rules)).toEqual(['SAMPLED'])
  expect(whyOf({ daysHere: 100, complaint: false, drawn: 500 }, rules)).toEqual([])
})

test('of ten thousand draws exactly the share is taken', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (sampleBp) => {
      const taken = Array.from({ length: 10_000 }, (_, drawn) => whyOf({ daysHere: 100, complaint: false, drawn }, { ...rules, sampleBp }))
      expect(taken.filter((why) => why.length > 0)).toHaveLength(sampleBp)
    }),
    { numRuns: 20 },
  ))

test('findings bring an order to reviewers at once where the rules name them', () => {
  expect(bringsAtOnce(['NO_PLACE'], rules)).toBe(false)
  expect(bringsAtOnce(['NO_PLACE', 'REUSED'], rules)).toBe(true)
  expect(bringsAtOnce(['REUSED'], { flags: [] })).toBe(false)
})

test('what another has in hand is theirs until their time is over; an order is done with once something was said of each picture', () => {
  const held = { state: 'IN_REVIEW' as const, claimed_by: '2', claimed_until: new Date(1_000) }
  expect([isAnothers(held, '1', 999), isAnothers(held, '1', 1_000), isAnothers(held, '2', 0)]).toEqual([true, false, false])
  expect([allJudged(['OK', 'RETAKE', 'RETAKEN']), allJudged(['OK', 'NONE'])]).toEqual([true, false])
})
