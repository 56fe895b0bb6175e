import { expect, test } from 'vitest'
import { nextTenantState, tenantActions, tenantMachine } from './tenant.rules.ts'

test('a tenant goes from applied over audited to enabled, and between enabled and disabled; nothing else', () => {
  const { states } = tenantMachine
  const allowed = states.flatMap((from) => states.filter((to) => nextTenantState(from, to) !== null).map((to) => `${from}→${to}`))
  expect(allowed).toEqual(['10→20', '20→30', '30→40', '40→30'])
})

test('buttons follow the state, the own tenant cannot be disabled, and who may only look gets none', () => {
  expect(tenantActions(30, false, true)).toEqual(['disable', 'resetPassword', 'update'])
  expect(tenantActions(30, true, true)).toEqual(['resetPassword', 'update'])
  expect(tenantActions(40, false, true)).toEqual(['enable', 'update'])
  expect(tenantActions(10, false, true)).toEqual(['audit', 'update'])
  expect(tenantActions(30, false, false)).toEqual([])
})
