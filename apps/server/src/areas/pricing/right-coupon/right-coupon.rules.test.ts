import { expect, test } from 'vitest'
import { mapProblem, type MappedCoupon, meant, namedIn } from './right-coupon.rules.ts'

const right = { channelId: '7', validFrom: new Date('2026-01-01T00:00:00Z'), validTo: new Date('2026-02-01T00:00:00Z') }
const coupon: MappedCoupon = { status: 1, funder: 'PARTNER', funderChannelId: '7', validFrom: null, validTo: null, daysAfterGrant: 31 }

test('a coupon comes with a right of its funder, while it is on and within the right’s time', () => {
  expect(mapProblem(right, coupon)).toBeNull()
  expect(mapProblem(right, undefined)).toBe('rightCoupon.templateGone')
  expect(mapProblem(right, { ...coupon, status: 0 })).toBe('rightCoupon.templateOff')
  expect(mapProblem(right, { ...coupon, funder: 'TENANT' })).toBe('rightCoupon.funder')
  expect(mapProblem(right, { ...coupon, funderChannelId: '8' })).toBe('rightCoupon.funder')
  expect(mapProblem({ ...right, channelId: null }, { ...coupon, funderChannelId: null })).toBe('rightCoupon.funder')
  expect(mapProblem(right, { ...coupon, daysAfterGrant: 32 })).toBe('rightCoupon.dates')
  const fixed = { ...coupon, daysAfterGrant: null, validFrom: right.validFrom, validTo: right.validTo }
  expect(mapProblem(right, fixed)).toBeNull()
  expect(mapProblem(right, { ...fixed, validTo: new Date('2026-02-01T00:00:01Z') })).toBe('rightCoupon.dates')
})

test('a cell names coupons by name or number, and in words that there are none', () => {
  expect(namedIn(' 洗车券、接机券；12 , 洗车券')).toEqual(['洗车券', '接机券', '12'])
  for (const none of ['无', 'None', ' - ', '']) expect(namedIn(none)).toEqual([])
})

test('a name is that of the coupon that the partner of the right pays for; where two have it, the number is asked for', () => {
  const of = (couponTemplateId: string, name: string, funderChannelId: string) => ({ ...coupon, couponTemplateId, name, funderChannelId })
  const known = [of('1', '洗车券', '8'), of('2', '洗车券', '7'), of('3', '接机券', '7'), of('4', '接机券', '7'), of('5', '3', '7')]
  expect(meant(right, '洗车券', known)).toBe(known[1])
  expect(meant(right, '接机券', known)).toBe('rightCoupon.templateTwice')
  expect(meant(right, '3', known)).toBe(known[2])
  expect(meant(right, '没有', known)).toBe('rightCoupon.templateGone')
  expect(meant({ ...right, channelId: '9' }, '洗车券', known)).toBe(known[0])
})
