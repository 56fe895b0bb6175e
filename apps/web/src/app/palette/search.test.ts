import { expect, test } from 'vitest'
import { spellings } from './pinyin.ts'
import { search } from './search.ts'

const entries = [
  { id: '1', name: '订单列表', source: '订单列表', where: '运营管理' },
  { id: '2', name: '司机地图', source: '司机地图', where: '运营管理' },
  { id: '3', name: 'Withdrawals', source: '司机提现', where: 'Finance' },
]
const found = (words: string) => search(entries, words, spellings).map((entry) => entry.id)

test.each([
  ['订单', ['1']],
  ['ddlb', ['1']],
  ['dingdan', ['1']],
  ['sj', ['2', '3']],
  ['sijiditu', ['2']],
  ['with', ['3']],
  ['运营', ['1', '2']],
  ['zzz', []],
])('%s finds the right entries', (words, ids) => {
  expect(found(words)).toEqual(ids)
})

test('an empty question lists everything, and without pinyin names still match', () => {
  expect(found(' ')).toEqual(['1', '2', '3'])
  expect(search(entries, '地图', null).map((entry) => entry.id)).toEqual(['2'])
})
