import { expect, test } from 'vitest'
import { type Grantor, lackingToChange, lackingToGive, roleChangeRefusal, roleWithin, seesNothing } from './grant.rules.ts'

const grantor = (over: Partial<Grantor> = {}): Grantor => ({
  userId: '1',
  level: 3,
  platformAdmin: false,
  authorities: new Set(['role.edit', 'user.edit', 'order.view']),
  scope: { cities: '*', orgs: '*', channel: '*' },
  ...over,
})
const state = (functionCodes: string[], deptIds: string[] = []) => ({ functionCodes, deptIds })
const change = (
  before: ReturnType<typeof state> | null,
  after: ReturnType<typeof state> | null,
  more: { own?: boolean; hidden?: number } = {},
) => ({
  before,
  after,
  own: more.own ?? false,
  hiddenHolders: more.hidden ?? 0,
})

test('one gives what one has', () => {
  expect(roleChangeRefusal(grantor(), change(null, state(['order.view'])))).toBeNull()
  expect(roleChangeRefusal(grantor(), change(state([]), state(['order.view', 'user.edit'])))).toBeNull()
})

test('nobody gives, takes, or touches a role with functions they lack', () => {
  const beyond = { refusal: 'authority.beyondOwn', lacking: ['order.cancel'] }
  expect(roleChangeRefusal(grantor(), change(null, state(['order.cancel'])))).toEqual(beyond)
  expect(roleChangeRefusal(grantor(), change(state(['order.cancel']), state([])))).toEqual(beyond)
  expect(roleChangeRefusal(grantor(), change(state(['order.cancel']), state(['order.cancel'])))).toEqual(beyond)
  expect(roleChangeRefusal(grantor(), change(state(['order.cancel']), null))).toEqual(beyond)
})

test('functions for platform administrators are without effect in a role, but only they put them there', () => {
  expect(lackingToGive(['tenant.edit'], new Set())).toEqual([])
  expect(lackingToChange([], ['tenant.edit'], new Set())).toEqual(['tenant.edit'])
  expect(roleChangeRefusal(grantor(), change(state(['tenant.edit']), state(['tenant.edit', 'order.view'])))).toBeNull()
  expect(roleChangeRefusal(grantor(), change(state([]), state(['tenant.edit'])))).toMatchObject({ refusal: 'authority.beyondOwn' })
})

test('the own role keeps its functions, its name may change', () => {
  expect(roleChangeRefusal(grantor(), change(state([]), state(['order.view']), { own: true }))).toEqual({ refusal: 'authority.ownRole' })
  expect(roleChangeRefusal(grantor(), change(state(['order.view']), state([]), { own: true }))).toEqual({ refusal: 'authority.ownRole' })
  expect(roleChangeRefusal(grantor(), change(state(['order.view']), state(['order.view']), { own: true }))).toBeNull()
})

test('an organisation makes roles for its own departments, and leaves those of everybody alone', () => {
  const company = grantor({ scope: { cities: ['330100'], orgs: ['7', '8'], channel: '*' } })
  const beyond = { refusal: 'authority.roleBeyondScope' }
  expect(roleChangeRefusal(company, change(null, state(['order.view'], ['8'])))).toBeNull()
  expect(roleChangeRefusal(company, change(null, state(['order.view'])))).toEqual(beyond)
  expect(roleChangeRefusal(company, change(state([], ['8']), state([], ['8', '9'])))).toEqual(beyond)
  expect(roleChangeRefusal(company, change(state([], ['8']), state([])))).toEqual(beyond)
  expect(roleChangeRefusal(grantor(), change(state([]), state([]), { hidden: 1 }))).toEqual(beyond)
})

test('no scope administers nothing', () => {
  for (const scope of [
    { cities: [], orgs: '*' as const, channel: '*' },
    { cities: '*' as const, orgs: [], channel: '*' },
    { cities: '*' as const, orgs: '*' as const, channel: 'none' },
  ]) {
    expect(seesNothing(scope)).toBe(true)
    expect(roleWithin(['1'], scope)).toBe(false)
  }
})
