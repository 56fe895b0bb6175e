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

test.each(['138 0013 8000', '138-0013-8000', '+86 138 0013 8000', '8613800138000', '0086-13800138000', '013800138000'])(
  '%s is the telephone it was copied from',
  (text) => expect(keywordOf(text)).toEqual({ kind: 'exact', text: '13800138000' }),
)

test('a land line is looked for whole, an end of a number and a number that is none as they stand', () => {
  expect(keywordOf('(0571) 8888-6666')).toEqual({ kind: 'exact', text: '057188886666' })
  expect(keywordOf('4008001234')).toMatchObject({ kind: 'tail', text: '4008001234', last4: '1234' })
  expect(keywordOf('12345678901')).toEqual({ kind: 'exact', text: '12345678901' })
  expect(keywordOf('138 0013')).toMatchObject({ kind: 'part' })
})

test('signs that mean something to the database are only signs', () => {
  expect(keywordOf(String.raw`100%_\ 号`)).toMatchObject({ pattern: String.raw`%100\%\_\\ 号%` })
})
