import { expect, test } from 'vitest'
import { cityCodeOf, withinCity, withoutCity } from './address.ts'

test('a district lies in its city; a county that hangs on its province stands for itself', () => {
  expect([330106, '110101', '310000', '429004', '500112', '', null].map(cityCodeOf)).toEqual([
    '330100',
    '110000',
    '310000',
    '429004',
    '500000',
    null,
    null,
  ])
})

test('an address is said as in its city', () => {
  expect(withoutCity('浙江省杭州市西湖区黄龙路1号', '浙江省', '杭州市')).toBe('西湖区黄龙路1号')
  expect(withoutCity('北京市东城区', '北京市', '')).toBe('东城区')
  expect(withoutCity('杭州市', '', '杭州市')).toBe('杭州市')
})

test('a district that is said with its province is said as in its city', () => {
  expect(
    [
      '浙江省杭州市西湖区',
      '北京市东城区',
      '浙江省金华市义乌市',
      '广西壮族自治区南宁市青秀区',
      '云南省大理白族自治州大理市',
      '西湖区',
      '',
    ].map(withinCity),
  ).toEqual(['西湖区', '东城区', '义乌市', '青秀区', '大理市', '西湖区', ''])
})
