import { rightCalls, rightCoverText, rightExcessText, rightStateText, rightUnitText } from '@chauffeur/contract/pricing/right'
import { type Scope, withinCities } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { fen, instant, number, text, words } from '#platform/list/columns'
import { holds, is } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { listed, type RightDb, rights, usedInSight } from './right.queries.ts'
import { coverFields, rightMachine } from './right.rules.ts'

/** Whether somebody may do what touches every city of a right. */
export const mayKeep = (row: Pick<RightDb, 'city_ids'>, scope: Scope): boolean =>
  scope.channel === '*' && scope.orgs === '*' && withinCities(row.city_ids, scope.cities)

function actionsOf(row: RightDb, { operator, scope }: { operator: OperatorSession; scope: Scope }) {
  if (!mayKeep(row, scope)) return []
  const { authorities, userId } = operator
  const keeps = authorities.has('right.edit')
  const decides = authorities.has('right.approve') && row.state === 'AUDITING'
  return [
    ...(keeps && row.state !== 'AUDITING' ? (['edit'] as const) : []),
    ...(['submit', 'turnOff', 'turnOn'] as const).filter((event) => keeps && rightMachine.fits(event, row.state)),
    ...(decides && row.submitted_by !== userId ? (['approve'] as const) : []),
    ...(decides ? (['sendBack'] as const) : []),
    ...(row.state === 'ON' && !row.ended && authorities.has('right.grant') ? (['grant'] as const) : []),
  ]
}

export const rightView = (row: RightDb, by: { operator: OperatorSession; scope: Scope }) => ({
  rightId: row.right_id,
  rightNo: row.right_no,
  name: row.name,
  channelId: row.channel_id,
  channelName: row.channel_name ?? '',
  unit: row.unit,
  ...coverFields(row.cover),
  excess: row.excess,
  validFrom: row.valid_from.toISOString(),
  validTo: row.valid_to.toISOString(),
  ended: row.ended,
  cityIds: row.city_ids,
  bands: row.bands,
  perUserTimes: row.per_user_times,
  dailyStock: row.daily_stock,
  priceToPartnerFen: row.price_to_partner_fen || null,
  remark: row.remark,
  state: row.state,
  submittedByName: row.submitted_by_name,
  submittedAt: row.submitted_at?.toISOString() ?? null,
  decidedByName: row.decided_by_name,
  decidedAt: row.decided_at?.toISOString() ?? null,
  decisionNote: row.decision_note,
  granted: row.granted,
  used: row.used,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
  allowedActions: actionsOf(row, by),
})

export const rightList = defineList(rightCalls.list, {
  from: ({ db }) => rights(db),
  filters: {
    keyword: holds('r.name', 'r.right_no', 'r.remark'),
    channelId: is('r.channel_id'),
    unit: is('r.unit'),
    state: is('r.state'),
    cityId: usedInSight,
  },
  key: 'r.right_id',
  order: [desc('r.created_at')],
  select: listed,
  cutFirst: true,
  file: {
    module: import.meta.url,
    zh: '合作方权益',
    en: 'Partner rights',
    columns: {
      rightNo: text('权益编号', 'Number'),
      name: text('名称', 'Name'),
      channelName: text('合作渠道', 'Partner channel'),
      unit: words('计量方式', 'Counted in', rightUnitText),
      coverKind: words('抵扣规则', 'Pays by', rightCoverText),
      capFen: fen('每单限额', 'Up to'),
      includedM: number('每单里程（米）', 'Metres'),
      excess: words('超出部分', 'Beyond that', rightExcessText),
      validFrom: instant('有效期自', 'Good from'),
      validTo: instant('有效期至', 'Good until'),
      perUserTimes: number('每人次数上限', 'Uses of one customer'),
      dailyStock: number('每日库存', 'Stock a day'),
      priceToPartnerFen: fen('每次结算价', 'Price of a use'),
      state: words('状态', 'Status', rightStateText),
      granted: number('已发放', 'Issued'),
      used: number('已使用', 'Used'),
      remark: text('备注', 'Remark'),
      updatedAt: instant('修改时间', 'Changed'),
    },
  },
  view: rightView,
})
