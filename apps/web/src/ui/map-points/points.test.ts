import { describe, expect, it } from 'vitest'
import { clustersOf } from './cluster.ts'
import { distanceM, mercatorX, mercatorY, worldPx } from './geo.ts'
import { createHitTest } from './hit.ts'
import { freshnessCode, glideMs } from './motion.ts'
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
const here = { lng: 120.1, lat: 30.2 }
const zoom = 14
const px = worldPx(zoom)

describe('a driver between two fixes', () => {
  it('is seen on the way, and at the new place when the time is up', () => {
    const store = createPointStore()
    store.apply([at('7', 120.1, 30.2)], [], 1_000)
    store.apply([at('7', 120.101, 30.2)], [], 3_000)
    const half = store.placeOf('7', 4_000)
    expect(half?.lng).toBeCloseTo(120.1005, 6)
    expect(store.placeOf('7', 5_000)?.lng).toBeCloseTo(120.101, 9)
    expect(store.glidesUntilMs()).toBe(5_000)
  })

  it('goes on from where it is seen when the next fix comes early', () => {
    const store = createPointStore()
    store.apply([at('7', 120.1, 30.2)], [], 0)
    store.apply([at('7', 120.102, 30.2)], [], 2_000)
    store.apply([at('7', 120.102, 30.201)], [], 3_000)
    expect(store.placeOf('7', 3_000)?.lng).toBeCloseTo(120.101, 6)
  })

  it('jumps when motion is unwelcome, after a long silence, or over a great distance', () => {
    const calm = createPointStore({ lessMotion: () => true })
    calm.apply([at('7', 120.1, 30.2)], [], 0)
    calm.apply([at('7', 120.101, 30.2)], [], 1_000)
    expect(calm.placeOf('7', 1_000)?.lng).toBeCloseTo(120.101, 9)
    expect(glideMs(90_000, 1e-7, 0, false)).toBe(0)
    expect(glideMs(1_000, 1e-3, 0, false)).toBe(0)
    expect(glideMs(1_000, 1e-7, 0, false)).toBe(1_000)
  })
})

describe('what is known of the drivers', () => {
  it('a driver who leaves takes nobody else away', () => {
    const store = createPointStore()
    store.apply([at('1', 120, 30), at('2', 121, 31), at('3', 122, 32)])
    store.apply([], ['1'])
    expect(store.length()).toBe(2)
    expect(store.placeOf('1')).toBeNull()
    expect(store.placeOf('3')?.lng).toBeCloseTo(122, 9)
    store.replace([at('2', 121, 31), at('9', 119, 29)])
    expect(['2', '9', '3'].map((id) => store.indexOf(id) !== undefined)).toEqual([true, true, false])
  })

  it('holds more than it was made for', () => {
    const store = createPointStore()
    store.apply(Array.from({ length: 3_000 }, (_, n) => at(String(n), 120 + n / 10_000, 30)))
    expect(store.placeOf('2999')?.lng).toBeCloseTo(120.2999, 7)
  })

  it('a position grows old without any event', () => {
    expect([0, 30_000, 30_001, 120_000, 120_001].map(freshnessCode)).toEqual([0, 0, 1, 1, 2])
    const store = createPointStore()
    let changes = 0
    store.apply([at('7', 120, 30, { fixedAtMs: 0 })], [], 0)
    store.subscribe(() => changes++)
    store.age(20_000)
    expect(changes).toBe(0)
    store.age(60_000)
    store.age(200_000)
    expect(store.count().freshness).toEqual([0, 0, 1])
    expect(changes).toBe(2)
  })
})

describe('the pointer over the map', () => {
  const hitAt = (store: ReturnType<typeof createPointStore>, place: { lng: number; lat: number }, now = 0) =>
    createHitTest(store)(mercatorX(place.lng), mercatorY(place.lat), 10, px, now)

  it('finds the nearest driver under it and none far away', () => {
    const store = createPointStore()
    store.apply([at('near', here.lng, here.lat), at('next', here.lng + 0.0004, here.lat)], [], 0)
    expect(hitAt(store, here)).toBe('near')
    expect(hitAt(store, { lng: here.lng + 0.0003, lat: here.lat })).toBe('next')
    expect(hitAt(store, { lng: here.lng + 0.05, lat: here.lat })).toBeNull()
  })

  it('finds a gliding driver where it is seen', () => {
    const store = createPointStore()
    store.apply([at('7', here.lng, here.lat)], [], 0)
    store.apply([at('7', here.lng + 0.0008, here.lat)], [], 2_000)
    expect(hitAt(store, here, 2_000)).toBe('7')
    expect(hitAt(store, here, 4_000)).toBeNull()
  })

  it('does not find who is filtered away', () => {
    const store = createPointStore()
    store.apply([at('7', here.lng, here.lat)], [], 0)
    store.setFilter(() => false)
    expect(hitAt(store, here)).toBeNull()
  })

  it('follows changes made after the first look', () => {
    const store = createPointStore()
    const hit = createHitTest(store)
    expect(hit(mercatorX(here.lng), mercatorY(here.lat), 10, px, 0)).toBeNull()
    store.apply([at('7', here.lng, here.lat)], [], 0)
    expect(hit(mercatorX(here.lng), mercatorY(here.lat), 10, px, 0)).toBe('7')
  })
})

describe('drivers seen from far away', () => {
  it('are counted in groups that lose nobody but the filtered', () => {
    const store = createPointStore()
    store.apply(Array.from({ length: 500 }, (_, n) => at(String(n), n < 300 ? 120.1 : 104.06, n < 300 ? 30.2 : 30.67)))
    const groups = clustersOf(store, 5)
    expect(groups.map((group) => group.count).sort((a, b) => a - b)).toEqual([200, 300])
    expect(distanceM(groups.find((group) => group.count === 300) ?? { lng: 0, lat: 0 }, here)).toBeLessThan(1)
    store.setFilter((id) => Number(id) >= 300)
    expect(clustersOf(store, 5).map((group) => group.count)).toEqual([200])
  })
})

describe('a city on the edge of two squares', () => {
  it('is counted once, not as two groups upon each other', () => {
    const store = createPointStore()
    const edge = 360 / ((512 * 2 ** 4) / 64)
    store.apply(Array.from({ length: 40 }, (_, n) => at(String(n), edge * 38 - 0.1 + n * 0.005 - 180, 30)))
    expect(clustersOf(store, 4).map((group) => group.count)).toEqual([40])
  })
})

describe('what the graphics card is sent', () => {
  it('tells places to a decimetre and times to a few milliseconds, a thousand kilometres from the first driver', () => {
    const store = createPointStore()
    const now = 1_790_000_000_000
    store.apply([at('hangzhou', 120.1, 30.2), at('chengdu', 104.06, 30.67)], [], now - 2_000)
    store.apply([at('chengdu', 104.0601, 30.67, { tone: 4, headingDeg: 90 })], [], now)
    const packed = packPoints(store, now)
    const floats = new Float32Array(packed.bytes, POINT_BYTES, 6)
    const toX = (floats[2] as number) + packed.originX
    expect(Math.abs(toX - mercatorX(104.0601)) * 40_075_016).toBeLessThan(0.2)
    expect(Math.abs((floats[5] as number) - 2_000)).toBeLessThan(2)
    expect([...new Uint8Array(packed.bytes, POINT_BYTES + 24, 4)]).toEqual([4, 2, 60, 0])
  })
})
