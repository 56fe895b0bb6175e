import { expect, test } from 'vitest'
import { callerCity } from './caller-city.rules.ts'

const cities = [
  { cityId: '1', name: '杭州市', open: false },
  { cityId: '2', name: '上海市', open: true },
  { cityId: '3', name: '深圳市', open: true },
]

test('the last order says where a caller is, else the number, else the operator’s first open city', () => {
  expect(callerCity(cities, '3', '浙江省杭州市 中国移动')).toEqual({ cityId: '3', from: 'LAST_ORDER' })
  expect(callerCity(cities, undefined, '浙江省杭州市 中国移动')).toEqual({ cityId: '1', from: 'ATTRIBUTION' })
  expect(callerCity(cities, undefined, '上海 中国联通')).toEqual({ cityId: '2', from: 'ATTRIBUTION' })
  expect(callerCity(cities, undefined, '四川省成都市')).toEqual({ cityId: '2', from: 'OPERATOR' })
})

test('a last order beyond the operator’s cities does not count, and without cities there is none', () => {
  expect(callerCity(cities, '9', '')).toEqual({ cityId: '2', from: 'OPERATOR' })
  expect(callerCity([], '9', '上海')).toBeNull()
})
