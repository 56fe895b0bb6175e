import { describe, expect, it } from 'vitest'
import { clustersOf } from './cluster.ts'
import { donutArcs } from './donut.ts'
import { gathered, mercatorX, mercatorY, middleOf } from './geo.ts'
import { bearingDeg, headingOf, metresBetween } from './heading.ts'
import { chooseLabels } from './label-choice.ts'
import { createPointStore, type MapPoint } from './point-store.ts'
import { packPoints, POINT_BYTES } from './points-pack.ts'

const at = (id: string, lng: number, lat: number, more: Partial<MapPoint> = {}): MapPoint => ({
  id,
  lng,
  lat,
  tone: 1,
  fixedAtMs: 0,
  ...more,
})
/** What the graphics card is told of the only point: degrees, or null for a dot. */
const drawnHeading = (store: ReturnType<typeof createPointStore>, nowMs: number) => {
  const code = new Uint8Array(packPoints(store, nowMs).bytes, POINT_BYTES - 2, 1)[0] as number
  return code === 255 ? null : code * 1.5
}

describe('which way a driver points', () => {
  it('is where they went between two positions when the telephone does not say', () => {
    const store = createPointStore()
    store.apply([at('7', 120, 30)], [], 0)
    expect(drawnHeading(store, 0)).toBeNull()
    store.apply([at('7', 120.001, 30, { fixedAtMs: 5_000 })], [], 5_000)
    expect(drawnHeading(store, 5_000)).toBe(90)
    store.apply([at('7', 120.001, 30.001, { fixedAtMs: 10_000 })], [], 10_000)
    expect(drawnHeading(store, 10_000)).toBe(0)
  })

  it('is what the telephone says where it does', () => {
    const store = createPointStore()
    store.apply([at('7', 120, 30, { headingDeg: 270 })], [], 0)
    expect(drawnHeading(store, 0)).toBe(270)
    expect(headingOf(0.8, 0.4, 0.8001, 0.4, -90)).toBe(270)
  })

  it('is nowhere once they stand, and a position that wanders turns nobody', () => {
    const store = createPointStore()
    store.apply([at('7', 120, 30, { headingDeg: 90 })], [], 0)
    for (let s = 5; s <= 25; s += 5) store.apply([at('7', 120 + (s % 2) * 0.00003, 30, { fixedAtMs: s * 1000 })], [], s * 1000)
    expect(drawnHeading(store, 25_000)).toBeNull()
    store.apply([at('7', 120.001, 30, { fixedAtMs: 30_000 })], [], 30_000)
    store.age(45_000)
    expect(drawnHeading(store, 45_000)).toBe(90)
    store.age(51_000)
    expect(drawnHeading(store, 51_000)).toBeNull()
  })

  it('is not guessed over a great leap', () => {
    expect(headingOf(mercatorX(120), mercatorY(30), mercatorX(120.1), mercatorY(30), null)).toBeNull()
    expect(bearingDeg(mercatorX(120), mercatorY(30), mercatorX(120), mercatorY(29.99))).toBe(180)
    expect(metresBetween(mercatorX(120), mercatorY(30), mercatorX(120.001), mercatorY(30))).toBeCloseTo(96.3, 0)
  })
})

describe('drivers seen from far away, by state', () => {
  it('are a ring that is cut as they are, and one of a thousand is still seen', () => {
    const arcs = donutArcs([0, 30, 10])
    expect(arcs.map(({ tone }) => tone)).toEqual([1, 2])
    expect(arcs[0]?.to).toBeCloseTo(Math.PI * 1.5, 6)
    expect(arcs.at(-1)?.to).toBeCloseTo(2 * Math.PI, 6)
    const [rare] = donutArcs([1, 999])
    expect((rare?.to ?? 0) - (rare?.from ?? 0)).toBeGreaterThan(0.3)
    expect(donutArcs([0, 0])).toEqual([])
  })

  it('keep their states when two groups become one', () => {
    const store = createPointStore()
    store.apply([at('1', 120, 30, { tone: 1 }), at('2', 120.001, 30, { tone: 5 }), at('3', 120.3, 30, { tone: 5 })])
    const [group] = clustersOf(store, 4)
    expect([group?.count, group?.tones[1], group?.tones[5]]).toEqual([3, 1, 2])
  })
})

describe('numbers beside drivers', () => {
  const wish = (id: string, x: number, y = 0) => ({ id, x, y, width: 40, height: 13 })
  it('never cover each other', () => {
    expect(chooseLabels([wish('a', 0), wish('b', 30), wish('c', 41)], new Set()).map(({ id }) => id)).toEqual(['a', 'c'])
    expect(chooseLabels([wish('a', 60), wish('b', 99, 12)], new Set()).map(({ id }) => id)).toEqual(['a'])
  })
  it('stay with whom they were shown for, while others pass', () => {
    expect(chooseLabels([wish('a', 0), wish('b', 30)], new Set(['b'])).map(({ id }) => id)).toEqual(['b'])
  })
})

describe('what a map is fitted to', () => {
  it('is where the drivers are, not the one in another town', () => {
    const city = Array.from({ length: 60 }, (_, n) => ({ lng: 120 + (n % 8) * 0.01, lat: 30 + Math.floor(n / 8) * 0.01 }))
    expect(gathered([...city, { lng: 121.4, lat: 31.2 }])).toEqual(city)
    expect(gathered(city.slice(0, 3))).toHaveLength(3)
  })
  it('spread over several cities is all of them', () => {
    const cities = [120, 104, 114].flatMap((lng) => Array.from({ length: 30 }, (_, n) => ({ lng: lng + n * 0.001, lat: 30 })))
    expect(gathered(cities)).toHaveLength(90)
  })
  it('the name of an area stands in its middle, however many corners one side has', () => {
    const square = [
      { lng: 0, lat: 0 },
      { lng: 0.5, lat: 0 },
      { lng: 0.9, lat: 0 },
      { lng: 1, lat: 0 },
      { lng: 1, lat: 1 },
      { lng: 0, lat: 1 },
    ]
    expect(middleOf(square).lng).toBeCloseTo(0.5, 9)
    expect(middleOf(square).lat).toBeCloseTo(0.5, 9)
    expect(middleOf([{ lng: 1, lat: 1 }])).toEqual({ lng: 1, lat: 1 })
  })
})
