import { orderMessageKind } from '@chauffeur/contract/order/edit'
import type { ServiceStatus } from '@chauffeur/contract/order/model'
import { expect, test } from 'vitest'
import { type MessageFacts, messageText } from './message.rules.ts'

const facts = (of: Partial<MessageFacts> = {}): MessageFacts => ({
  brandName: '归航代驾',
  orderNo: 'D20261121000123',
  serviceStatus: 180,
  driver: null,
  etaS: null,
  totalFen: null,
  dueFen: null,
  cancelFeeFen: null,
  ...of,
})
const driver = { name: '李建国', driverNo: 'HZ001', phone: '13800001111' }
const fitting = (of: Partial<MessageFacts>) => orderMessageKind.options.filter((kind) => messageText(kind, facts(of)) !== null)

test.each<[string, Partial<MessageFacts>, string[]]>([
  ['while a driver is looked for', { serviceStatus: 180 }, ['SEARCHING']],
  ['once a driver is on the way', { serviceStatus: 301, driver }, ['DRIVER']],
  ['once the driver waits', { serviceStatus: 302, driver }, ['DRIVER', 'ARRIVED']],
  ['in mid-trip', { serviceStatus: 303, driver }, []],
  ['with a bill', { serviceStatus: 501, driver, totalFen: 3_500 }, ['BILL']],
  ['with a bill that is open', { serviceStatus: 501, driver, totalFen: 3_500, dueFen: 3_500 }, ['BILL', 'UNPAID']],
  ['after a cancellation', { serviceStatus: 403 }, ['CANCELLED']],
  ['with a cancel fee that is open', { serviceStatus: 404, cancelFeeFen: 2_000, dueFen: 2_000 }, ['CANCELLED', 'UNPAID']],
])('%s only what is true can be said', (_, of, kinds) => expect(fitting(of)).toEqual(kinds))

test('a message names brand, driver and minutes, and what is to be paid', () => {
  expect(messageText('DRIVER', facts({ serviceStatus: 301, driver, etaS: 61 }))).toBe(
    '【归航代驾】您的代驾司机李师傅（工号HZ001，电话13800001111）已接单，预计2分钟到达。',
  )
  expect(messageText('BILL', facts({ serviceStatus: 501, totalFen: 3_550, dueFen: 3_550 }))).toBe(
    '【归航代驾】您的代驾订单（尾号000123）费用35.50元，请及时支付。',
  )
  expect(messageText('CANCELLED', facts({ serviceStatus: 405, cancelFeeFen: 1_000 }))).toContain('取消费10.00元')
})

test('whoever shares the bill with an employer is asked for their own part alone', () => {
  const open = facts({ serviceStatus: 501, totalFen: 5_500, dueFen: 1_500 })
  expect(messageText('BILL', open)).toContain('费用55.00元，您应付15.00元，请及时支付')
  expect(messageText('UNPAID', open)).toBe('【归航代驾】您的代驾订单（尾号000123）尚有费用15.00元未支付，请尽快支付，以免影响再次下单。')
  expect(messageText('UNPAID', facts({ serviceStatus: 403, dueFen: 1_000 }))).toContain('尚有取消费10.00元未支付')
})

test('an own text goes out as it was typed, an empty one not at all', () => {
  expect(messageText('CUSTOM', facts(), '车辆已备好')).toBe('【归航代驾】车辆已备好')
  expect(messageText('CUSTOM', facts({ serviceStatus: 404 as ServiceStatus }))).toBeNull()
})
