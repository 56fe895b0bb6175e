import { expect, test } from 'vitest'
import { beside, FIT, moved, neighbour, turned, zoomed } from './picture.view.ts'
import { soughtS } from './sound.view.ts'

test('the arrow keys move five seconds in a recording and stop at its ends', () => {
  const at = { nowS: 12, lengthS: 60 }
  expect([soughtS('ArrowRight', at), soughtS('ArrowLeft', at), soughtS('PageDown', at), soughtS('End', at)]).toEqual([17, 7, 0, 60])
  expect(soughtS('ArrowRight', { nowS: 58, lengthS: 60 })).toBe(60)
  expect(soughtS('a', at)).toBeNull()
})

test('a picture made large is moved aside by dragging, and lies in the middle again once it is small', () => {
  const large = moved(zoomed(FIT, 3), 40, -10)
  expect(large.scale).toBeGreaterThan(1.9)
  expect([large.x, large.y]).toEqual([40, -10])
  expect(zoomed(large, -9)).toEqual(FIT)
  expect(moved(FIT, 40, 0)).toEqual(FIT)
})

test('a picture turned four times stands as it stood', () => {
  expect([1, 2, 3, 4].reduce((look) => turned(look, 1), FIT)).toEqual(FIT)
  expect(turned(FIT, -1).turns).toBe(3)
})

test('next and previous stop at the ends; the last picture is compared with the one before', () => {
  expect([neighbour(2, 1, 3), neighbour(0, -1, 3), neighbour(0, 1, 3)]).toEqual([2, 0, 1])
  expect([beside(0, 3), beside(2, 3), beside(0, 1)]).toEqual([1, 1, 0])
})
