import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesOf } from './change.rules.ts'

test('only what differs is named, from the outside in', () => {
  expect(
    changesOf(
      { name: '甲', rules: { bands: [{ from: '00:00', startFen: 8500 }], mode: 'PER_KM' } },
      { name: '甲', rules: { bands: [{ from: '00:00', startFen: 9000 }], mode: 'BLOCK' } },
    ),
  ).toEqual([
    { path: 'rules.bands.0.startFen', before: 8500, after: 9000 },
    { path: 'rules.mode', before: 'PER_KM', after: 'BLOCK' },
  ])
})

test('something new has nothing before it, something deleted nothing after it', () => {
  expect(changesOf(null, { name: '新', tags: ['a'] })).toEqual([
    { path: 'name', before: null, after: '新' },
    { path: 'tags.0', before: null, after: 'a' },
  ])
  expect(changesOf({ name: '旧' }, undefined)).toEqual([{ path: 'name', before: '旧', after: null }])
})

test('a value that turns into an object is one change', () => {
  expect(changesOf({ a: 1 }, { a: { b: 2 } })).toEqual([{ path: 'a', before: 1, after: { b: 2 } }])
})

test('equal values differ nowhere, and every change named is one', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      expect(changesOf(before, structuredClone(before))).toEqual([])
      for (const change of changesOf(before, after)) expect(change.before).not.toBe(change.after)
    }),
  )
})
