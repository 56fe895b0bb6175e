import { expect, test } from 'vitest'
import { pointWords } from './point-words.rules.ts'

const square = { name: '西湖文化广场', lat: 30.28, lng: 120.16 }
const words = (lat: number, lng: number, distanceM: number) => pointWords({ lat, lng }, { ...square, distanceM })

test('a point is told by the place that is there, or by how far and on which side of the nearest it lies', () => {
  expect(words(30.2801, 120.1601, 15)).toBe('西湖文化广场')
  expect(words(30.2827, 120.163, 416)).toBe('西湖文化广场东北约420米')
  expect(words(30.28, 120.1575, 240)).toBe('西湖文化广场西约240米')
  expect(words(30.262, 120.16, 2_003)).toBe('西湖文化广场南约2.0公里')
})
