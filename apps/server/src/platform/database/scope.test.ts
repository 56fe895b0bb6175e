import { describe, expect, test } from 'vitest'
import {
  includesSight,
  inScope,
  isOutsider,
  type Scope,
  type ScopedRow,
  scopeValues,
  SCOPE_SETTINGS,
  seesEveryCity,
  wholeTenant,
  withinCities,
} from './scope.ts'

const scope = (more: Partial<Scope> = {}): Scope => ({ ...wholeTenant('1'), ...more })
const row = (more: Partial<ScopedRow> = {}): ScopedRow => ({ tenantId: '1', cityId: '10', orgId: '20', channelId: '30', ...more })

describe('a row is in sight', () => {
  test('of its own tenant alone, whoever asks', () => {
    expect(inScope(scope(), row())).toBe(true)
    expect(inScope(scope({ tenantId: '2' }), row())).toBe(false)
  })

  test.each([
    ['cities', { cities: ['10', '11'] }, { cityId: '11' }, { cityId: '12' }, { cityId: null }],
    ['organisations', { orgs: ['20'] }, { orgId: '20' }, { orgId: '21' }, { orgId: null }],
    ['a channel', { channel: '30' }, { channelId: '30' }, { channelId: '31' }, { channelId: null }],
  ] as const)('of who is bound to %s where it is one of theirs; a row of none is nobody’s there', (_what, bound, own, other, none) => {
    expect(inScope(scope(bound), row(own))).toBe(true)
    expect(inScope(scope(bound), row(other))).toBe(false)
    expect(inScope(scope(bound), row(none))).toBe(false)
    expect(inScope(scope(), row(none))).toBe(true)
  })

  test('of nobody without cities or organisations, nor of a partner without a channel', () => {
    expect(inScope(scope({ cities: [] }), row())).toBe(false)
    expect(inScope(scope({ orgs: [] }), row())).toBe(false)
    expect(inScope(scope({ channel: 'none' }), row())).toBe(false)
    expect(inScope(scope({ channel: 'none' }), row({ channelId: null }))).toBe(false)
  })

  test('where it is one person’s, of that person alone, whatever else they see', () => {
    expect(inScope(scope({ userId: '5' }), row({ userId: '5' }))).toBe(true)
    expect(inScope(scope({ userId: '6' }), row({ userId: '5' }))).toBe(false)
    expect(inScope(scope(), row({ userId: '5' }))).toBe(false)
    expect(inScope(scope({ userId: '5', cities: [] }), row({ userId: '5' }))).toBe(true)
  })
})

describe('one sight within another', () => {
  test('whoever sees all has every other in sight, and nobody but them has theirs', () => {
    expect(includesSight(scope(), scope({ cities: ['10'], orgs: ['20'], channel: '30' }))).toBe(true)
    expect(includesSight(scope({ cities: ['10'] }), scope())).toBe(false)
    expect(includesSight(scope({ orgs: ['20'] }), scope())).toBe(false)
    expect(includesSight(scope({ channel: '30' }), scope())).toBe(false)
  })

  test('it has to hold of cities, organisations and channel at once', () => {
    const wide = scope({ cities: ['10', '11'], orgs: ['20'] })
    expect(includesSight(wide, scope({ cities: ['11'], orgs: ['20'] }))).toBe(true)
    expect(includesSight(wide, scope({ cities: ['11'], orgs: ['21'] }))).toBe(false)
    expect(includesSight(wide, scope({ cities: ['11', '12'], orgs: ['20'] }))).toBe(false)
    expect(includesSight(scope({ channel: '30' }), scope({ channel: '31' }))).toBe(false)
  })

  test('who sees nothing is within every sight', () => expect(includesSight(scope({ cities: ['10'] }), scope({ cities: [] }))).toBe(true))
})

test('what holds for every city is for those alone who are bound to nothing', () => {
  expect(seesEveryCity(scope())).toBe(true)
  for (const bound of [{ cities: ['10'] }, { orgs: ['20'] }, { channel: '30' }]) expect(seesEveryCity(scope(bound))).toBe(false)
  expect(isOutsider(scope({ cities: ['10'] }))).toBe(false)
  expect(isOutsider(scope({ orgs: [] }))).toBe(true)
  expect(isOutsider(scope({ channel: 'none' }))).toBe(true)
})

test('what names no city holds in all of them, and is not of who has some', () => {
  expect(withinCities([], '*')).toBe(true)
  expect(withinCities([], ['10'])).toBe(false)
  expect(withinCities(['10'], ['10', '11'])).toBe(true)
  expect(withinCities(['10', '12'], ['10', '11'])).toBe(false)
  expect(withinCities(['10'], [])).toBe(false)
})

test('what the database is told names each thing in its place; no city is an empty list and not all', () => {
  const values = scopeValues(scope({ cities: [], orgs: ['20', '21'], channel: 'none' }), '/orders', true)
  expect(Object.fromEntries(SCOPE_SETTINGS.map((name, n) => [name, values[n]]))).toEqual({
    'app.tenant_id': '1',
    'app.cities': '{}',
    'app.orgs': '{20,21}',
    'app.channel': 'none',
    'app.user': '',
    'app.caller': '/orders',
    transaction_read_only: 'on',
  })
  expect(scopeValues(scope({ userId: '5' }), '', false).slice(4)).toEqual(['5', '', 'off'])
})
