import { expect, test } from 'vitest'
import { cancelRuleWords, caseConditions, driverConsequences } from './cancel.view.ts'

const none = {
  atLeastS: null,
  upToS: null,
  lateOverS: null,
  callsAtLeast: null,
  paidBy: null,
  ratingFromX100: null,
  ratingBelowX100: null,
  from: null,
  to: null,
}

test('a rule is said in words made of its conditions, so that a table of one’s own reads as well', () => {
  expect(cancelRuleWords('R2', { ...none, by: 'CUSTOMER', stage: 'ACCEPTED', upToS: 180 })).toBe(
    '司机接单后，3 分钟内，客户取消（规则 R2）',
  )
  expect(cancelRuleWords('R7', { ...none, by: 'DRIVER', stage: 'ARRIVED', atLeastS: 900, callsAtLeast: 2 })).toBe(
    '司机就位后，满 15 分钟，司机致电不少于 2 次，司机取消（规则 R7）',
  )
  expect(cancelRuleWords('R9', { ...none, by: 'OPERATOR', stage: null })).toBe('客服取消（规则 R9）')
  expect(
    cancelRuleWords('C1', {
      ...none,
      by: 'CUSTOMER',
      stage: 'ARRIVED',
      paidBy: 'ENTERPRISE',
      ratingBelowX100: 450,
      from: '22:00',
      to: '06:00',
    }),
  ).toBe('司机就位后，企业支付，评分低于 4.50，22:00–06:00，客户取消（规则 C1）')
  expect(cancelRuleWords('HZ5', null)).toBe('规则 HZ5')
  expect(cancelRuleWords('', null)).toBe('没有适用的判责规则')
})

test('times of a rule are exact', () => {
  expect(caseConditions({ ...none, upToS: 630, lateOverS: 3_600 })).toEqual(['630 秒内', '司机迟到超过 1 小时'])
})

test('what follows for the driver is said, and what is let go', () => {
  expect(driverConsequences({ driverPenaltyFen: 0, waived: true, countsToRate: true, hideDriverS: 86_400 })).toEqual([
    '本次免罚',
    '计入取消率',
    '1 天内不再派给该客户',
  ])
  expect(driverConsequences({ driverPenaltyFen: 0, countsToRate: false, hideDriverS: 0 })).toEqual([])
})
