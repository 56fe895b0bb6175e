import { expect, test } from 'vitest'
import { excludedDrivers, excludedText } from './search.view.ts'

test('why there is no driver is said in words, in the order the questions were asked', () => {
  expect(excludedDrivers({ outOfRadius: 7, offline: 3, busy: 0 }).map(({ words, count }) => [words, count])).toEqual([
    ['未上线', 3],
    ['超出本轮半径', 7],
  ])
  expect(excludedText(excludedDrivers({ outOfRadius: 7, offline: 3, busy: 0 }))).toBe('未上线 3 名，超出本轮半径 7 名')
})
