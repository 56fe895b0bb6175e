import { expect, test } from 'vitest'
import { actionsOfBatch, againInS, readyAt, worstOf } from './batch.rules.ts'

test('a statement is fetched from ten of the next day by the channel’s clock', () => {
  expect(readyAt('2026-11-22').toISOString()).toBe('2026-11-23T02:00:00.000Z')
  expect(readyAt('2026-12-31').toISOString()).toBe('2027-01-01T02:00:00.000Z')
})

test('what failed is tried again later and later, four times a day in the end', () => {
  expect([0, 1, 2, 6, 60].map(againInS)).toEqual([600, 1_200, 2_400, 21_600, 21_600])
})

test('a day stands as its worst batch does', () => {
  expect(worstOf([40, 50, 60])).toBe(50)
  expect(worstOf([40, 60])).toBe(60)
  expect(worstOf([40])).toBe(40)
  expect(worstOf([40, 90, 50])).toBe(90)
})

test('a balanced batch and one under way are left alone', () => {
  const standing = { state: 50, underWay: false, hasFile: true, fetchable: true } as const
  expect(actionsOfBatch(standing)).toEqual(['fetch', 'upload', 'again'])
  expect(actionsOfBatch({ ...standing, underWay: true })).toEqual([])
  expect(actionsOfBatch({ ...standing, state: 40 })).toEqual([])
  expect(actionsOfBatch({ ...standing, state: 0, hasFile: false, fetchable: false })).toEqual(['upload'])
})
