import { orderFileKind, stageOf } from '@chauffeur/contract/quality/photo-model'
import { STANDARD_PHOTO_RULES } from '@chauffeur/contract/quality/photo-rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { awayOf, flagsOf, type PhotoFacts, type TripFacts } from './flags.rules.ts'

const MINUTE = 60_000
const rules = { ...STANDARD_PHOTO_RULES, offPlaceM: 500, offTimeMinutes: 10 }
const start = { lat: 30.27, lng: 120.15 }
const goal = { lat: 30.3, lng: 120.2 }
const north = ({ lat, lng }: typeof start, metres: number) => ({ lat: lat + metres / 111_195, lng })
const trip: TripFacts = {
  acceptedAt: 0,
  departAt: 20 * MINUTE,
  endedAt: 50 * MINUTE,
  overAt: 55 * MINUTE,
  begins: [start, north(start, 800)],
  ends: [goal],
}
const photo = (more: Partial<PhotoFacts>): PhotoFacts => ({
  kind: 'BEFORE_FRONT',
  takenAt: 15 * MINUTE,
  uploadedAt: 16 * MINUTE,
  place: start,
  accuracyM: null,
  blank: false,
  again: false,
  known: true,
  ...more,
})
const found = (more: Partial<PhotoFacts>, of = trip) => flagsOf(photo(more), of, rules, awayOf(photo(more), of))

describe('where and when a picture was taken', () => {
  test('is right at the pick-up, or where the driver stood as they set out', () => {
    expect(found({})).toEqual([])
    expect(found({ place: north(start, 1_200) })).toEqual([])
    expect(found({ place: north(start, 1_400) })).toEqual(['OFF_PLACE'])
    expect(awayOf(photo({ place: north(start, 1_400) }), trip)).toBe(600)
    // The camera itself was not sure.
    expect(found({ place: north(start, 1_400), accuracyM: 200 })).toEqual([])
  })

  test('is held against the end of the trip afterwards, and a receipt against no place', () => {
    const after = { takenAt: 52 * MINUTE, uploadedAt: 53 * MINUTE }
    expect(found({ kind: 'PARKED', place: goal, ...after })).toEqual([])
    expect(found({ kind: 'PARKED', place: start, ...after })).toEqual(['OFF_PLACE'])
    expect(found({ kind: 'RECEIPT', place: north(start, 9_000), ...after })).toEqual([])
    expect(found({ kind: 'RECEIPT', place: null, ...after })).toEqual([])
  })

  test.each<[number, string[]]>([
    [-11, ['OFF_TIME']],
    [-9, []],
    [25, []],
    [27, ['OFF_TIME']],
  ])('taken %i minutes after acceptance: %j', (minutes, flags) => expect(found({ takenAt: minutes * MINUTE })).toEqual(flags))

  test('a picture is not older than its trip nor younger than its upload, however the trip goes on', () => {
    const underway = { ...trip, departAt: null, endedAt: null, overAt: null, ends: [] }
    expect(found({ takenAt: 100 * MINUTE, uploadedAt: 100 * MINUTE }, underway)).toEqual([])
    expect(found({ takenAt: 200 * MINUTE, uploadedAt: 100 * MINUTE }, underway)).toEqual(['OFF_TIME'])
  })

  test('what is missing is said; nothing of it is asked of one that was taken again, or that came before', () => {
    expect(found({ place: null, takenAt: null, blank: true })).toEqual(['NO_PLACE', 'NO_TIME', 'BLANK'])
    expect(found({ place: goal, takenAt: 900 * MINUTE, again: true })).toEqual([])
    expect(found({ place: null, takenAt: null, known: false })).toEqual([])
  })

  test('the nearer and the closer in time a picture is, the less is said of it', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...orderFileKind.options),
        fc.integer({ min: 0, max: 5_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        (kind, near, further) => {
          const at = stageOf(kind) === 'AFTER' ? goal : start
          const of = (metres: number) =>
            found({ kind, place: north(at, metres), takenAt: 52 * MINUTE, uploadedAt: 53 * MINUTE }).includes('OFF_PLACE')
          expect(of(Math.min(near, further)) && !of(Math.max(near, further) + 900)).toBe(false)
        },
      ),
    ))
})
