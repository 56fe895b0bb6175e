import { TENANT_STATE as S, type TenantState } from '@chauffeur/contract/access/tenant'
import { defineMachine, type Transition } from '#platform/machine/machine'

export type TenantAction = 'audit' | 'enable' | 'disable' | 'resetPassword' | 'update'

export const tenantMachine = defineMachine({
  states: Object.values(S),
  begins: [S.applied],
  rests: [S.enabled, S.disabled],
  events: {
    audit: { from: [S.applied], to: S.audited, by: ['OPERATOR'] },
    enable: { from: [S.audited, S.disabled], to: S.enabled, by: ['OPERATOR'] },
    disable: { from: [S.enabled], to: S.disabled, by: ['OPERATOR'] },
  } satisfies Record<string, Transition<TenantState, 'OPERATOR'>>,
})
const EVENTS = ['audit', 'enable', 'disable'] as const

/** The state a tenant comes to, or null where it cannot go there from here. */
export const nextTenantState = (from: TenantState, to: number): TenantState | null => {
  const event = EVENTS.find((one) => tenantMachine.events[one].to === to)
  return event ? tenantMachine.next(from, event, 'OPERATOR') : null
}

/** What a platform administrator may do with a tenant now. Nobody disables the tenant they belong to. */
export function tenantActions(state: TenantState, own: boolean, mayEdit: boolean): TenantAction[] {
  if (!mayEdit) return []
  const moves = EVENTS.filter((event) => tenantMachine.fits(event, state) && !(own && event === 'disable'))
  return [...moves, ...(state === S.enabled ? (['resetPassword'] as const) : []), 'update']
}
