import { describe, expect, test } from 'vitest'
import { addCorner, cornersOf, crossingOf, emptyDrawing, moveCorner, polygonOf, readGeoJson, removeCorner, undo } from './fence.view.ts'

const a = { lng: 120.1, lat: 30.1 }
const b = { lng: 120.2, lat: 30.1 }
const c = { lng: 120.2, lat: 30.2 }
const ring = [
  [120.1, 30.1],
  [120.2, 30.1],
  [120.2, 30.2],
  [120.1, 30.1],
]
const text = (coordinates: unknown) => JSON.stringify({ type: 'Polygon', coordinates })

describe('drawing a fence', () => {
  test('every step can be taken back, one by one, to nothing', () => {
    const three = [a, b, c].reduce(addCorner, emptyDrawing)
    const moved = moveCorner(three, 1, { lng: 121, lat: 31 })
    const fewer = removeCorner(moved, 0)
    expect(fewer.corners).toEqual([{ lng: 121, lat: 31 }, c])
    expect(undo(fewer).corners).toEqual(moved.corners)
    expect(undo(undo(fewer)).corners).toEqual([a, b, c])
    expect(undo(undo(undo(undo(undo(undo(fewer)))))).corners).toEqual([])
  })
  test('what is sent is closed, and reads back as the same corners', () => {
    expect(polygonOf([a, b, c]).coordinates[0]).toEqual(ring)
    expect(cornersOf(polygonOf([a, b, c]))).toEqual([a, b, c])
    expect(polygonOf([]).coordinates).toEqual([[]])
  })
})

describe('importing GeoJSON', () => {
  test('a polygon, a feature and a collection of one are read', () => {
    const feature = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }
    for (const value of [text([ring]), JSON.stringify(feature), JSON.stringify({ type: 'FeatureCollection', features: [feature] })])
      expect(readGeoJson(value)).toEqual({ corners: [a, b, c] })
  })
  test.each([
    ['nonsense', 'NOT_JSON'],
    ['[]', 'NO_POLYGON'],
    [JSON.stringify({ type: 'MultiPolygon', coordinates: [[ring], [ring]] }), 'SEVERAL'],
    [text([ring, ring]), 'HOLE'],
    [text([ring.slice(0, 3)]), 'NOT_CLOSED'],
    [text([[...ring, [300, 1]]]), 'NOT_DEGREES'],
    [text([Array.from({ length: 501 }, () => [120, 30])]), 'TOO_MANY'],
  ])('%s is refused', (value, problem) => expect(readGeoJson(value)).toEqual({ problem }))
})

describe('an outline that meets itself', () => {
  const d = { lng: 120.1, lat: 30.2 }
  test('names the two edges that cross', () => {
    expect(crossingOf([a, b, c, d])).toBeNull()
    expect(crossingOf([a, c, b, d])).toEqual({ a: 1, b: 2, c: 3, d: 4 })
    expect(crossingOf([a, b, d, c])).toEqual({ a: 2, b: 3, c: 4, d: 1 })
  })
  test('neighbours share a corner and do not cross, nor does what has no area yet', () => {
    expect(crossingOf([a, b, c])).toBeNull()
    expect(crossingOf([a, b])).toBeNull()
    expect(crossingOf([])).toBeNull()
  })
})
