import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { tenancyCalls, TenantRow, TenantState } from '@chauffeur/contract/access/tenant'
import { t } from '#platform/text/text.ts'
import type { Tone } from '#ui/show/tag.tsx'

export type TenantLogRow = AnswerOf<typeof tenancyCalls.logs>['rows'][number]
export const tenantStateTone: Record<TenantState, Tone> = { 10: 'wait', 20: 'run', 30: 'done', 40: 'off' }

export type Move = 'audit' | 'enable' | 'disable'
export const moves: readonly Move[] = ['audit', 'enable', 'disable']
/** What is done to a tenant and asks for a reason first. */
export interface TenantChange {
  row: TenantRow
  what: Move | 'resetPassword' | 'driversOn' | 'driversOff'
}

/** The state a move leads to. */
export const moveTo: Record<Move, TenantState> = { audit: 20, enable: 30, disable: 40 }

export function moveWords(move: Move): string {
  return move === 'audit' ? t('通过审核') : move === 'enable' ? t('启用') : t('停用')
}

/** What a move means for the people of the tenant. */
export function moveMeans(move: Move, row: Pick<TenantRow, 'users' | 'drivers' | 'recentOrders'>): string {
  if (move === 'audit') return t('审核通过后，还需启用才能登录。')
  if (move === 'enable') return t('启用后，该租户的员工和司机可以登录使用。')
  return t('停用后，该租户的 {users} 名员工和 {drivers} 名司机会立即退出登录且无法再登录。近 30 天有 {orders} 个订单。', {
    users: row.users,
    drivers: row.drivers,
    orders: row.recentOrders,
  })
}

/** A host name as the server takes it; empty is none. */
export const HOST = /^$|^(localhost|[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+)$/i
export const USERNAME = /^[a-zA-Z][a-zA-Z0-9._-]{2,63}$/
