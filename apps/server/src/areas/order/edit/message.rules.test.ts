import { filled } from '@chauffeur/contract/message/event'
import { orderMessageKind } from '@chauffeur/contract/order/edit'
import type { ServiceStatus } from '@chauffeur/contract/order/model'
import { expect, test } from 'vitest'
import { type MessageFacts, messageOf } from './message.rules.ts'

const facts = (of: Partial<MessageFacts> = {}): MessageFacts => ({
  orderNo: 'D20261121000123',
  serviceStatus: 180,
  driver: null,
  etaS: null,
  totalFen: null,
  dueFen: null,
  cancelFeeFen: null,
  prepay: null,
  ...of,
})
const driver = { name: '李建国', driverNo: 'HZ001', phone: '13800001111' }
const prepay = (event: NonNullable<MessageFacts['prepay']>['event']) => ({
  event,
  fen: 7_800,
  until: (language: string) => `23:15 ${language}`,
})
const fitting = (of: Partial<MessageFacts>) => orderMessageKind.options.filter((kind) => messageOf(kind, facts(of)) !== null)

test.each<[string, Partial<MessageFacts>, string[]]>([
  ['while a driver is looked for', { serviceStatus: 180 }, ['SEARCHING']],
  ['once a driver is on the way', { serviceStatus: 301, driver }, ['DRIVER']],
  ['once the driver waits', { serviceStatus: 302, driver }, ['DRIVER', 'ARRIVED']],
  ['in mid-trip', { serviceStatus: 303, driver }, []],
  ['with a bill', { serviceStatus: 501, driver, totalFen: 3_500 }, ['BILL']],
  ['with a bill that is open', { serviceStatus: 501, driver, totalFen: 3_500, dueFen: 3_500 }, ['BILL', 'UNPAID']],
  ['after a cancellation', { serviceStatus: 403 }, ['CANCELLED']],
  ['while a prepayment is waited for', { serviceStatus: 101, prepay: prepay('PREPAY_DUE') }, ['PREPAY']],
  ['after nobody paid ahead in time', { serviceStatus: 403, prepay: prepay('PREPAY_LAPSED') }, ['CANCELLED', 'PREPAY']],
  ['with a cancel fee that is open', { serviceStatus: 404, cancelFeeFen: 2_000, dueFen: 2_000 }, ['CANCELLED', 'UNPAID']],
])('%s only what is true can be said', (_, of, kinds) => expect(fitting(of)).toEqual(kinds))

test('what is to be paid ahead is said with its sum and until when, what came or went back with its sum', () => {
  expect(messageOf('PREPAY', facts({ serviceStatus: 101, prepay: prepay('PREPAY_DUE') }), '', 'en')).toEqual({
    event: 'PREPAY_DUE',
    values: { orderTail: '000123', due: '78.00', until: '23:15 en' },
  })
  expect(messageOf('PREPAY', facts({ serviceStatus: 403, prepay: prepay('PREPAY_LAPSED') }))?.values).toEqual({
    orderTail: '000123',
    due: '78.00',
    until: '23:15 zh',
  })
  expect(messageOf('PREPAY', facts({ prepay: prepay('PREPAY_RETURNED') }))?.values).toEqual({ orderTail: '000123', amount: '78.00' })
})

test('the driver is named by the family name, minutes are never none, and the number of the order is its last six digits', () => {
  expect(messageOf('DRIVER', facts({ serviceStatus: 301, driver, etaS: 61 }))).toEqual({
    event: 'ORDER_ACCEPTED',
    values: { orderTail: '000123', driver: '李师傅', driverNo: 'HZ001', driverPhone: '13800001111', minutes: '2' },
  })
  expect(messageOf('DRIVER', facts({ serviceStatus: 301, driver, etaS: 0 }))?.values.minutes).toBe('1')
  expect(messageOf('DRIVER', facts({ serviceStatus: 301, driver }))?.event).toBe('ORDER_ACCEPTED_PLAIN')
  expect(messageOf('SEARCHING', facts({ orderNo: 'D20261121000123-2' }))?.values).toEqual({ orderTail: '000123' })
})

test.each<[string, Partial<MessageFacts>, object]>([
  ['all of it is open', { totalFen: 3_550, dueFen: 3_550 }, { event: 'BILL_DUE', values: { orderTail: '000123', total: '35.50' } }],
  [
    'an employer shares it',
    { totalFen: 5_500, dueFen: 1_500 },
    { event: 'BILL_SHARED', values: { orderTail: '000123', total: '55.00', due: '15.00' } },
  ],
  ['nothing is open', { totalFen: 5_500 }, { event: 'BILL_PAID', values: { orderTail: '000123', total: '55.00' } }],
])('of a bill another text is said where %s', (_, of, said) =>
  expect(messageOf('BILL', facts({ serviceStatus: 501, ...of }))).toEqual(said),
)

test('a fee for cancelling is not called a fare', () => {
  expect(messageOf('CANCELLED', facts({ serviceStatus: 405, cancelFeeFen: 1_000 }))).toMatchObject({
    event: 'ORDER_CANCELLED_FEE',
    values: { fee: '10.00' },
  })
  expect(messageOf('UNPAID', facts({ serviceStatus: 403, dueFen: 1_000 }))).toMatchObject({ event: 'UNPAID_FEE', values: { due: '10.00' } })
})

test('an own text goes out as it was typed, an empty one not at all', () => {
  const said = messageOf('CUSTOM', facts(), '车辆已备好，${code}')!
  expect(filled('归航代驾', '${note}', said.values)).toBe('【归航代驾】车辆已备好，${code}')
  expect(messageOf('CUSTOM', facts({ serviceStatus: 404 as ServiceStatus }))).toBeNull()
})
