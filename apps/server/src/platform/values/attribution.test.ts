import { expect, test } from 'vitest'
import { attributionOf, attributionParts } from './attribution.ts'

test('a mobile of a province says province, city and network', async () => {
  const { province, city, carrier, text } = await attributionParts('13857100000')
  expect({ province, city }).toEqual({ province: '浙江省', city: '杭州市' })
  expect(carrier).toContain('移动')
  expect(text).toBe(`浙江省杭州市 ${carrier}`)
})

test('of a municipality province and city are one, and the province is not lost', async () => {
  const { province, city } = await attributionParts('01012345678')
  expect(province).toMatch(/^北京/)
  expect(city === '' || city === province).toBe(true)
})

test.each([
  ['13877100000', '广西', '南宁市'],
  ['13347100000', '内蒙古', '呼和浩特市'],
  ['13099500000', '宁夏', '银川市'],
  ['13639910000', '新疆', '乌鲁木齐市'],
])('an autonomous region is a province: %s is of %s, %s', async (phone, province, city) => {
  expect(await attributionParts(phone)).toMatchObject({ province, city })
})

test('the last number of the table is found as the first', async () => {
  expect(await attributionParts('18999790000')).toMatchObject({ province: '新疆', city: '阿勒泰地区' })
})

test('a land line has a place and no network', async () => {
  const { city, carrier } = await attributionParts('057188888888')
  expect({ city, carrier }).toEqual({ city: '杭州市', carrier: '' })
})

test.each(['', '12', 'abc', '++'])('%j is no number and belongs nowhere', async (typed) => {
  expect(await attributionParts(typed)).toEqual({ province: '', city: '', carrier: '', text: '' })
  expect(await attributionOf(typed)).toBe('')
})
