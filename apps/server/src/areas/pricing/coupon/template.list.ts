import { COUPON_TEMPLATE_STATUS } from '@chauffeur/contract/pricing/coupon'
import { couponTemplateCalls, couponTemplateStatusText, couponTypeText, funderText } from '@chauffeur/contract/pricing/coupon-template'
import { type Scope, withinCities } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { fen, instant, number, text, words } from '#platform/list/columns'
import { holds, is } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { type CouponTemplateDb, couponTemplates, goodInSight, listed } from './template.queries.ts'
import { templateMachine } from './template.rules.ts'

/** Whether somebody may do what touches every city of a template. */
export const mayKeep = (row: Pick<CouponTemplateDb, 'city_ids'>, scope: Scope): boolean =>
  scope.channel === '*' && scope.orgs === '*' && withinCities(row.city_ids, scope.cities)

function actionsOf(row: CouponTemplateDb, { operator: { authorities }, scope }: { operator: OperatorSession; scope: Scope }) {
  if (!mayKeep(row, scope)) return []
  const moves = (['turnOn', 'turnOff', 'remove'] as const).filter((event) => templateMachine.fits(event, row.status))
  const on = row.status === COUPON_TEMPLATE_STATUS.on
  return [
    ...(authorities.has('coupon.edit') ? (['edit', ...moves] as const) : []),
    ...(on && authorities.has('coupon.grant') ? (['grant'] as const) : []),
    ...(on && authorities.has('coupon.codes') ? (['codes'] as const) : []),
  ]
}

export const couponTemplateView = (row: CouponTemplateDb, by: { operator: OperatorSession; scope: Scope }) => ({
  couponTemplateId: row.coupon_template_id,
  name: row.name,
  type: row.type,
  faceFen: row.face_fen,
  rateBp: row.rate_bp,
  maxFen: row.max_fen,
  minSubtotalFen: row.min_subtotal_fen,
  cityIds: row.city_ids,
  channelIds: row.channel_ids,
  serviceTypes: row.service_types,
  bands: row.bands,
  fenceIds: row.fence_ids,
  newCustomerOnly: row.new_customer_only,
  validFrom: row.valid_from?.toISOString() ?? null,
  validTo: row.valid_to?.toISOString() ?? null,
  daysAfterGrant: row.days_after_grant,
  funder: row.funder,
  funderChannelId: row.funder_channel_id,
  funderName: row.funder_name ?? '',
  totalIssue: row.total_issue,
  perUserLimit: row.per_user_limit,
  grantedOn: row.granted_on,
  pricePoints: row.price_points,
  groupIds: row.group_ids,
  groupNames: row.group_names,
  remark: row.remark,
  status: row.status,
  issued: row.issued_count,
  used: row.used_count,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
  allowedActions: actionsOf(row, by),
})

export const couponTemplateList = defineList(couponTemplateCalls.list, {
  from: ({ db }) => couponTemplates(db),
  filters: {
    keyword: holds('t.name', 't.remark'),
    type: is('t.type'),
    funder: is('t.funder'),
    status: (status) => is('t.status')(Number(status)),
    cityId: goodInSight,
  },
  key: 't.coupon_template_id',
  order: [desc('t.created_at')],
  select: listed,
  cutFirst: true,
  file: {
    module: import.meta.url,
    zh: '优惠券模板',
    en: 'Coupon templates',
    columns: {
      name: text('名称', 'Name'),
      type: words('类型', 'Type', couponTypeText),
      faceFen: fen('面额', 'Face'),
      minSubtotalFen: fen('最低消费', 'From'),
      funder: words('承担方', 'Paid by', funderText),
      funderName: text('承担合作方', 'Partner who pays'),
      status: words('状态', 'Status', couponTemplateStatusText as Record<string, string>),
      totalIssue: number('发放上限', 'Limit'),
      perUserLimit: number('每人限领', 'Limit of one customer'),
      pricePoints: number('兑换所需积分', 'Price in points'),
      issued: number('已发放', 'Issued'),
      used: number('已使用', 'Used'),
      validFrom: instant('有效期自', 'Good from'),
      validTo: instant('有效期至', 'Good until'),
      daysAfterGrant: number('有效天数', 'Days'),
      remark: text('备注', 'Remark'),
      updatedAt: instant('修改时间', 'Changed'),
    },
  },
  view: couponTemplateView,
})
