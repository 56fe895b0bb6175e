import type { TenantState } from '@chauffeur/contract/access/tenant'

export type TenantAction = 'audit' | 'enable' | 'disable' | 'resetPassword' | 'update'

/** 10 applied → 20 audited → 30 enabled ⇄ 40 disabled. */
const MOVES: Record<TenantState, readonly TenantState[]> = { 10: [20], 20: [30], 30: [40], 40: [30] }
const ACTION: Record<TenantState, TenantAction> = { 10: 'audit', 20: 'audit', 30: 'enable', 40: 'disable' }

/** The state a tenant comes to, or null where it cannot go there from here. */
export const nextTenantState = (from: number, to: number): TenantState | null => {
  const found = (MOVES[from as TenantState] ?? []).find((state) => state === to)
  return found ?? null
}

/** What a platform administrator may do with a tenant now. Nobody disables the tenant they belong to. */
export function tenantActions(state: number, own: boolean, mayEdit: boolean): TenantAction[] {
  if (!mayEdit) return []
  const moves = (MOVES[state as TenantState] ?? []).filter((to) => !(own && to === 40)).map((to) => ACTION[to])
  return [...moves, ...(state === 30 ? (['resetPassword'] as const) : []), 'update']
}
