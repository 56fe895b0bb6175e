import { TENANT_STATE as S, type TenantState } from '@chauffeur/contract/access/tenant'

export type TenantAction = 'audit' | 'enable' | 'disable' | 'resetPassword' | 'update'

/** Applied → audited → enabled ⇄ disabled. */
const MOVES: Record<TenantState, readonly TenantState[]> = {
  [S.applied]: [S.audited],
  [S.audited]: [S.enabled],
  [S.enabled]: [S.disabled],
  [S.disabled]: [S.enabled],
}
const ACTION: Record<TenantState, TenantAction> = {
  [S.applied]: 'audit',
  [S.audited]: 'audit',
  [S.enabled]: 'enable',
  [S.disabled]: 'disable',
}

/** The state a tenant comes to, or null where it cannot go there from here. */
export const nextTenantState = (from: number, to: number): TenantState | null =>
  MOVES[from as TenantState]?.find((state) => state === to) ?? null

/** What a platform administrator may do with a tenant now. Nobody disables the tenant they belong to. */
export function tenantActions(state: number, own: boolean, mayEdit: boolean): TenantAction[] {
  if (!mayEdit) return []
  const moves = (MOVES[state as TenantState] ?? []).filter((to) => !(own && to === S.disabled)).map((to) => ACTION[to])
  return [...moves, ...(state === S.enabled ? (['resetPassword'] as const) : []), 'update']
}
