import { expect, test } from 'vitest'
import { type Access, administerRefusal, beyond, giveRefusal, roleFitsDept, sameAccess } from './access.rules.ts'

const access = (over: Partial<Access> = {}): Access => ({
  deptId: '7',
  deptType: 2,
  allCities: false,
  cityIds: ['330100'],
  channelId: null,
  level: 1,
  ...over,
})
const everywhere = { cities: '*', orgs: '*', channel: '*' } as const
const giver = { level: 3, platformAdmin: false, scope: everywhere }

test.each([
  ['a city more', { ...everywhere, cities: ['310000'] }, access(), ['cities']],
  ['all cities', { ...everywhere, cities: ['330100'] }, access({ allCities: true, cityIds: [] }), ['cities']],
  ['another organisation', { ...everywhere, orgs: ['8'] }, access(), ['department']],
  ['another channel', { ...everywhere, channel: '5' }, access({ channelId: '6' }), ['channel']],
  ['no channel at all', { ...everywhere, channel: '5' }, access(), ['channel']],
])('%s is beyond an administrator who lacks it', (_, scope, wanted, what) => {
  expect(beyond(wanted, scope)).toEqual(what)
  expect(giveRefusal({ ...giver, scope }, wanted, [])).toEqual({ refusal: 'people.beyondScope', detail: { beyond: what } })
})

test('who has no city gives none, not even an empty list', () => {
  expect(beyond(access({ cityIds: [] }), { ...everywhere, cities: [] })).toEqual(['cities'])
})

test('the same reach, or less, can be given', () => {
  expect(giveRefusal({ ...giver, scope: { cities: ['330100', '310000'], orgs: ['7'], channel: '*' } }, access(), [])).toBeNull()
  expect(giveRefusal(giver, access({ allCities: true, cityIds: [], level: 3 }), [])).toBeNull()
})

test('nobody makes or manages somebody above them', () => {
  expect(giveRefusal(giver, access({ level: 4 }), [])).toEqual({ refusal: 'people.higherLevel' })
  expect(giveRefusal(giver, access(), ['order.cancel'])).toEqual({ refusal: 'people.beyondOwn', detail: { lacking: ['order.cancel'] } })
  const person = { ...access(), userId: '9', platformAdmin: true }
  expect(administerRefusal(giver, person, [])).toEqual({ refusal: 'people.beyondOwn' })
  expect(administerRefusal({ ...giver, platformAdmin: true }, person, [])).toBeNull()
})

test('the order of cities and roles makes no difference', () => {
  const one = { ...access({ cityIds: ['1', '2'] }), roleIds: ['3', '4'] }
  expect(sameAccess(one, { ...one, cityIds: ['2', '1'], roleIds: ['4', '3'] })).toBe(true)
  expect(sameAccess(one, { ...one, cityIds: ['2'] })).toBe(false)
  expect(sameAccess(one, { ...one, level: 2 })).toBe(false)
})

test('a role bound to a department is for its people and those below', () => {
  expect(roleFitsDept({ deptIds: [] }, ['3', '1'])).toBe(true)
  expect(roleFitsDept({ deptIds: ['1'] }, ['3', '1'])).toBe(true)
  expect(roleFitsDept({ deptIds: ['2'] }, ['3', '1'])).toBe(false)
})
