import { expect, test } from 'vitest'
import { compare, counts, pieces, valueText } from './difference.view.ts'

const lines = (before: unknown, after: unknown) =>
  compare(before, after).map(
    ({ path, kind, before: was, after: is }) => `${kind} ${path.join('.')} ${JSON.stringify(was)} → ${JSON.stringify(is)}`,
  )

test('fields that changed, came, went and stayed are told apart', () => {
  expect(lines({ name: '甲', phone: '1', level: 2 }, { name: '乙', level: 2, email: 'a@b.cn' })).toEqual([
    'changed name "甲" → "乙"',
    'removed phone "1" → null',
    'same level 2 → 2',
    'added email null → "a@b.cn"',
  ])
  expect(counts(compare({ name: '甲', phone: '1', level: 2 }, { name: '乙', level: 2, email: 'a@b.cn' }))).toEqual({
    added: 1,
    removed: 1,
    changed: 1,
    same: 1,
  })
})

test('what was created is all new, what was deleted is all gone', () => {
  expect(lines(null, { name: '甲', rules: { from: 0 } })).toEqual(['added name null → "甲"', 'added rules.from null → 0'])
  expect(lines({ name: '甲', rules: { from: 0 } }, null)).toEqual(['removed name "甲" → null', 'removed rules.from 0 → null'])
  expect(compare(null, null)).toEqual([])
})

test('a value that became empty has changed and was not removed', () => {
  expect(lines({ note: '旧' }, { note: null })).toEqual(['changed note "旧" → null'])
  expect(lines({ note: null }, { note: '新' })).toEqual(['changed note null → "新"'])
})

test('records of a list are matched by their id, so that one that went does not change all behind it', () => {
  const before = {
    roles: [
      { roleId: '1', name: '客服' },
      { roleId: '2', name: '财务' },
    ],
  }
  const after = {
    roles: [
      { roleId: '2', name: '财务部' },
      { roleId: '3', name: '运营' },
    ],
  }
  expect(lines(before, after)).toEqual([
    'removed roles.1.roleId "1" → null',
    'removed roles.1.name "客服" → null',
    'same roles.2.roleId "2" → "2"',
    'changed roles.2.name "财务" → "财务部"',
    'added roles.3.roleId null → "3"',
    'added roles.3.name null → "运营"',
  ])
})

test('records without an id are matched by their place', () => {
  expect(
    lines(
      { bands: [{ from: 0, to: 3 }] },
      {
        bands: [
          { from: 0, to: 5 },
          { from: 5, to: 9 },
        ],
      },
    ),
  ).toEqual(['same bands.1.from 0 → 0', 'changed bands.1.to 3 → 5', 'added bands.2.from null → 5', 'added bands.2.to null → 9'])
})

test('a list of plain values stays one value; a list that was empty before its first record is new', () => {
  expect(lines({ cityIds: ['1', '2'] }, { cityIds: ['1'] })).toEqual(['changed cityIds ["1","2"] → ["1"]'])
  expect(lines({ list: [] }, { list: [{ id: '7', on: true }] })).toEqual(['added list.7.id null → "7"', 'added list.7.on null → true'])
})

test('a value that becomes a record, and the other way round, is one change', () => {
  expect(lines({ a: 1 }, { a: { b: 2 } })).toEqual(['changed a 1 → {"b":2}'])
  expect(lines({ a: { b: 2 } }, { a: null })).toEqual(['changed a {"b":2} → null'])
  expect(lines('x', 'y')).toEqual(['changed  "x" → "y"'])
})

test('names that every object has are fields like any other', () => {
  expect(lines(JSON.parse('{"constructor":1}'), JSON.parse('{"__proto__":2}'))).toContain('removed constructor 1 → null')
})

test('of a changed text only the middle is marked, without cutting a picture in two', () => {
  expect(pieces('杭州市西湖区', '杭州市滨江区')).toEqual({
    before: [
      { text: '杭州市', differs: false },
      { text: '西湖', differs: true },
      { text: '区', differs: false },
    ],
    after: [
      { text: '杭州市', differs: false },
      { text: '滨江', differs: true },
      { text: '区', differs: false },
    ],
  })
  expect(pieces('aa', 'aaa').after).toEqual([
    { text: 'aa', differs: false },
    { text: 'a', differs: true },
  ])
  expect(pieces('🙂', '🙃').before).toEqual([{ text: '🙂', differs: true }])
})

test('values are read as an operator says them', () => {
  expect(valueText(null, 'note')).toBe('空')
  expect(valueText('', 'note')).toBe('空文本')
  expect(valueText(true, 'enabled')).toBe('是')
  expect(valueText(12_345, 'totalFen')).toBe('¥123.45')
  expect(valueText(12_345, 'distanceM')).toBe('12345')
  expect([valueText(60, 'payStatus'), valueText(501, 'serviceStatus'), valueText('BANK', 'way')]).toEqual(['坏账', '已报单', '银行转账'])
  expect(valueText(['1', '2'], 'cityIds')).toBe('1, 2')
  expect(valueText('2026-11-20T10:00:00Z', 'at')).toMatch(/^2026-11-\d\d \d\d:00:00$/)
  expect(valueText('2026-11-20', 'day')).toBe('2026-11-20')
})
