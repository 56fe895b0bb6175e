import { orderActionRules } from '@chauffeur/contract/order/actions'
import { expect, test } from 'vitest'
import { actionLetters, allowedOn, hinderedOn, whyNot } from './actions.view.ts'

const searching = { serviceStatus: 180, payStatus: 10, allowedActions: ['remark', 'cancel'] } as const
const everything = Object.values(orderActionRules).map(({ needs }) => needs)

test('what is not possible now says how the order stands; what one never may says nothing', () => {
  expect(whyNot('terminate', searching, everything)).toBe('订单现在是“派单中”，不能终止行程')
  expect(whyNot('terminate', searching, [])).toBeNull()
  expect(whyNot('cancel', searching, everything)).toBeNull()
})

test('what hangs on the payment says how that stands', () => {
  const driven = { serviceStatus: 501, payStatus: 30, allowedActions: [] } as const
  expect(whyNot('recordPayment', driven, everything)).toBe('订单现在是“已支付”，不能登记收款')
})

test('what is allowed comes in one order everywhere, and nothing is both allowed and hindered', () => {
  expect(allowedOn(searching)).toEqual(['remark', 'cancel'])
  const hindered = hinderedOn(searching, everything).map(({ action }) => action)
  expect(hindered).toContain('terminate')
  expect(hindered.filter((action) => (searching.allowedActions as readonly string[]).includes(action))).toEqual([])
})

test('no two actions have one key', () => {
  const letters = Object.values(actionLetters)
  expect(new Set(letters).size).toBe(letters.length)
})
