import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changedFieldsText, dayBars, isKnownObject } from './log.view.ts'

test('whatever the server logs is called by a word of the trade', () => {
  const server = join(import.meta.dirname, '../../../../../server/src')
  const logged = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .flatMap((file) => [...readFileSync(join(server, file), 'utf8').matchAll(/audit\(\{\s*object: '(\w+)'/g)].map(([, object]) => object!))
  expect(new Set(logged).size).toBeGreaterThan(30)
  expect([...new Set(logged)].filter((object) => !isKnownObject(object))).toEqual([])
})

const changes = (...paths: string[]) => paths.map((path) => ({ path, before: 1, after: 2 }))

test('an entry names its first three fields and counts the others', () => {
  expect(changedFieldsText([])).toBe('')
  expect(changedFieldsText(changes('name', 'phone'))).toBe('名称、电话')
  expect(changedFieldsText(changes('a', 'b', 'c', 'd', 'e'))).toBe('a、b、c 等 5 项')
})

test('the busiest day fills its bar, and days without entries keep their place', () => {
  const days = [
    { day: '2026-11-19', done: 30, refused: 10 },
    { day: '2026-11-21', done: 10, refused: 0 },
  ]
  expect(dayBars(days, '2026-11-21', 4).map(({ day, doneShare, refusedShare }) => [day, doneShare, refusedShare])).toEqual([
    ['2026-11-18', 0, 0],
    ['2026-11-19', 0.75, 0.25],
    ['2026-11-20', 0, 0],
    ['2026-11-21', 0.25, 0],
  ])
})

test('the last day is the later of the reader’s and the business’s own; without entries the days are there all the same', () => {
  expect(dayBars([{ day: '2026-12-01', done: 1, refused: 0 }], '2026-11-30', 2).map(({ day }) => day)).toEqual(['2026-11-30', '2026-12-01'])
  expect(dayBars([], '2026-03-01', 3).map(({ day, doneShare }) => [day, doneShare])).toEqual([
    ['2026-02-27', 0],
    ['2026-02-28', 0],
    ['2026-03-01', 0],
  ])
})
