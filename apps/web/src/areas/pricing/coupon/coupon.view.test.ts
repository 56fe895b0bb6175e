import { expect, test } from 'vitest'
import { validityWords } from './coupon.view.ts'

test('a fixed period is said in the days it was typed in, whatever day it is in Greenwich', () => {
  const period = { validFrom: '2026-11-19T16:00:00.000Z', validTo: '2026-12-31T15:59:00.000Z', daysAfterGrant: null }
  expect(validityWords(period)).toBe('2026-11-20 – 2026-12-31')
  expect(validityWords({ validFrom: null, validTo: null, daysAfterGrant: 30 })).toBe('领取后 30 天')
})
