import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Traced } from '#areas/driver/state'
import { mergeTracks, openTrack, sealTrack } from './track-code.rules.ts'

const START = Date.UTC(2026, 10, 20, 14)
const anyTrack = fc
  .array(
    fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
      afterMs: fc.integer({ min: 0, max: 36 * 3_600_000 }),
      accuracyM: fc.option(fc.integer({ min: 0, max: 100_000 })),
    }),
    { minLength: 1, maxLength: 300 },
  )
  .map((points): Traced[] => points.map(({ afterMs, ...point }) => ({ ...point, at: START + afterMs })).sort((a, b) => a.at - b.at))

test('a sealed track opens as it was: every moment and accuracy, and each place to a tenth of a metre', () => {
  fc.assert(
    fc.property(anyTrack, (points) => {
      const opened = openTrack(sealTrack(points))
      expect(opened.map(({ at, accuracyM }) => [at, accuracyM])).toEqual(points.map(({ at, accuracyM }) => [at, accuracyM]))
      for (const [i, { lat, lng }] of opened.entries()) {
        expect(Math.abs(lat - points[i]!.lat)).toBeLessThan(1e-6)
        expect(Math.abs(lng - points[i]!.lng)).toBeLessThan(1e-6)
      }
    }),
  )
})

test('an hour of a town trip takes less than a tenth of what its points took as rows', () => {
  let heading = 0
  let [lat, lng] = [30.27, 120.15]
  const points = Array.from({ length: 720 }, (_, i): Traced => {
    heading += Math.sin(i) * 0.7
    lat += (Math.cos(heading) * 45) / 111_195
    lng += (Math.sin(heading) * 45) / 96_000
    return { lat, lng, at: START + i * 5_000 + (i % 7) * 31, accuracyM: 5 + (i % 9) }
  })
  const { path, times } = sealTrack(points)
  // A row: 24 bytes of header, 4 of line pointer, 7 columns, and its entry in the index.
  const rowBytes = 28 + 48 + 40
  expect((path.length + times.length) / points.length).toBeLessThan(rowBytes / 10)
})

test('points that came after the sealing take their place, and one that is there already is no second one', () => {
  const at = (seconds: number): Traced => ({ lat: 30, lng: 120, at: START + seconds * 1_000, accuracyM: null })
  expect(mergeTracks([at(0), at(20)], [at(10), at(20)]).map((point) => (point.at - START) / 1_000)).toEqual([0, 10, 20])
})

test('two lines that do not belong together are no track', () => {
  const one = sealTrack([{ lat: 30, lng: 120, at: START, accuracyM: 5 }])
  expect(() => openTrack({ ...one, times: '' })).toThrow('1 places and 0 moments')
})
