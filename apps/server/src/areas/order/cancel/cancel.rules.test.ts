import { SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import { expect, test } from 'vitest'
import { type CancelFacts, type CancelRow, defaultCancelRows, hideSecondsBy, judgeCancel, paidByOf } from './cancel.rules.ts'

const now = new Date('2026-11-20T22:00:00+08:00')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000)
const facts = (of: Partial<CancelFacts>): CancelFacts => ({
  status: S.dispatching,
  by: 'CUSTOMER',
  acceptedAt: null,
  arrivedAt: null,
  bookTime: null,
  promisedAt: null,
  now,
  ...of,
})
const accepted = (seconds: number, more: Partial<CancelFacts> = {}) =>
  facts({ status: S.accepted, acceptedAt: ago(seconds), promisedAt: ago(0), ...more })
const arrived = (seconds: number, more: Partial<CancelFacts> = {}) =>
  facts({ status: S.arrived, acceptedAt: ago(2_000), arrivedAt: ago(seconds), ...more })

test.each([
  ['before a driver has it', facts({}), 'R1', 'NO_FAULT', 0],
  ['before its search began', facts({ status: S.created }), 'R1', 'NO_FAULT', 0],
  ['three minutes after acceptance', accepted(180), 'R2', 'NO_FAULT', 0],
  ['at once, though the driver is late', accepted(60, { promisedAt: ago(400) }), 'R2', 'NO_FAULT', 0],
  ['when the driver is late by more than five minutes', accepted(900, { promisedAt: ago(301) }), 'R3', 'DRIVER_AT_FAULT', 0],
  ['when the driver is late by just five', accepted(900, { promisedAt: ago(300) }), 'R4', 'CUSTOMER_AT_FAULT', 1_000],
  ['four minutes after acceptance', accepted(240), 'R4', 'CUSTOMER_AT_FAULT', 1_000],
  ['ten minutes after the driver came', arrived(600), 'R5', 'CUSTOMER_AT_FAULT', 1_000],
  ['later', arrived(601), 'R6', 'CUSTOMER_AT_FAULT', 2_000],
  ['by a driver who waited and called twice', arrived(900, { by: 'DRIVER', calls: 2 }), 'R7', 'CUSTOMER_AT_FAULT', 2_000],
  ['by a driver who called once', arrived(1_200, { by: 'DRIVER', calls: 1 }), 'R8', 'DRIVER_AT_FAULT', 0],
  ['by a driver who hardly waited', arrived(899, { by: 'DRIVER', calls: 5 }), 'R8', 'DRIVER_AT_FAULT', 0],
  ['by a driver on the way', accepted(60, { by: 'DRIVER', calls: 5 }), 'R8', 'DRIVER_AT_FAULT', 0],
  [
    'by a driver who came early, before the booked time',
    arrived(901, { by: 'DRIVER', calls: 2, bookTime: ago(-1_500) }),
    'R8',
    'DRIVER_AT_FAULT',
    0,
  ],
  [
    'by a driver who waited from the booked time on',
    arrived(3_000, { by: 'DRIVER', calls: 2, bookTime: ago(900) }),
    'R7',
    'CUSTOMER_AT_FAULT',
    2_000,
  ],
  ['by a customer whose driver came early', arrived(3_000, { bookTime: ago(600) }), 'R5', 'CUSTOMER_AT_FAULT', 1_000],
  ['by a customer who was waited for from the booked time on', arrived(3_000, { bookTime: ago(601) }), 'R6', 'CUSTOMER_AT_FAULT', 2_000],
  ['by a customer whose driver came late', arrived(600, { bookTime: ago(3_000) }), 'R5', 'CUSTOMER_AT_FAULT', 1_000],
  ['by the desk before a driver has it', facts({ by: 'OPERATOR' }), 'R1', 'NO_FAULT', 0],
  ['by the desk', arrived(5_000, { by: 'OPERATOR' }), 'R9', 'NO_FAULT', 0],
] as const)('a cancellation %s', (_, given, rule, verdict, feeFen) => {
  expect(judgeCancel(given)).toMatchObject({ rule, verdict, feeFen })
})

test('a trip under way is terminated, not cancelled', () => {
  expect(judgeCancel(facts({ status: S.driving }))).toBeNull()
})

test('the most specific row decides, whatever the order of rows; where none fits nothing follows', () => {
  const general = defaultCancelRows.find(({ code }) => code === 'R4')!
  const city = { ...general, code: 'HZ', cityId: '330100', feeFen: 500 }
  const bank = { ...general, code: 'BANK', channelId: '7', feeFen: 0 }
  const rows = [bank, ...defaultCancelRows, city]
  const judge = (more: Partial<CancelFacts>) => [rows, rows.toReversed()].map((given) => judgeCancel(accepted(240, more), given)?.rule)
  expect(judge({ cityId: '330100' })).toEqual(['HZ', 'HZ'])
  expect(judge({ cityId: '330100', channelId: '7' })).toEqual(['BANK', 'BANK'])
  expect(judge({ cityId: '310000', channelId: '8' })).toEqual(['R4', 'R4'])
  expect(judgeCancel(accepted(240), [])).toEqual({ rule: '', ruleCase: null, verdict: 'NO_FAULT', feeFen: 0, consequence: null })
})

