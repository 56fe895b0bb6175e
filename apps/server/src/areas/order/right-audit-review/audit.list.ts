import { type AuditCase, type AuditReason, auditReasonText, auditStatusText, rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import { type AuditRuleKind, auditRuleText } from '@chauffeur/contract/order/right-audit-rules'
import { AUDIT_STATUS as A } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import { phoneFor } from '../model/index.ts'
import type { AuditRow } from '../right-audit/index.ts'
import type { TenantDb } from '#platform/database/db'
import { isOutsider } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { fen, flag, instant, metres, phone, text, words } from '#platform/list/columns'
import { holds, is, isBefore, isFrom, isOneOf } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { appealEnteredBy } from './review.queries.ts'
import { allowedActions } from './review.rules.ts'
import { standingOf } from './review.service.ts'

const inSight = (db: TenantDb) =>
  db
    .selectFrom('right_order_audits as a')
    .innerJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'a.tenant_id').onRef('o.order_id', '=', 'a.order_id'))
const named = (rows: ReturnType<typeof inSight>) =>
  rows
    .innerJoin('right_uses as u', (join) => join.onRef('u.tenant_id', '=', 'a.tenant_id').onRef('u.order_id', '=', 'a.order_id'))
    .innerJoin('right_configs as r', (join) => join.onRef('r.tenant_id', '=', 'a.tenant_id').onRef('r.right_id', '=', 'a.right_id'))
    .innerJoin('cities as c', 'c.city_id', 'o.city_id')
    .leftJoin('channels as h', (join) => join.onRef('h.tenant_id', '=', 'r.tenant_id').onRef('h.channel_id', '=', 'r.channel_id'))
    .leftJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'o.tenant_id').onRef('d.driver_id', '=', 'o.driver_id'))
    .selectAll('a')
    .select([
      'o.order_no',
      'o.service_status',
      'o.city_id',
      'o.driver_id',
      'o.contact_phone',
      'o.distance_m',
      'o.subtotal_fen',
      'o.pickup_address',
      'o.dropoff_address',
      'o.depart_at',
      'o.ended_at',
      'o.wait_s',
      'o.customer_id',
      'c.name as city_name',
      'r.name as right_name',
      'u.covered_fen',
      appealEnteredBy('a').as('appeal_entered_by'),
      sql<string>`coalesce(h.name, '')`.as('channel_name'),
      sql<string>`coalesce(d.driver_no, '')`.as('driver_no'),
      sql<string>`coalesce(d.name, '')`.as('driver_name'),
    ])
export type NamedCase = AuditRow & Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirstOrThrow']>>
export const findNamed = (db: TenantDb, orderId: string): Promise<NamedCase | undefined> =>
  named(inSight(db)).where('a.order_id', '=', orderId).executeTakeFirst()

const person = (name: string, at: Date | null) => at && { name, at: at.toISOString() }
export function caseView(row: NamedCase, operator: OperatorSession): AuditCase {
  const claimed = row.claimed_until && row.claimed_until.getTime() > Date.now() ? row.claimed_until : null
  const { partner_fen: partnerFen, driver_fen: driverFen, platform_fen: platformFen, short_fen: shortFen } = row
  return {
    orderId: row.order_id,
    orderNo: row.order_no,
    serviceStatus: row.service_status,
    cityId: row.city_id,
    cityName: row.city_name,
    channelName: row.channel_name,
    rightId: row.right_id,
    rightName: row.right_name,
    driverId: row.driver_id,
    driverNo: row.driver_no,
    driverName: row.driver_name,
    customerPhone: phoneFor(operator.authorities, row.contact_phone),
    coveredFen: row.covered_fen,
    totalFen: row.subtotal_fen ?? 0,
    distanceM: row.distance_m,
    usedAt: row.used_at.toISOString(),
    state: row.state,
    screenedAt: row.screened_at?.toISOString() ?? null,
    hits: row.hits as AuditRuleKind[],
    sampled: row.sampled,
    byHand: row.by_hand,
    claimed: claimed && { name: row.claimed_by_name, until: claimed.toISOString(), mine: row.claimed_by === operator.userId },
    reviewed: person(row.reviewed_by_name, row.reviewed_at),
    reason: row.reason as AuditReason | null,
    note: row.note,
    appeal: row.appealed_at && {
      side: row.appeal_side!,
      words: row.appeal_words,
      name: row.appealed_by_name,
      at: row.appealed_at.toISOString(),
    },
    appealUntil: row.appeal_until?.toISOString() ?? null,
    final: person(row.final_by_name, row.final_at),
    finalNote: row.final_note,
    reversed: row.reversed_at && { partnerFen, driverFen, platformFen, shortFen },
    useReturned: row.use_returned,
    allowedActions: allowedActions(standingOf(row, row.appeal_entered_by), operator, Date.now()),
    version: row.version,
  }
}

