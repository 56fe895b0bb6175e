import { describe, expect, test } from 'vitest'
import { addNamePieces, addPieces, folded, keyOf, keysOf, keywordKeys } from './search-keys.ts'
import { spelling } from './spelling.ts'

const nameKeys = (name: string, within = 't') => {
  const pieces = new Set<string>()
  addNamePieces(pieces, name)
  return new Set(keysOf(pieces, within))
}
/** Whether the index gives a name for what was typed, anywhere in it. */
const found = (name: string, typed: string, within = 't') => {
  const keys = nameKeys(name)
  const { anywhere, beginning } = keywordKeys(folded(typed), within)
  return (anywhere ?? beginning).every((key) => keys.has(key))
}

describe('what was typed', () => {
  test('is folded: width, case, spaces and dots are no difference', () => {
    expect(folded('Ｔ３ 航 站楼')).toBe('t3航站楼')
    expect(folded('阿·卜杜拉')).toBe('阿卜杜拉')
    expect(folded('50%_\\')).toBe('50')
  })

  test.each([
    ['王小明', '小明'],
    ['王小明', 'wangxiaoming'],
    ['王小明', 'wxm'],
    ['王小明', 'xm'],
    ['王小明', '明'],
    ['王小明', 'xiao'],
    ['Coco Li', 'coco'],
    ['浙A12345', '2345'],
    ['吕布', 'lvbu'],
    ['吕布', 'lb'],
  ])('%s is found by %s', (name, typed) => expect(found(name, typed)).toBe(true))

  test.each([
    ['王小明', '小王'],
    ['王小明', 'liu'],
    ['王小明', '李'],
  ])('%s is not found by %s', (name, typed) => expect(found(name, typed)).toBe(false))

  test('of one Latin letter is looked for at the beginning alone', () => {
    const { anywhere, beginning } = keywordKeys('w', 't')
    expect(anywhere).toBeNull()
    expect(beginning.every((key) => nameKeys('王小明').has(key))).toBe(true)
    expect(beginning.every((key) => nameKeys('小王').has(key))).toBe(false)
  })
})

test('keys of one tenant say nothing in another', () => {
  expect(keyOf('王', '1')).not.toBe(keyOf('王', '2'))
  expect(found('王小明', '小明', 'other')).toBe(false)
})

test('a key is a number that a column of 32 bits holds, the same whenever it is made', () => {
  for (const piece of ['', '王', 'abc', '🙂', '浙A12345']) {
    const key = keyOf(piece, '1')
    expect(key).toBe(keyOf(piece, '1'))
    expect(key).toBe(key | 0)
  }
})

test('pieces are cut by signs, not by halves of one', () => {
  const pieces = new Set<string>()
  addPieces(pieces, '𠮷野', true)
  expect([...pieces]).toEqual(['𠮷', '𠮷野', '野'])
})

test('a name is spelt in letters and figures alone, ü as it is typed', () => {
  expect(spelling('吕·布2号')).toEqual({ pinyin: 'lvbu2hao', initials: 'lb2h' })
})
