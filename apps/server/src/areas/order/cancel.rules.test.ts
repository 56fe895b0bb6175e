import { SERVICE_STATUS as S } from '@chauffeur/contract/order-model'
import { expect, test } from 'vitest'
import { type CancelFacts, defaultCancelRows, judgeCancel } from './cancel.rules.ts'

const now = new Date('2026-11-20T22:00:00+08:00')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000)
const facts = (of: Partial<CancelFacts>): CancelFacts => ({
  status: S.dispatching,
  by: 'CUSTOMER',
  acceptedAt: null,
  arrivedAt: null,
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
  expect(judgeCancel(accepted(240), [])).toEqual({ rule: '', ruleCase: null, verdict: 'NO_FAULT', feeFen: 0 })
})