test('a row for a band of ratings or a time of day outweighs the general one, and only within it', () => {
  const rows: CancelRow[] = [
    ...defaultCancelRows,
    { ...defaultCancelRows[3]!, code: 'LOW', ratingFromX100: 0, ratingBelowX100: 450, feeFen: 0 },
    { ...defaultCancelRows[3]!, code: 'NIGHT', fromMinute: 1_380, toMinute: 120, feeFen: 3_000 },
  ]
  const judge = (more: Partial<CancelFacts>) => judgeCancel(accepted(240, more), rows)!.rule
  expect(judge({ driverRatingX100: 449 })).toBe('LOW')
  expect(judge({ driverRatingX100: 450 })).toBe('R4')
  expect(judge({ driverRatingX100: null })).toBe('R4')
  expect(judge({ minuteOfDay: 60 })).toBe('NIGHT')
  expect(judge({ minuteOfDay: 120 })).toBe('R4')
})

test('a row for who pays outweighs the general one, and a service type outweighs every condition together', () => {
  const general = defaultCancelRows.find(({ code }) => code === 'R4')!
  const rows: CancelRow[] = [...defaultCancelRows, { ...general, code: 'FIRM', paidBy: 'ENTERPRISE', feeFen: 0 }]
  const judge = (more: Partial<CancelFacts>, given = rows) => judgeCancel(accepted(240, more), given)!.rule
  expect(judge({ paidBy: 'ENTERPRISE' })).toBe('FIRM')
  expect(judge({ paidBy: 'PARTNER' })).toBe('R4')
  expect(judge({})).toBe('R4')
  const every: CancelRow = {
    ...general,
    code: 'ALL',
    atLeastS: 1,
    upToS: 900,
    lateOverS: 1,
    callsAtLeast: 1,
    paidBy: 'ENTERPRISE',
    ratingFromX100: 0,
    fromMinute: 0,
    toMinute: 1_439,
  }
  const facts = {
    promisedAt: ago(100),
    calls: 1,
    paidBy: 'ENTERPRISE',
    driverRatingX100: 480,
    minuteOfDay: 60,
    serviceType: 'HOURLY',
  } as const
  expect(judge(facts, [general, every])).toBe('ALL')
  expect(judge(facts, [every, { ...general, code: 'HOURLY', serviceType: 'HOURLY' }])).toBe('HOURLY')
})

test('who pays is the enterprise, then the partner whose right is used, else the customer', () => {
  expect(paidByOf({ enterprise_id: '1', right_grant_id: '2' })).toBe('ENTERPRISE')
  expect(paidByOf({ enterprise_id: null, right_grant_id: '2' })).toBe('PARTNER')
  expect(paidByOf({ enterprise_id: null, right_grant_id: null })).toBe('CUSTOMER')
})

test('a driver whom a decision finds at fault is kept away as the table’s own row of that verdict says', () => {
  const rows = defaultCancelRows.map((one) =>
    one.code === 'R8' ? { ...one, hideDriverS: 7_200 } : one.code === 'R3' ? { ...one, hideDriverS: 60 } : one,
  )
  const cancelled = (status: CancelFacts['status'], more: object = {}) => ({ status, arrivedAt: null, ...more })
  // Whoever cancelled first, then a driver who cancels.
  expect(hideSecondsBy('DRIVER_AT_FAULT', cancelled(S.customerCancelled), rows)).toBe(60)
  expect(hideSecondsBy('DRIVER_AT_FAULT', cancelled(S.customerCancelled, { arrivedAt: now }), rows)).toBe(7_200)
  expect(hideSecondsBy('DRIVER_AT_FAULT', cancelled(S.operatorCancelled), rows)).toBe(7_200)
  expect(hideSecondsBy('DRIVER_AT_FAULT', cancelled(S.accepted), rows)).toBe(7_200)
  expect(hideSecondsBy('SHARED', cancelled(S.customerCancelled), rows)).toBe(0)
  const own = { ...rows.find(({ code }) => code === 'R8')!, code: 'HZ', cityId: '330100', hideDriverS: 9_000 }
  expect(hideSecondsBy('DRIVER_AT_FAULT', cancelled(S.driverCancelled, { cityId: '330100' }), [...rows, own])).toBe(9_000)
  expect(hideSecondsBy('DRIVER_AT_FAULT', cancelled(S.driverCancelled, { cityId: '310000' }), [...rows, own])).toBe(7_200)
})

test('penalties within the allowance are let go, and the next is due', () => {
  const consequence = (driverWaived: number) => judgeCancel(accepted(60, { by: 'DRIVER', driverWaived }))!.consequence
  expect(consequence(1)).toEqual({ driverPenaltyFen: 0, waived: true, countsToRate: true, hideDriverS: 0 })
  expect(consequence(2)).toEqual({ driverPenaltyFen: 1_000, waived: false, countsToRate: true, hideDriverS: 0 })
  expect(judgeCancel({ ...accepted(0), status: 180 })!.consequence).toBe(null)
})
