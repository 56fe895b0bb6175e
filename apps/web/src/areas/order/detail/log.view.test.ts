import { expect, test } from 'vitest'
import { detailWords } from './log.view.ts'

test('what a change carried is read in words, before and after', () => {
  expect(detailWords({ before: { totalFen: null, serviceStatus: 304 }, after: { totalFen: 5_000, serviceStatus: 501 } })).toEqual([
    '金额 — → ¥50.00',
  ])
  expect(detailWords({ before: { verdict: 'CUSTOMER_AT_FAULT', feeFen: 1_000 }, after: { verdict: 'NO_FAULT', feeFen: 0 } })).toEqual([
    '判责 客户有责 → 双方无责',
    '取消费 ¥10.00 → ¥0.00',
  ])
  expect(detailWords({ before: '138****0001', after: '139****0002' })).toEqual(['138****0001 → 139****0002'])
  expect(detailWords({ rule: 'R5', verdict: 'CUSTOMER_AT_FAULT', feeFen: 1_000 })).toEqual(['客户有责', '规则 R5', '取消费 ¥10.00'])
  expect(detailWords({ unheardOf: 1 })).toEqual([])
  expect(detailWords(null)).toEqual([])
})

test('a payment is read with its way and its number', () => {
  expect(detailWords({ by: 'BANK', amountFen: 3_500, reference: 'BK-1' })).toEqual(['¥35.00', '银行转账', '流水号 BK-1'])
  expect(detailWords({ by: 'CASH', amountFen: 3_500 })).toEqual(['¥35.00', '司机代收现金'])
})

test('a changed verdict says what it changes for the driver', () => {
  const free = { verdict: 'CUSTOMER_AT_FAULT', feeFen: 0, penaltyFen: 0, hideDriverS: 0 }
  const atFault = { verdict: 'DRIVER_AT_FAULT', feeFen: 0, penaltyFen: 500, hideDriverS: 7_200 }
  expect(detailWords({ before: free, after: atFault }).slice(2)).toEqual(['扣司机 ¥0.00 → ¥5.00', '2 小时内不再派给该客户'])
  expect(detailWords({ before: atFault, after: free }).slice(2)).toEqual(['扣司机 ¥5.00 → ¥0.00', '可再派给该客户'])
})
