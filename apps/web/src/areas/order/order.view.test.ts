import { expect, test } from 'vitest'
import { billRows, searchSentence, sumOf, totalRow, noDriverReason } from './order.view.ts'

test('estimate and bill stand side by side with the difference', () => {
  const rows = billRows(
    [
      { type: 'START', label: '起步费', amountFen: 3600 },
      { type: 'COUPON', label: '优惠券', amountFen: -500 },
    ],
    [
      { type: 'START', label: '起步费', amountFen: 3600, reason: '22:00 出发' },
      { type: 'WAIT', label: '等候费', amountFen: 800, reason: '' },
    ],
  )
  expect(rows).toEqual([
    { label: '起步费', reason: '22:00 出发', estimateFen: 3600, billFen: 3600, differenceFen: 0 },
    { label: '等候费', reason: '', estimateFen: null, billFen: 800, differenceFen: 800 },
    { label: '优惠券', reason: '', estimateFen: -500, billFen: null, differenceFen: 500 },
  ])
  expect(totalRow(rows)).toEqual({ estimateFen: 3100, billFen: 4400, differenceFen: 1300 })
})

test('before the bill there is no difference to speak of', () => {
  const rows = billRows([{ type: 'START', label: '起步费', amountFen: 3600 }], [])
  expect(rows[0]).toMatchObject({ billFen: null, differenceFen: null })
  expect(totalRow(rows).billFen).toBeNull()
})

test('one sentence tells where the search stands', () => {
  const dispatch = { round: 3, radiusM: 5000, candidates: 0, filteredOut: { offline: 4, busy: 3 }, offers: [], searchEndsAt: null }
  expect(searchSentence(dispatch)).toBe('第 3 轮，半径 5.0 公里：共看过 7 名司机，没有一名可派')
  expect(searchSentence({ ...dispatch, candidates: 2 })).toBe('第 3 轮，半径 5.0 公里：共看过 9 名司机，2 名可派')
  expect(searchSentence({ ...dispatch, round: 0 })).toBe('还没有开始派单')
  expect(searchSentence({ ...dispatch, filteredOut: {} })).toContain('最大派单半径内没有司机')
})

test('a sum over nothing known stays unknown', () => {
  expect(sumOf([{ fen: null }, { fen: null }], ({ fen }) => fen)).toBeNull()
  expect(sumOf([{ fen: 5 as number | null }, { fen: null }], ({ fen }) => fen)).toBe(5)
})

test('tracking says what keeps most drivers out, and nothing once somebody has the order', () => {
  const row = {
    serviceStatus: 180 as const,
    round: 2,
    radiusM: 2_000,
    candidates: 0,
    filteredOut: { offline: 1, busy: 5, outOfRadius: 3 },
    asked: 0,
    declined: 0,
  }
  expect(noDriverReason(row)).toMatch(/^2\.0 公里内无可派：正在服务或应答中 5 名，超出本轮半径 3 名$/)
  expect(noDriverReason({ ...row, serviceStatus: 301 })).toBe('')
})
