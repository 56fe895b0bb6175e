import { type RightGrantRow, rightGrantCalls, rightGrantStateText, rightWayText } from '@chauffeur/contract/pricing/right-grant'
import { phoneFor } from '#areas/order/model'
import type { Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { fen, instant, number, phone, text, words } from '#platform/list/columns'
import { holds, is } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { mayKeep } from '../right/index.ts'
import { type GrantedRightDb, grants, inState, listed } from './right-grant.queries.ts'

export const rightGrantView = (row: GrantedRightDb, { operator, scope }: { operator: OperatorSession; scope: Scope }): RightGrantRow => ({
  rightGrantId: row.right_grant_id,
  rightId: row.right_id,
  rightName: row.right_name,
  channelName: row.channel_name ?? '',
  customerId: row.customer_id,
  customerName: row.customer_name,
  phone: phoneFor(operator.authorities, row.phone),
  unit: row.unit,
  times: row.times,
  amountFen: row.amount_fen,
  distanceM: row.distance_m,
  usedTimes: row.used_times,
  usedFen: row.used_fen,
  usedM: row.used_m,
  state: row.state_now,
  way: row.way,
  grantedAt: row.granted_at.toISOString(),
  grantedBy: row.granted_by_whom,
  expiresAt: row.valid_to.toISOString(),
  revokedAt: row.revoked_at?.toISOString() ?? null,
  revokedBy: row.revoked_by_name,
  revokeReason: row.revoke_reason,
  allowedActions:
    row.state_now === 'ACTIVE' && !row.held && operator.authorities.has('right.grant') && mayKeep(row, scope) ? ['revoke'] : [],
})

export const rightGrantList = defineList(rightGrantCalls.list, {
  from: ({ db }) => grants(db),
  filters: {
    keyword: holds('r.name', 'r.right_no'),
    rightId: is('g.right_id'),
    customerId: is('g.customer_id'),
    state: inState,
    way: is('g.way'),
  },
  key: 'g.right_grant_id',
  order: [desc('g.granted_at')],
  select: listed,
  cutFirst: true,
  file: {
    module: import.meta.url,
    zh: '已发放的权益',
    en: 'Granted rights',
    columns: {
      rightName: text('权益', 'Right'),
      channelName: text('合作渠道', 'Partner channel'),
      customerName: text('客户', 'Customer'),
      phone: phone('电话', 'Phone'),
      times: number('发放次数', 'Uses'),
      usedTimes: number('已用次数', 'Uses so far'),
      amountFen: fen('金额', 'Amount'),
      usedFen: fen('已用金额', 'Amount used'),
      distanceM: number('里程（米）', 'Metres'),
      usedM: number('已用里程（米）', 'Metres used'),
      state: words('状态', 'Status', rightGrantStateText),
      way: words('发放方式', 'By', rightWayText),
      grantedAt: instant('发放时间', 'Granted'),
      grantedBy: text('发放人', 'Granted by'),
      revokeReason: text('收回原因', 'Reason'),
    },
  },
  view: rightGrantView,
})
