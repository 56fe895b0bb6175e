import { describe, expect, test } from 'vitest'
import { checkAnswer, checksDue, type DutyRules } from './duty.rules.ts'

const NOW = Date.parse('2026-11-23T04:00:00Z')
const hoursAgo = (hours: number, ms = 0) => new Date(NOW - hours * 3_600_000 + ms)
const rules: DutyRules = {
  faceRequired: true,
  faceEveryHours: 24,
  insuranceRequired: true,
  insuranceEveryHours: 720,
  photosBeforeDepart: 0,
  receiptFromFen: null,
}

describe('checks before duty', () => {
  test('who never passed one passes all that the city requires, the face first', () => {
    expect(checksDue(rules, {}, NOW)).toEqual(['FACE', 'INSURANCE'])
    expect(checksDue({ ...rules, faceRequired: false }, {}, NOW)).toEqual(['INSURANCE'])
    expect(checksDue({ ...rules, faceRequired: false, insuranceRequired: false }, {}, NOW)).toEqual([])
  })

  test('one that was passed holds for its hours and not a moment longer', () => {
    expect(checksDue(rules, { FACE: hoursAgo(24, 1), INSURANCE: hoursAgo(720, 1) }, NOW)).toEqual([])
    expect(checksDue(rules, { FACE: hoursAgo(24), INSURANCE: hoursAgo(719) }, NOW)).toEqual(['FACE'])
    expect(checksDue(rules, { FACE: hoursAgo(1), INSURANCE: hoursAgo(720) }, NOW)).toEqual(['INSURANCE'])
  })

  test('each has its own hours: a face that was shown says nothing of the insurance', () => {
    expect(checksDue({ ...rules, insuranceEveryHours: 1 }, { FACE: hoursAgo(2), INSURANCE: hoursAgo(2) }, NOW)).toEqual(['INSURANCE'])
  })

  test('a check that is asked for every time holds for nothing', () => {
    expect(checksDue({ ...rules, insuranceRequired: false, faceEveryHours: 0 }, { FACE: hoursAgo(0) }, NOW)).toEqual(['FACE'])
  })
})

describe('what a provider says', () => {
  test('is a clear yes or no; a reason that is no text is none, and a long one is cut', () => {
    expect(checkAnswer.parse({ passed: true })).toEqual({ passed: true, reason: '' })
    expect(checkAnswer.parse({ passed: false, reason: 42 })).toEqual({ passed: false, reason: '' })
    expect(checkAnswer.parse({ passed: false, reason: 'x'.repeat(300) }).reason).toHaveLength(200)
  })

  test.each([{}, { passed: 'true' }, { passed: 1 }, { passed: null }, 'passed', null])('%j lets nobody on duty', (said) => {
    expect(checkAnswer.safeParse(said).success).toBe(false)
  })
})
