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

test('an autonomous region is a province', async () => {
  expect((await attributionParts('07711234567')).province).toMatch(/自治区$/)
})

test('a land line has a place and no network', async () => {
  const { city, carrier } = await attributionParts('057188888888')
  expect({ city, carrier }).toEqual({ city: '杭州市', carrier: '' })
})

test.each(['', '12', 'abc', '++'])('%j is no number and belongs nowhere', async (typed) => {
  expect(await attributionParts(typed)).toEqual({ province: '', city: '', carrier: '', text: '' })
  expect(await attributionOf(typed)).toBe('')
})
