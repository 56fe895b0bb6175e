import { expect, test } from 'vitest'
import { keywordOf } from './order-keyword.rules.ts'

test.each([
  ['13800138000', 'exact'],
  ['DD20261121000123', 'exact'],
  ['DD20261121000123-2', 'exact'],
  ['8000', 'tail'],
  ['138000', 'tail'],
  ['123', 'part'],
  ['武林广场', 'part'],
  ['李', 'part'],
  ['A1', 'exact'],
  ['HZ', 'part'],
] as const)('%s is looked for as %s', (text, kind) => expect(keywordOf(text).kind).toBe(kind))

test('signs that mean something to the database are only signs', () => {
  expect(keywordOf(String.raw`100%_\ 号`)).toMatchObject({ pattern: String.raw`%100\%\_\\ 号%` })
})
