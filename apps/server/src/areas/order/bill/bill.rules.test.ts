import { expect, test } from 'vitest'
import { extraOverLimit, passThroughOf, tipOf } from './bill.rules.ts'

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
