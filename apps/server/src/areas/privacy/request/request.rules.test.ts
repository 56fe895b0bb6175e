import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actionsOf, changesOf, dueAt } from './request.rules.ts'

test.each([
  // A Tuesday in Hangzhou.
  ['2026-11-24T06:00:00Z', 1, '2026-11-25T16:00:00.000Z'],
  ['2026-11-24T06:00:00Z', 15, '2026-12-15T16:00:00.000Z'],
  // Half past midnight there is the day that has begun there.
  ['2026-11-24T16:30:00Z', 1, '2026-11-26T16:00:00.000Z'],
  // Friday and Saturday are answered on Monday.
  ['2026-11-27T06:00:00Z', 1, '2026-11-30T16:00:00.000Z'],
  ['2026-11-28T06:00:00Z', 1, '2026-11-30T16:00:00.000Z'],
])('a request of %s is answered within %i working days: before %s', (opened, days, due) => {
  expect(dueAt(new Date(opened), days).toISOString()).toBe(due)
})

test('so many working days lie between a request and its end', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      fc.integer({ min: 1, max: 30 }),
      (opened, days) => {
        const due = dueAt(opened, days)
        const local = (at: number) => new Date(at + 8 * 3_600_000)
        let working = 0
        for (let at = opened.getTime() + 86_400_000; at < due.getTime(); at += 86_400_000)
          if (![0, 6].includes(local(at).getUTCDay())) working++
        expect(working).toBe(days)
        expect(local(due.getTime()).toISOString()).toMatch(/T00:00:00\.000Z$/)
      },
    ),
  )
})

const customer = { name: '陈', gender: 'UNKNOWN', birthday: null, plate_nos: ['浙A12345'] }
test('a correction shows what stood there and what does now, and nothing that stays', () => {
  expect(changesOf(customer, { name: '陈明', gender: 'UNKNOWN', plateNos: ['浙A12345', '浙B1'] })).toEqual([
    { field: 'name', before: '陈', after: '陈明' },
    { field: 'plateNos', before: '浙A12345', after: '浙A12345、浙B1' },
  ])
  expect(changesOf(customer, {})).toEqual([])
})

test('nobody is given, corrected or erased before it is sure that it is they who ask', () => {
  const of = { state: 'IN_PROGRESS', gathered: true } as const
  for (const kind of ['ACCESS', 'CORRECT', 'ERASE'] as const)
    expect(actionsOf({ ...of, kind, identified: false })).toEqual(['identify', 'refuse', 'withdraw'])
  expect(actionsOf({ ...of, kind: 'ERASE', identified: true })).toEqual(['erase', 'refuse', 'withdraw'])
  expect(actionsOf({ ...of, kind: 'ACCESS', identified: true, gathered: false })).toEqual(['gather', 'refuse', 'withdraw'])
  expect(actionsOf({ ...of, kind: 'ACCESS', identified: true, state: 'DONE' })).toEqual([])
})
