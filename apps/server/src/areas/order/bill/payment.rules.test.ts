import { expect, test } from 'vitest'
import { canWriteOff, paymentProblem } from './payment.rules.ts'

const now = new Date('2026-11-21T20:00:00Z')
const order = { payStatus: 10 as const, dueFen: 3_500, placedAt: new Date('2026-11-21T18:00:00Z') }
const payment = { amountFen: 3_500, paidAt: new Date('2026-11-21T19:55:00Z') }

test('an open bill, and one that was given up, can be paid in whole', () => {
  expect(paymentProblem(order, payment, now)).toBeNull()
  expect(paymentProblem({ ...order, payStatus: 60 }, payment, now)).toBeNull()
})

test('a part of it, or more, is refused with both sums', () => {
  for (const amountFen of [3_499, 3_501, 1])
    expect(paymentProblem(order, { ...payment, amountFen }, now)).toEqual({
      refusal: 'order.paymentDiffers',
      detail: { amountFen, dueFen: 3_500 },
    })
})

test('where nothing is open the present state is said, whatever the sum', () => {
  expect(paymentProblem({ ...order, payStatus: 30, dueFen: null }, payment, now)).toEqual({
    refusal: 'order.notUnpaid',
    detail: { payStatus: 30 },
  })
})

test('money does not arrive before the order, nor tomorrow; a minute is forgiven', () => {
  const at = (paidAt: string) => paymentProblem(order, { ...payment, paidAt: new Date(paidAt) }, now)?.refusal ?? null
  expect(at('2026-11-21T17:58:00Z')).toBe('order.paidAtWrong')
  expect(at('2026-11-22T08:00:00Z')).toBe('order.paidAtWrong')
  expect(at('2026-11-21T20:00:30Z')).toBeNull()
  expect(at('2026-11-21T17:59:30Z')).toBeNull()
})

test('only what is still expected is given up, and once', () => {
  expect([0, 10, 20, 30, 40, 50, 60].filter(canWriteOff)).toEqual([10])
})
