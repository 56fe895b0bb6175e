import { expect, test } from 'vitest'
import { changedFields, rightFaults, rightMachine, type RightTerms, stateAfter } from './right.rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const day = (n: number) => new Date(now.getTime() + n * 86_400_000)
const cap: RightTerms = {
  name: '车险代驾',
  channelId: '3',
  unit: 'TIMES',
  coverKind: 'CAP',
  capFen: 5_000,
  includedM: null,
  excess: 'CUSTOMER_PAYS',
  validFrom: day(-1),
  validTo: day(30),
  cityIds: ['1', '2'],
  bands: [],
  perUserTimes: 0,
  dailyStock: null,
  priceToPartnerFen: 4_500,
  remark: '',
}
const faulty = (of: Partial<RightTerms>) => Object.keys(rightFaults({ ...cap, ...of }, now))

test('what a right pays is said once, and fits what it is counted in', () => {
  expect(faulty({})).toEqual([])
  expect(faulty({ capFen: null })).toEqual(['capFen'])
  expect(faulty({ coverKind: 'DISTANCE' })).toEqual(['capFen', 'includedM'])
  expect(faulty({ coverKind: 'FULL', capFen: null })).toEqual([])
  expect(faulty({ unit: 'KM', priceToPartnerFen: null })).toEqual(['coverKind'])
  expect(faulty({ unit: 'KM', coverKind: 'FULL', capFen: null, priceToPartnerFen: null })).toEqual([])
  expect(faulty({ unit: 'AMOUNT' })).toEqual(['priceToPartnerFen'])
})

test('its time is to come, and its hours end after they begin', () => {
  expect(faulty({ validTo: day(-2) })).toEqual(['validTo'])
  expect(faulty({ validFrom: day(-9), validTo: day(-2) })).toEqual(['validTo'])
  expect(faulty({ bands: [{ from: '22:00:00', to: '06:00:00' }] })).toEqual(['bands'])
})

test('what was agreed changes in a draft alone; the stock of the day at any time but while somebody approves', () => {
  const fields = changedFields(cap, { ...cap, capFen: 4_000, cityIds: ['2', '1'] })
  expect(fields).toEqual(['capFen'])
  expect(stateAfter('DRAFT', fields)).toBe('DRAFT')
  expect(stateAfter('ON', fields)).toBeNull()
  expect(stateAfter('OFF', fields)).toBe('DRAFT')
  expect(stateAfter('ON', ['dailyStock', 'remark'])).toBe('ON')
  expect(stateAfter('OFF', ['name'])).toBe('OFF')
  expect(stateAfter('AUDITING', ['remark'])).toBeNull()
})

test('who keeps a right does not approve it, and nothing goes on unapproved', () => {
  expect(rightMachine.next('DRAFT', 'turnOn', 'KEEPER')).toBeNull()
  expect(rightMachine.next('AUDITING', 'approve', 'KEEPER')).toBeNull()
  expect(rightMachine.next('AUDITING', 'approve', 'APPROVER')).toBe('ON')
})
