import { describe, expect, test } from 'vitest'
import { searchedText, searchKeys, soughtBy, tagKey } from './search-keys.ts'

const ouyang = { name: '欧阳静', plates: ['浙A 88K66'], tags: ['常客'] }

describe('what a customer is found by', () => {
  test('is a line for the name, each way to spell it and each plate, so that a pattern can ask for a beginning', () => {
    expect(searchedText(ouyang)).toBe('\n欧阳静\nouyangjing\noyj\n浙a88k66\n')
    expect(searchedText({ name: '', plates: [] })).toBe('\n\n')
    expect(searchedText({ name: 'VIP', plates: ['VIP'] }), 'the same line once').toBe('\nvip\n')
  })

  test('never holds a sign that a pattern would take for any text', () => {
    expect(searchedText({ name: '100%_店', plates: [String.raw`浙\A1`] })).not.toMatch(/[%_\\]/)
  })

  test('has the keys of everything that finds it', () => {
    const keys = searchKeys(ouyang, '1')
    for (const typed of ['欧阳', '静', 'oyj', 'ouyang', '88k6']) {
      const sought = soughtBy(typed, '1')
      expect(sought.kind === 'words' && sought.keys.some((some) => some.every((key) => keys.includes(key))), typed).toBe(true)
    }
  })

  test('is another tenant’s under other keys, tags too', () => {
    const [one, other] = [searchKeys(ouyang, '1'), searchKeys(ouyang, '2')]
    expect(one.filter((key) => other.includes(key))).toEqual([])
    expect(one).toContain(tagKey('常客', '1'))
    expect(other).not.toContain(tagKey('常客', '1'))
  })

  test('is a tag as a tag alone: nobody is found by its words, and no name by its sign', () => {
    const tagged = searchKeys({ name: '', plates: [], tags: ['常客'] }, '1')
    expect(tagged).toEqual([tagKey('常客', '1')])
    expect(searchKeys({ name: '#常客', plates: [], tags: [] }, '1')).not.toContain(tagKey('常客', '1'))
  })
})

describe('what was typed', () => {
  test.each(['', '   ', '%', '_%', '\\', '··'])('%j asks for nobody', (typed) => expect(soughtBy(typed, '1')).toEqual({ kind: 'nothing' }))

  test.each([
    ['2222', '2222'],
    ['1111 2222', '11112222'],
    ['139-1111-2222', '13911112222'],
    ['１３９１１１１２２２２', '13911112222'],
    ['+86 139 1111 2222', '13911112222'],
    ['8613911112222', '13911112222'],
    ['013911112222', '13911112222'],
    ['（0571）88886666', '057188886666'],
    ['0571', '0571'],
  ])('%s is the end of a telephone, %s', (typed, end) => expect(soughtBy(typed, '1')).toEqual({ kind: 'digits', end }))

  test('one Latin letter is asked of beginnings alone, more of anywhere too', () => {
    expect(soughtBy('o', '1')).toMatchObject({ kind: 'words', pattern: '%\no%', keys: [expect.any(Array)] })
    expect(soughtBy('oy', '1')).toMatchObject({ kind: 'words', plain: 'oy', pattern: '%oy%', keys: [expect.any(Array), expect.any(Array)] })
  })

  test('a sign that means any text to the database is not asked with', () => {
    expect(soughtBy('欧%阳_静', '1')).toMatchObject({ kind: 'words', plain: '欧阳静', pattern: '%欧阳静%' })
  })
})
