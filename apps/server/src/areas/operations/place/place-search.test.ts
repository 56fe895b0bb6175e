import { expect, test } from 'vitest'
import { folded, keywordKeys } from '#platform/values/search-keys'
import { isDoorFound, searchedText, searchKeys } from './place-search.ts'

const airport = {
  name: '杭州萧山国际机场',
  address: '杭州市萧山区空港大道',
  aliases: ['萧山机场', 'HGH'],
  entrances: [{ name: 'T4 到达 3 号门' }, { name: 'T3 出发' }],
}

test('what is typed is the same in any case, width and spacing', () => {
  expect(folded('Ｔ４ 到达・３号门')).toBe('t4到达3号门')
  expect(folded('T4 到达·3 号门')).toBe('t4到达3号门')
  expect(folded('%_')).toBe('')
})

test('a place has the keys of every way its names, doors and address are typed', () => {
  const keys = new Set(searchKeys(airport, '330100'))
  const text = searchedText(airport)
  for (const typed of [
    '杭州萧山',
    '萧山机场',
    '国际',
    '港大道',
    'hzxsgjjc',
    'xsjc',
    'xs',
    'xiaoshan',
    'jichang',
    'hgh',
    'T4 到达',
    '机场t4',
    '机',
    't4',
    '3号门',
  ]) {
    const plain = folded(typed)
    expect(text, typed).toContain(plain)
    expect(
      keywordKeys(plain, '330100').anywhere?.every((key) => keys.has(key)),
      typed,
    ).toBe(true)
    expect(text.includes(`\n${plain}`), typed).toBe(keywordKeys(plain, '330100').beginning.every((key) => keys.has(key)))
  }
  expect(
    keywordKeys('机场', '310000').anywhere!.every((key) => keys.has(key)),
    'in another city',
  ).toBe(false)
  expect(keywordKeys('h', '330100').anywhere, 'one letter: what begins with it').toBeNull()
})

test('a door is found where more was typed than finds the place', () => {
  const [arrival, departure] = airport.entrances
  for (const typed of ['萧山机场t4', 'T4到达', '3号门', 'xsjct4'])
    expect([isDoorFound(airport, arrival!, folded(typed)), isDoorFound(airport, departure!, folded(typed))], typed).toEqual([true, false])
  expect(isDoorFound(airport, arrival!, '机场')).toBe(false)
})
