import { describe, expect, it } from 'vitest'
import { layMarks } from './mark-layout.ts'
import { spotFace } from './spot-face.ts'

describe('pick-up and destination on the map', () => {
  const view = { width: 800 }
  it('far from each other stand on their places, their names to the right', () => {
    const places = layMarks(
      [
        { id: 'a', x: 100, y: 300, nameWidth: 80 },
        { id: 'b', x: 500, y: 320, nameWidth: 80 },
      ],
      view,
    )
    expect([...places.values()]).toEqual([
      { raisePx: 0, side: 'right' },
      { raisePx: 0, side: 'right' },
    ])
  })
  it('at the same place stand above each other', () => {
    const places = layMarks(
      [
        { id: 'a', x: 400, y: 300, nameWidth: 80 },
        { id: 'b', x: 402, y: 301, nameWidth: 80 },
      ],
      view,
    )
    expect(places.get('b')?.raisePx).toBeGreaterThan(20)
  })
  it('side by side write to opposite sides', () => {
    const places = layMarks(
      [
        { id: 'a', x: 400, y: 300, nameWidth: 120 },
        { id: 'b', x: 370, y: 300, nameWidth: 120 },
      ],
      view,
    )
    expect(places.get('b')).toEqual({ raisePx: 0, side: 'left' })
  })
  it('stand clear of the car that has come to them', () => {
    const places = layMarks([{ id: 'a', x: 400, y: 300, nameWidth: 80 }], view, [{ x: 401, y: 298, sizePx: 24 }])
    expect(places.get('a')?.raisePx).toBeGreaterThan(0)
    expect(layMarks([{ id: 'a', x: 400, y: 300, nameWidth: 80 }], view, [{ x: 300, y: 300, sizePx: 24 }]).get('a')?.raisePx).toBe(0)
  })
  it('write towards the middle at the edge of the map', () => {
    expect(layMarks([{ id: 'a', x: 760, y: 300, nameWidth: 120 }], view).get('a')?.side).toBe('left')
  })
})

describe('an order that waits', () => {
  const order = { sinceMs: 0, endsAtMs: 180_000 }
  it('tells how long, and warns in the last minute of its search', () => {
    expect(spotFace(order, 65_000)).toEqual({ tone: 'waiting', words: '01:05' })
    expect(spotFace(order, 121_000).tone).toBe('soon')
  })
  it('is overdue once nobody searches any more, and says by how much', () => {
    expect(spotFace(order, 190_000)).toEqual({ tone: 'late', words: '已超 00:10' })
    expect(spotFace({ sinceMs: 0, endsAtMs: null }, 59_000).tone).toBe('waiting')
    expect(spotFace({ sinceMs: 0, endsAtMs: null }, 61_000).tone).toBe('late')
  })
})
