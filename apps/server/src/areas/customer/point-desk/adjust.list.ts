import { pointCalls } from '@chauffeur/contract/customer/points'
import { pointAdjustmentStateText } from '@chauffeur/contract/customer/points-model'
import { phoneFor } from '#areas/order/model'
import type { OperatorSession } from '#platform/identity/session'
import { instant, number, phone, text, words } from '#platform/list/columns'
import { is } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { type AdjustmentDb, adjustments, listed } from './adjust.queries.ts'
import { adjustmentMachine } from './adjust.rules.ts'

function actionsOf(row: AdjustmentDb, { authorities, userId }: OperatorSession) {
  const own = row.asked_by === userId
  if (own) return authorities.has('points.adjust') && adjustmentMachine.fits('takeBack', row.state) ? (['takeBack'] as const).slice() : []
  return authorities.has('points.approve')
    ? (['approve', 'refuse'] as const).filter((event) => adjustmentMachine.fits(event, row.state))
    : []
}

export const adjustmentView = (row: AdjustmentDb, { operator }: { operator: OperatorSession }) => ({
  adjustmentId: row.adjustment_id,
  customerId: row.customer_id,
  customerName: row.customer_name,
  phone: phoneFor(operator.authorities, row.phone),
  points: row.points,
  expiryMonths: row.expiry_months,
  reason: row.reason,
  state: row.state,
  version: row.version,
  askedBy: row.asked_by_name,
  askedAt: row.asked_at.toISOString(),
  decidedBy: row.decided_by_name,
  decidedAt: row.decided_at?.toISOString() ?? null,
  note: row.note,
  allowedActions: actionsOf(row, operator),
})

export const adjustmentList = defineList(pointCalls.adjustments, {
  from: ({ db }) => adjustments(db),
  filters: { customerId: is('a.customer_id'), state: (state) => is('a.state')(Number(state)) },
  key: 'a.adjustment_id',
  order: [desc('a.asked_at')],
  select: listed,
  cutFirst: true,
  file: {
    module: import.meta.url,
    zh: '积分调整',
    en: 'Adjustments of points',
    columns: {
      askedAt: instant('申请时间', 'Requested'),
      customerName: text('客户', 'Customer'),
      phone: phone('电话', 'Phone'),
      points: number('积分', 'Points'),
      reason: text('原因', 'Reason'),
      state: words('状态', 'Status', pointAdjustmentStateText as Record<string, string>),
      askedBy: text('申请人', 'Who asks'),
      decidedBy: text('审批人', 'Decided by'),
      decidedAt: instant('审批时间', 'Decided'),
      note: text('审批意见', 'Note of the decision'),
    },
  },
  view: adjustmentView,
})
