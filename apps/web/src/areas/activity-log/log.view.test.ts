import { expect, test } from 'vitest'
import { changedFieldsText, dayBars } from './log.view.ts'

const changes = (...paths: string[]) => paths.map((path) => ({ path, before: 1, after: 2 }))

test('an entry names its first three fields and counts the others', () => {
  expect(changedFieldsText([])).toBe('')
  expect(changedFieldsText(changes('name', 'phone'))).toBe('name、phone')
  expect(changedFieldsText(changes('a', 'b', 'c', 'd', 'e'))).toBe('a、b、c 等 5 项')
})

test('the busiest day fills its bar, and days without entries show none', () => {
  const bars = dayBars([
    { day: '2026-11-19', done: 30, refused: 10 },
    { day: '2026-11-20', done: 10, refused: 0 },
    { day: '2026-11-21', done: 0, refused: 0 },
  ])
  expect(bars.map(({ doneShare, refusedShare }) => [doneShare, refusedShare])).toEqual([
    [0.75, 0.25],
    [0.25, 0],
    [0, 0],
  ])
  expect(dayBars([{ day: '2026-11-21', done: 0, refused: 0 }])[0]?.doneShare).toBe(0)
})
