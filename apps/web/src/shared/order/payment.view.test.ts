import { expect, test } from 'vitest'
import { RefusalError } from '#platform/http/call.ts'
import { paymentRefusal } from './payment.view.ts'

const words = (error: unknown) => (paymentRefusal(error) as Error).message

test('a payment of another sum is refused with both sums', () => {
  const refused = new RefusalError(409730, 'order.paymentDiffers', '不一致', { amountFen: 3_400, dueFen: 3_500 })
  expect(words(refused)).toBe('到账 ¥34.00 与应付 ¥35.00 不一致，未登记')
})

test('an order that is settled by now says how it stands', () => {
  expect(words(new RefusalError(409729, 'order.notUnpaid', '不允许', { payStatus: 30 }))).toBe('订单现在是“已支付”，不能再操作')
})

test('any other refusal stays as it was said', () => {
  const taken = new RefusalError(409731, 'order.paymentTaken', '该流水号已登记过', null)
  expect(paymentRefusal(taken)).toBe(taken)
  expect(words(new RefusalError(409729, 'order.notUnpaid', '不允许', null))).toBe('不允许')
})
