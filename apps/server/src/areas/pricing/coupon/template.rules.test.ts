import { expect, test } from 'vitest'
import { changedTerms, templateMachine, termFaults, type Terms } from './template.rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const day = (n: number) => new Date(now.getTime() + n * 86_400_000)
const cash: Terms = {
  type: 'CASH',
  faceFen: 1000,
  rateBp: null,
  maxFen: null,
  minSubtotalFen: 0,
  cityIds: [],
  channelIds: [],
  serviceTypes: [],
  bands: [],
  fenceIds: [],
  newCustomerOnly: false,
  validFrom: null,
  validTo: null,
  daysAfterGrant: 30,
  funder: 'TENANT',
  funderChannelId: null,
}
const faulty = (of: Partial<Terms>) => Object.keys(termFaults({ ...cash, ...of }, now))

test('each type has what it is worth, and nothing that would say something else', () => {
  expect(faulty({})).toEqual([])
  expect(faulty({ faceFen: null })).toEqual(['faceFen'])
  expect(faulty({ type: 'RATE' })).toEqual(['faceFen', 'rateBp'])
  expect(faulty({ type: 'RATE', faceFen: null, rateBp: 8_800, maxFen: 2_000 })).toEqual([])
  expect(faulty({ type: 'FIXED_PRICE', faceFen: 1_990 })).toEqual([])
  expect(faulty({ type: 'START_PRICE_FREE', faceFen: null })).toEqual([])
  expect(faulty({ maxFen: 500 })).toEqual(['maxFen'])
})

test('a coupon is good for days from its grant or for a period to come, not both', () => {
  expect(faulty({ daysAfterGrant: null })).toEqual(['daysAfterGrant'])
  expect(faulty({ validFrom: now, validTo: day(5), daysAfterGrant: null })).toEqual([])
  expect(faulty({ validFrom: now, validTo: day(5) })).toEqual(['daysAfterGrant'])
  expect(faulty({ validFrom: now, daysAfterGrant: null })).toEqual(['validTo'])
  expect(faulty({ validFrom: day(2), validTo: day(1), daysAfterGrant: null })).toEqual(['validTo'])
  expect(faulty({ validFrom: day(-2), validTo: day(-1), daysAfterGrant: null })).toEqual(['validTo'])
})

test('whoever pays is named, and hours end after they begin', () => {
  expect(faulty({ funder: 'PARTNER' })).toEqual(['funderChannelId'])
  expect(faulty({ funder: 'PARTNER', funderChannelId: '3' })).toEqual([])
  expect(faulty({ funderChannelId: '3' })).toEqual(['funderChannelId'])
  expect(faulty({ bands: [{ from: '22:00:00', to: '06:00:00' }] })).toEqual(['bands'])
})

test('a change of terms is noticed whatever the order of lists', () => {
  expect(changedTerms({ ...cash, cityIds: ['1', '2'] }, { ...cash, cityIds: ['2', '1'] })).toEqual([])
  expect(changedTerms(cash, { ...cash, faceFen: 900, cityIds: ['1'] })).toEqual(['faceFen', 'cityIds'])
})

test('a template that was removed stays so, and one that is on is turned off first', () => {
  expect(templateMachine.next(0, 'turnOn', 'OPERATOR')).toBe(1)
  expect(templateMachine.next(1, 'remove', 'OPERATOR')).toBeNull()
  expect(templateMachine.next(2, 'turnOn', 'OPERATOR')).toBe(1)
  for (const event of ['turnOn', 'turnOff', 'remove'] as const) expect(templateMachine.next(-1, event, 'OPERATOR')).toBeNull()
})
