import { COUPON_TEMPLATE_STATUS } from '@chauffeur/contract/pricing/coupon'
import type { couponTemplateCalls } from '@chauffeur/contract/pricing/coupon-template'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { TenantTx } from '#platform/database/db'
import type { WriteContext } from '#platform/http/implement'
import { couponTemplateView, mayKeep } from './template.list.ts'
import {
  type CouponTemplateDb,
  findTemplate,
  insertTemplate,
  lockTemplate,
  stillHeld,
  strangeFields,
  updateTemplate,
} from './template.queries.ts'
import { changedTerms, templateMachine, type Terms, termFaults } from './template.rules.ts'

type Calls = typeof couponTemplateCalls
type WriteContextOf<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]>

const termsOf = (row: CouponTemplateDb): Terms => ({
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
  validFrom: row.valid_from,
  validTo: row.valid_to,
  daysAfterGrant: row.days_after_grant,
  funder: row.funder,
  funderChannelId: row.funder_channel_id,
})
const once = (ids: readonly string[] | undefined) => [...new Set(ids)]
const termsGiven = (input: ParsedInputOf<Calls['save']>): Terms => ({
  type: input.type,
  faceFen: input.faceFen ?? null,
  rateBp: input.rateBp ?? null,
  maxFen: input.maxFen ?? null,
  minSubtotalFen: input.minSubtotalFen ?? 0,
  cityIds: once(input.cityIds),
  channelIds: once(input.channelIds),
  serviceTypes: once(input.serviceTypes),
  bands: input.bands ?? [],
  fenceIds: once(input.fenceIds),
  newCustomerOnly: input.newCustomerOnly ?? false,
  validFrom: input.validFrom ? new Date(input.validFrom) : null,
  validTo: input.validTo ? new Date(input.validTo) : null,
  daysAfterGrant: input.daysAfterGrant ?? null,
  funder: input.funder,
  funderChannelId: input.funderChannelId ?? null,
})

/** What the operation log keeps of a template. */
const audited = (row: CouponTemplateDb) => ({
  name: row.name,
  ...termsOf(row),
  totalIssue: row.total_issue,
  perUserLimit: row.per_user_limit,
  grantedOn: row.granted_on,
  pricePoints: row.price_points,
  groupIds: row.group_ids,
  remark: row.remark,
  status: row.status,
})

/** A template under a row lock, as whoever changes it last saw it. */
async function toChange(
  context: WriteContextOf<'move'>,
  { couponTemplateId, version }: { couponTemplateId: string; version?: number | undefined },
) {
  const { tx, scope, fail } = context
  const template = (await lockTemplate(tx, couponTemplateId)) ?? fail('couponTemplate.notFound')
  if (!mayKeep(template, scope)) return fail('couponTemplate.beyondCities')
  if (template.version === version) return template
  return fail('couponTemplate.versionConflict', { current: couponTemplateView(template, context) })
}
const shown = async (tx: TenantTx, couponTemplateId: string) => (await findTemplate(tx, couponTemplateId))!

const noChannel = { zh: '渠道不存在', en: 'No such channel' }
const strange = {
  cityIds: { zh: '城市未开通', en: 'No such city' },
  channelIds: noChannel,
  funderChannelId: noChannel,
  fenceIds: { zh: '围栏不存在或不在适用城市内', en: 'No such fence in these cities' },
  groupIds: { zh: '客户分组不存在', en: 'No such customer group' },
}

export async function saveTemplate(input: ParsedInputOf<Calls['save']>, context: WriteContextOf<'save'>, now: Date) {
  const { tx, operator, scope, audit, fail } = context
  const { couponTemplateId, name, totalIssue = 0, perUserLimit = 0, remark = '' } = input
  const groupIds = once(input.groupIds)
  const terms = termsGiven(input)
  if (!mayKeep({ city_ids: terms.cityIds }, scope)) return fail('couponTemplate.beyondCities')
  const before = couponTemplateId ? await toChange(context as WriteContextOf<'move'>, { couponTemplateId, version: input.version }) : null
  const changed = before ? changedTerms(termsOf(before), terms) : null
  if (before && before.issued_count > 0 && changed?.length) return fail('couponTemplate.issued', { fields: changed })
  // Terms that stay are not judged anew: a campaign whose time is over may still be renamed.
  const faults = changed?.length === 0 ? {} : termFaults(terms, now)
  const fixed = changed?.length === 0 ? { ...terms, cityIds: [], channelIds: [], fenceIds: [], funderChannelId: null } : terms
  for (const field of await strangeFields(tx, { ...fixed, groupIds })) faults[field] = strange[field]
  if (totalIssue > 0 && before && totalIssue < before.issued_count)
    faults.totalIssue = {
      zh: `已发放 ${before.issued_count} 张，不能少于此数`,
      en: `${before.issued_count} were issued, no less than that`,
    }
  if (Object.keys(faults).length > 0) return fail('couponTemplate.invalid', { fields: faults })
  const set = {
    name,
    type: terms.type,
    face_fen: terms.faceFen,
    rate_bp: terms.rateBp,
    max_fen: terms.maxFen,
    min_subtotal_fen: terms.minSubtotalFen,
    city_ids: terms.cityIds,
    channel_ids: terms.channelIds,
    service_types: terms.serviceTypes,
    bands: JSON.stringify(terms.bands),
    fence_ids: terms.fenceIds,
    new_customer_only: terms.newCustomerOnly,
    valid_from: terms.validFrom,
    valid_to: terms.validTo,
    days_after_grant: terms.daysAfterGrant,
    funder: terms.funder,
    funder_channel_id: terms.funderChannelId,
    total_issue: totalIssue,
    per_user_limit: perUserLimit,
    granted_on: input.grantedOn ?? null,
    price_points: input.pricePoints ?? null,
    group_ids: groupIds,
    remark,
  }
  if (before) await updateTemplate(tx, before.coupon_template_id, operator.userId, set)
  const savedId =
    before?.coupon_template_id ??
    (await insertTemplate(tx, { ...set, tenant_id: operator.tenantId, created_by: operator.userId, updated_by: operator.userId }))
  const saved = await shown(tx, savedId)
  audit({ object: 'couponTemplate', objectId: savedId, ...(before && { before: audited(before) }), after: audited(saved) })
  return couponTemplateView(saved, context)
}

export async function moveTemplate(input: ParsedInputOf<Calls['move']>, context: WriteContextOf<'move'>) {
  const { tx, operator, audit, fail } = context
  const { couponTemplateId, event } = input
  const before = await toChange(context, input)
  const status = templateMachine.next(before.status, event, 'OPERATOR')
  if (status === null) return fail('couponTemplate.wrongState', { status: before.status })
  if (status === COUPON_TEMPLATE_STATUS.deleted && (await stillHeld(tx, couponTemplateId))) return fail('couponTemplate.stillHeld')
  await updateTemplate(tx, couponTemplateId, operator.userId, { status })
  audit({ object: 'couponTemplate', objectId: couponTemplateId, before: { status: before.status }, after: { name: before.name, status } })
  // What was removed is seen no more.
  return couponTemplateView({ ...before, status, version: before.version + 1, updated_at: new Date() }, context)
}
