import { callDirectionText, callResultText, type CallRow, phoneCalls, wrapUpText } from '@chauffeur/contract/call-centre/phone'
import { normalPhone } from '@chauffeur/contract/kernel/telephone-number'
import { sql } from 'kysely'
import { phoneFor } from '#areas/order/model'
import type { TenantDb } from '#platform/database/db'
import { instant, number, phone, seconds, text, words } from '#platform/list/columns'
import { is, isBefore, isFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { phoneFound, textFound } from '#platform/list/phone-search'
import type { OperatorSession } from '#platform/identity/session'
import { holding } from '#platform/database/sql-text'
import { callsOf, ordersNumbered } from './call.queries.ts'
import { ringS, talkS } from './call.rules.ts'

const calls = (db: TenantDb) => db.selectFrom('phone_calls as c')
const shown = (rows: ReturnType<typeof calls>) =>
  rows
    .leftJoin('sound_records as r', (join) => join.onRef('r.tenant_id', '=', 'c.tenant_id').onRef('r.call_id', '=', 'c.call_id'))
    .selectAll('c')
    .select([
      sql<string | null>`case when r.storage = 'STORED' and r.expire_at > now() then r.record_id end`.as('record_id'),
      sql<{ orderId: string; orderNo: string }[]>`(
        select coalesce(json_agg(json_build_object('orderId', o.order_id::text, 'orderNo', o.order_no) order by o.order_id), '[]')
        from phone_call_orders p join orders o on o.tenant_id = p.tenant_id and o.order_id = p.order_id
        where p.tenant_id = c.tenant_id and p.call_id = c.call_id)`.as('orders'),
    ])
type CallDb = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

function view(row: CallDb, { operator }: { operator: OperatorSession }): CallRow {
  const times = { startedAt: row.started_at, answeredAt: row.answered_at, endedAt: row.ended_at }
  return {
    callId: row.call_id,
    direction: row.direction,
    result: row.result,
    lineNo: row.line_no,
    agentId: row.agent_id,
    agentName: row.agent_name,
    phone: phoneFor(operator.authorities, row.phone),
    customerId: row.customer_id,
    customerName: row.customer_name,
    startedAt: row.started_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    ringS: ringS(times),
    talkS: talkS(times),
    recordId: row.record_id,
    soundOff: row.sound_off,
    orders: row.orders,
    wrapUp: row.wrap_up,
    note: row.note,
  }
}

const file = {
  module: import.meta.url,
  zh: '通话记录',
  en: 'Call log',
  columns: {
    startedAt: instant('开始时间', 'Started'),
    direction: words('方向', 'Direction', callDirectionText),
    result: words('结果', 'Result', callResultText),
    phone: phone('号码', 'Number'),
    customerName: text('客户', 'Customer'),
    agentName: text('客服', 'Operator'),
    lineNo: number('线路', 'Line'),
    answeredAt: instant('接通时间', 'Answered'),
    endedAt: instant('结束时间', 'Ended'),
    ringS: seconds('振铃', 'Rang'),
    talkS: seconds('通话时长', 'Talked'),
    orders: text('订单', 'Orders', (orders: CallRow['orders']) => orders.map(({ orderNo }) => orderNo).join(' ')),
    wrapUp: words('处理结果', 'Outcome', wrapUpText),
    note: text('备注', 'Remark'),
  },
} as const
const declared = { select: shown, cutFirst: true, key: 'c.call_id', order: [desc('c.started_at')], view, file } as const

export const callList = defineList(phoneCalls.list, {
  ...declared,
  sorts: { startedAt: desc('c.started_at') },
  growing: {
    period: { from: 'startedAtFrom', to: 'startedAtTo' },
    served: ({ keyword, direction, result, wrapUp }) => [keyword, direction, result, wrapUp].every((filter) => filter === undefined),
  },
  from: ({ db }) => calls(db),
  filters: {
    keyword: (typed, { scope }) =>
      /^\d{3,}$/.test(typed) || normalPhone(typed)
        ? phoneFound('c.phone', typed, scope, 'end')
        : textFound('c.customer_name', holding(typed), scope),
    direction: is('c.direction'),
    result: is('c.result'),
    wrapUp: is('c.wrap_up'),
    agentId: is('c.agent_id'),
    customerId: is('c.customer_id'),
    orderId: (orderId) => sql<boolean>`c.call_id in ${callsOf(sql`(${orderId})`)}`,
    orderNo: (number) => sql<boolean>`c.call_id in ${callsOf(ordersNumbered(number))}`,
    startedAtFrom: isFrom('c.started_at'),
    startedAtTo: isBefore('c.started_at'),
  },
})
/** The operator's own. */
export const ownCallList = defineList(phoneCalls.mine, {
  ...declared,
  from: ({ db, operator }) => calls(db).where('c.agent_id', '=', operator.userId),
  filters: {},
})
