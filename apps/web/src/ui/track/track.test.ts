import { describe, expect, it } from 'vitest'
import { distanceM } from '../map-points/geo.ts'
import { pacedPieces, paceOf, placeAt, speedSteps, trackOf, type TrackPoint } from './track.ts'

const fix = (s: number, lng: number, lat = 30): TrackPoint => ({ atMs: s * 1000, lng, lat })
/** Ten seconds apart, eastward, a hundred metres or so each time. */
const drive = (fromS: number, count: number, lng = 120) => Array.from({ length: count }, (_, n) => fix(fromS + n * 10, lng + n * 0.001))

describe('a trip that is replayed', () => {
  it('is the same whatever order its fixes came in, and a fix told twice counts once', () => {
    const fixes = drive(0, 10)
    const shuffled = [...fixes.slice(5), ...fixes.slice(0, 5), ...fixes.slice(3, 6)]
    expect(trackOf(shuffled)).toEqual(trackOf(fixes))
  })

  it('shows the driver between two fixes, heading the way they drive, at the speed they drive', () => {
    const track = trackOf(drive(0, 10))
    const place = placeAt(track, 45_000)
    expect(place?.lng).toBeCloseTo(120.0045, 9)
    expect(place?.headingDeg).toBeCloseTo(90, 5)
    expect(place?.known).toBe(true)
    expect(place?.speedMps).toBeCloseTo(distanceM(fix(0, 120), fix(0, 120.001)) / 10, 3)
    expect(place?.walkedM).toBeCloseTo(4.5 * distanceM(fix(0, 120), fix(0, 120.001)), 2)
  })

  it('stands still before its first fix and after its last', () => {
    const track = trackOf(drive(100, 3), { fromMs: 80_000, toMs: 130_000 })
    expect(placeAt(track, 80_000)?.lng).toBe(120)
    expect(placeAt(track, 129_000)?.lng).toBeCloseTo(120.002, 9)
    expect([track.fromMs, track.toMs, track.gaps]).toEqual([80_000, 130_000, []])
  })

  it('a car that waits at a light covers no distance, however its position wanders', () => {
    const waiting = Array.from({ length: 60 }, (_, n) => fix(n, 120 + (n % 2) * 0.00005))
    expect(trackOf(waiting).walkedM.at(-1)).toBe(0)
  })
})

describe('where fixes are missing', () => {
  const track = trackOf([...drive(0, 4), ...drive(330, 4, 120.05)])

  it('the way is a gap, apart from what is known, and its straight line is counted', () => {
    expect(track.stretches).toEqual([
      { gap: false, from: 0, to: 3 },
      { gap: true, from: 3, to: 4 },
      { gap: false, from: 4, to: 7 },
    ])
    expect(track.gaps).toEqual([{ fromMs: 30_000, toMs: 330_000 }])
    expect(track.walkedM[4]).toBeCloseTo(distanceM(fix(0, 120), fix(0, 120.05)), 0)
  })

  it('the place is reckoned, and says so; the speed is not guessed', () => {
    const place = placeAt(track, 180_000)
    expect([place?.known, place?.speedMps]).toEqual([false, null])
    expect(place?.lng).toBeCloseTo((120.003 + 120.05) / 2, 9)
    expect(placeAt(track, 340_000)?.known).toBe(true)
  })

  it('also at both ends of the trip', () => {
    expect(trackOf(drive(100, 3), { fromMs: 0, toMs: 300_000 }).gaps).toEqual([
      { fromMs: 0, toMs: 100_000 },
      { fromMs: 120_000, toMs: 300_000 },
    ])
  })

  it('a trip without a single fix has no place, and is one gap', () => {
    const nothing = trackOf([], { fromMs: 0, toMs: 600_000 })
    expect(placeAt(nothing, 5)).toBeNull()
    expect(nothing.gaps).toEqual([{ fromMs: 0, toMs: 600_000 }])
  })
})

describe('how fast it was', () => {
  it('has four paces, and a piece of the way for each change', () => {
    expect([0, 2.7, 2.8, 8.4, 16.6, 16.7].map(paceOf)).toEqual([0, 0, 1, 2, 2, 3])
    const slowThenFast = [...drive(0, 10), ...Array.from({ length: 10 }, (_, n) => fix(100 + n * 10, 120.009 + (n + 1) * 0.0025))]
    const track = trackOf(slowThenFast)
    const pieces = pacedPieces(track, 0, 19)
    expect([pieces[0]?.pace, pieces.at(-1)?.pace]).toEqual([2, 3])
    expect(pieces.map(({ from, to }) => to - from).reduce((a, b) => a + b)).toBe(19)
    expect(pieces.slice(1).every(({ from }, n) => from === pieces[n]?.to)).toBe(true)
  })

  it('is told step by step, and nowhere where no fix says', () => {
    const steps = speedSteps(trackOf([...drive(0, 4), ...drive(330, 4, 120.05)]), 36)
    const mean = distanceM(fix(0, 120), fix(0, 120.001)) / 10
    expect(steps[1]).toBeCloseTo(mean, 0)
    expect(steps.slice(4, 32)).toEqual(Array.from({ length: 28 }, () => null))
    expect(speedSteps(trackOf([], { fromMs: 0, toMs: 1 }), 2)).toEqual([null, null])
  })
})

describe('where the car stood', () => {
  const standing = Array.from({ length: 10 }, (_, n) => fix(100 + n * 10, 120.01 + (n % 2) * 0.0001))
  it('is a stop with its time, once it is long enough, however the position wanders', () => {
    const track = trackOf([...drive(0, 10), ...standing, ...drive(200, 5, 120.012)])
    expect(track.stops).toHaveLength(1)
    expect(track.stops[0]).toMatchObject({ fromMs: 100_000, toMs: 190_000 })
    expect(track.stops[0]?.lng).toBeCloseTo(120.01, 3)
    expect(trackOf(standing.slice(0, 6)).stops).toEqual([])
    expect(trackOf(drive(0, 30)).stops).toEqual([])
  })
  it('is not a stretch without fixes', () => {
    expect(trackOf([fix(0, 120), fix(300, 120.0001), fix(600, 120)]).stops).toEqual([])
  })
})
