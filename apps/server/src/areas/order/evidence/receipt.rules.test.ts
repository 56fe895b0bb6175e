import { expect, test } from 'vitest'
import { type Extra, receiptFault, receiptsOf } from './receipt.rules.ts'

const extra = (amountFen: number, receiptIds?: string[], type: Extra['type'] = 'TOLL'): Extra => ({ type, amountFen, receiptIds })
const open = new Set(['r1', 'r2'])

test('from the city’s sum on an extra needs a receipt; one fen below it does not', () => {
  expect(receiptFault([extra(1_999)], 2_000, open)).toBeNull()
  expect(receiptFault([extra(2_000)], 2_000, open)).toEqual({
    refusal: 'driver.receiptMissing',
    detail: { type: 'TOLL', receiptFromFen: 2_000 },
  })
  expect(receiptFault([extra(2_000, [])], 2_000, open)?.refusal).toBe('driver.receiptMissing')
  expect(receiptFault([extra(2_000, ['r1'])], 2_000, open)).toBeNull()
})

test('where a city asks from the first fen on, every extra has one; where it asks for none, none has to', () => {
  expect(receiptFault([extra(1)], 0, open)?.refusal).toBe('driver.receiptMissing')
  expect(receiptFault([extra(1_000_000)], null, open)).toBeNull()
})

test('a tip needs none, however large', () => {
  expect(receiptFault([extra(1_000_000, undefined, 'TIP')], 0, open)).toBeNull()
})

test('a receipt is one of this order that no extra has used, neither before nor twice in this bill', () => {
  const unknown = (fileId: string) => ({ refusal: 'driver.receiptUnknown', detail: { fileId } })
  expect(receiptFault([extra(100, ['r3'])], null, open)).toEqual(unknown('r3'))
  expect(receiptFault([extra(100, ['r1', 'r1'])], null, open)).toEqual(unknown('r1'))
  expect(receiptFault([extra(100, ['r1']), extra(200, ['r2', 'r1'], 'PARKING')], null, open)).toEqual(unknown('r1'))
  expect(receiptFault([extra(100, ['r1']), extra(200, ['r2'], 'PARKING')], 0, open)).toBeNull()
})

test('a receipt of somebody else is said before one that is missing', () => {
  expect(receiptFault([extra(5_000), extra(100, ['other'])], 2_000, open)?.refusal).toBe('driver.receiptUnknown')
})

test('the receipts of a bill are those of all its extras in their order', () => {
  expect(receiptsOf([extra(1, ['r2']), extra(1), extra(1, ['r1'])])).toEqual(['r2', 'r1'])
})