export const auditList = defineList(rightAuditCalls.list, {
  // What a partner is told of its orders stands in its statement.
  hidden: ({ scope }) => isOutsider(scope),
  from: ({ db }) => inSight(db),
  filters: {
    keyword: holds('o.order_no'),
    states: isOneOf('a.state', 'smallint'),
    cityId: is('o.city_id'),
    rightId: is('a.right_id'),
    channelId: (channelId) =>
      sql<boolean>`a.right_id in (select x.right_id from right_configs x where x.tenant_id = a.tenant_id and x.channel_id = ${channelId}::bigint)`,
    rule: (rule) => sql<boolean>`${rule} = any (a.hits)`,
    reason: is('a.reason'),
    driverId: is('o.driver_id'),
    customerId: is('o.customer_id'),
    forMe: (forMe, { operator }) =>
      forMe
        ? sql<boolean>`(a.state = ${sql.lit(A.waiting)} or a.state = ${sql.lit(A.inReview)} and (a.claimed_by = ${operator.userId}::bigint or a.claimed_until <= now())
            or a.state = ${sql.lit(A.appeal)} and a.reviewed_by is distinct from ${operator.userId}::bigint
              and ${appealEnteredBy('a')} is distinct from ${operator.userId}::bigint)`
        : undefined,
    usedFrom: isFrom('a.used_at'),
    usedTo: isBefore('a.used_at'),
  },
  key: 'a.order_id',
  order: [desc('a.used_at')],
  sorts: { usedAt: desc('a.used_at'), turn: { by: 'a.turn_at', order: 'asc' } },
  select: named,
  view: (row, { operator }) => caseView(row, operator),
  file: {
    module: import.meta.url,
    zh: '权益订单审核',
    en: 'Audit of rights',
    columns: {
      orderNo: text('订单号', 'Order no.'),
      cityName: text('城市', 'City'),
      channelName: text('合作渠道', 'Partner channel'),
      rightName: text('权益', 'Right'),
      driverNo: text('司机工号', 'Driver no.'),
      driverName: text('司机', 'Driver'),
      customerPhone: phone('客户电话', 'Customer phone'),
      coveredFen: fen('权益抵扣', 'Partner right'),
      totalFen: fen('账单金额', 'Bill'),
      distanceM: metres('里程', 'Distance'),
      usedAt: instant('使用时间', 'Used'),
      state: words('审核状态', 'Audit', auditStatusText),
      hits: text('命中规则', 'Caught by', (hits: readonly AuditRuleKind[]) => hits.map((hit) => auditRuleText[hit]).join('；')),
      sampled: flag('抽查', 'Sampled'),
      byHand: flag('人工转入', 'By hand'),
      reason: text('不通过原因', 'Why it failed', (reason: AuditReason | null) => (reason ? auditReasonText[reason] : '')),
      note: text('说明', 'Note'),
      finalNote: text('终审说明', 'Final note'),
    },
  },
})
