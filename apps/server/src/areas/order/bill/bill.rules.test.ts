import { expect, test } from 'vitest'
import { extraOverLimit, passThroughOf, tipOf } from './bill.rules.ts'
import { judgeCode, sendWaitS } from '#areas/driver/app'

test('extras over their limit are refused by their sum', () => {
  expect(extraOverLimit([{ type: 'PARKING', amountFen: 20_000 }])).toBeNull()
  expect(
    extraOverLimit([
      { type: 'PARKING', amountFen: 15_000 },
      { type: 'PARKING', amountFen: 5_001 },
    ]),
  ).toEqual({ type: 'PARKING', limitFen: 20_000, amountFen: 20_001 })
})

test('a tip is not a receipt', () => {
  const extras = [
    { type: 'TIP', amountFen: 500 },
    { type: 'TOLL', amountFen: 1_000 },
    { type: 'TIP', amountFen: 100 },
  ] as const
  expect(tipOf(extras)).toBe(600)
  expect(passThroughOf(extras)).toEqual([{ type: 'TOLL', amountFen: 1_000 }])
})

test('codes: thirty seconds between two, five tries, five minutes', () => {
  const sent = { sentAt: 0, expiresAt: 300_000, wrong: 0 }
  expect(sendWaitS(null, 0)).toBe(0)
  expect(sendWaitS(sent, 10_000)).toBe(20)
  expect(sendWaitS(sent, 30_000)).toBe(0)
  expect(sendWaitS({ ...sent, wrong: 5 }, 60_000)).toBe(240)
  expect(judgeCode(sent, true, 299_999)).toBe('good')
  expect(judgeCode(sent, true, 300_000)).toBe('wrong')
  expect(judgeCode({ ...sent, wrong: 5 }, true, 1_000)).toBe('locked')
  expect(judgeCode(null, true, 0)).toBe('wrong')
})
