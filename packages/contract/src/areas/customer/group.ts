import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import {
  flag,
  id,
  instant,
  intBetween,
  json,
  nothing,
  option,
  optional,
  page,
  pageOf,
  phone,
  requiredText,
  text,
} from '../../kernel/fields.ts'
import { type CustomerGroupType, customerGroupType, groupFindCalls } from './find.ts'
import { MOST_LEVEL } from './level.ts'

export const groupRefusals = refusals({
  'customerGroup.notFound': { code: 404, zh: '客户分组不存在或不在您的业务范围内', en: 'No such group within your scope' },
  'customerGroup.nameTaken': { code: 409281, zh: '已有同名客户分组', en: 'A group of this name exists' },
  'customerGroup.versionConflict': {
    code: 409282,
    zh: '客户分组已被他人修改，请按最新资料重新填写',
    en: 'Somebody else changed this group, look at the present data and try again',
  },
  'customerGroup.beyondCities': {
    code: 409283,
    zh: '客户分组的城市超出您的业务范围，请由负责全部这些城市的人员操作',
    en: 'The group has cities beyond your own: who runs all of them can do this',
  },
  /** `data`: `{ used }`, what names it. */
  'customerGroup.used': {
    code: 409284,
    zh: '仍有价格模板、优惠券或车队使用此分组，请先解除',
    en: 'A price template, coupon or team still names this group',
  },
  'customerGroup.memberAlready': { code: 409285, zh: '该号码已在分组中', en: 'This number is in the group already' },
  'customerGroup.ruleEmpty': { code: 400251, zh: '规则至少填写一个条件', en: 'A rule has at least one condition' },
  'customerGroup.untilPast': { code: 400252, zh: '截止时间应晚于现在', en: 'The end must be later than now' },
})

export const customerGroupTypeText: Record<CustomerGroupType, string> = {
  PRICE: '价格分组',
  MARKETING: '营销分组',
  BLACK: '黑名单分组',
  TEAM: '车队分组',
}
/** How a customer came into a group. */
export const memberSource = z.enum(['HAND', 'FILE', 'RULE'])
export type MemberSource = z.infer<typeof memberSource>
export const memberSourceText: Record<MemberSource, string> = { HAND: '手工添加', FILE: '文件导入', RULE: '按规则' }

const days = intBetween(1, 730)
/** Who belongs to a group by themselves: whoever meets every condition that is given. Orders are those that were served and billed. */
export const groupRule = z.strictObject({
  /** Home city. */
  cityIds: optional(json(z.array(id).max(200))),
  levels: optional(json(z.array(intBetween(0, MOST_LEVEL)).max(MOST_LEVEL + 1))),
  /** Orders placed in the last so many days. */
  orderDays: optional(days),
  ordersAtLeast: optional(intBetween(0, 100_000)),
  ordersAtMost: optional(intBetween(0, 100_000)),
  /** The last order is no longer ago than this, or longer. */
  lastWithinDays: optional(days),
  lastBeforeDays: optional(days),
  /** What these orders cost together. */
  spentDays: optional(days),
  spentAtLeastFen: optional(intBetween(0, 1_000_000_000)),
  spentAtMostFen: optional(intBetween(0, 1_000_000_000)),
})
export type GroupRule = z.infer<typeof groupRule>

export const groupRow = z.object({
  groupId: id,
  name: z.string(),
  type: customerGroupType,
  /** Empty: every city. */
  cityIds: z.array(id),
  /** Of groups that set a price for the same customer the highest counts, then the newest. */
  priority: z.number().int(),
  enabled: z.boolean(),
  remark: z.string(),
  rule: groupRule.nullable(),
  /** When the rule last said who belongs; null without a rule, or where it is yet to. */
  ruleAt: instant.nullable(),
  members: z.number().int(),
  /** Price templates, coupons and teams that name it. */
  used: z.array(z.string()),
  version: z.number().int(),
  updatedAt: instant,
  allowedActions: z.array(z.enum(['edit', 'disable', 'enable', 'remove', 'members'])),
})
export type GroupRow = z.infer<typeof groupRow>

export const memberRow = z.object({
  groupId: id,
  customerId: id,
  /** Masked unless the operator may see it whole. */
  phone: z.string(),
  name: z.string(),
  cityName: z.string(),
  source: memberSource,
  addedAt: instant,
  /** Empty where a rule did. */
  addedBy: z.string(),
  remark: z.string(),
  /** Null: for good. */
  until: instant.nullable(),
})
export type MemberRow = z.infer<typeof memberRow>

const view = { authority: 'customerGroup.view' } as const
const edit = { authority: 'customerGroup.edit' } as const
const ofOne = z.object({ groupId: id })
const named = z.object({ groupId: id, name: z.string(), type: customerGroupType, enabled: z.boolean() })
export const MEMBERS_AT_ONCE = 500

export const groupCalls = {
  /** What a screen of groups chooses from. */
  index: call({
    method: 'GET',
    path: '/djfee/v2/customerGroup/index',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '客户分组选项',
    input: nothing,
    output: z.object({ types: z.array(option), sources: z.array(option), cities: z.array(option), levels: z.array(option) }),
  }),
  list: call({
    method: 'GET',
    path: '/djfee/v2/customerGroup/list',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '客户分组列表',
    input: page.extend({ keyword: optional(text(40)), type: optional(customerGroupType), enabled: optional(flag), cityId: optional(id) }),
    output: pageOf(groupRow),
  }),
  allList: call({
    method: 'GET',
    path: '/djfee/v2/customerGroup/all_list',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '全部客户分组',
    input: nothing,
    output: z.object({ rows: z.array(named) }),
  }),
  edit: call({
    method: 'GET',
    path: '/djfee/v2/customerGroup/edit',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '客户分组详情',
    input: ofOne,
    output: groupRow,
    failures: ['customerGroup.notFound'],
  }),
  /** Without an id a new one; the type of one that exists stays. */
  save: call({
    method: 'GET',
    path: '/djfee/v2/customerGroup/save',
    anyVerb: true,
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存客户分组',
    input: z.object({
      groupId: optional(id),
      version: optional(intBetween(1, 1_000_000_000)),
      name: requiredText(40),
      type: optional(customerGroupType),
      cityIds: optional(json(z.array(id).max(200))),
      priority: optional(intBetween(0, 100)),
      remark: optional(text(200)),
      /** Not given: nobody belongs by themselves. */
      rule: optional(json(groupRule)),
    }),
    output: groupRow,
    failures: [
      'customerGroup.notFound',
      'customerGroup.nameTaken',
      'customerGroup.versionConflict',
      'customerGroup.beyondCities',
      'customerGroup.ruleEmpty',
    ],
  }),
  del: call({
    method: 'GET',
    path: '/djfee/v2/customerGroup/del',
    anyVerb: true,
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '删除客户分组',
    input: ofOne.extend({ version: intBetween(1, 1_000_000_000) }),
    output: z.object({}),
    failures: ['customerGroup.notFound', 'customerGroup.versionConflict', 'customerGroup.beyondCities', 'customerGroup.used'],
  }),
  status: call({
    method: 'GET',
    path: '/djfee/v2/customerGroup/status',
    anyVerb: true,
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '启用或停用客户分组',
    input: ofOne.extend({ version: intBetween(1, 1_000_000_000), enabled: flag }),
    output: groupRow,
    failures: ['customerGroup.notFound', 'customerGroup.versionConflict', 'customerGroup.beyondCities'],
  }),
  phoneList: call({
    method: 'GET',
    path: '/djfee/v2/customerGroup/phoneList',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '客户分组成员',
    input: page.extend({ groupId: id, keyword: optional(text(40)), source: optional(memberSource) }),
    output: pageOf(memberRow),
    failures: ['customerGroup.notFound'],
  }),
  /** Telephones of nobody become customers. */
  phoneAdd: call({
    method: 'POST',
    path: '/djfee/v2/customerGroup/phoneAdd',
    effect: 'write',
    access: edit,
    everyChannel: true,
    byPhone: ['phones'],
    summary: '添加客户分组成员',
    input: ofOne.extend({
      phones: json(z.array(phone).min(1).max(MEMBERS_AT_ONCE)),
      until: optional(instant),
      remark: optional(text(200)),
    }),
    output: z.object({ added: z.number().int(), already: z.number().int() }),
    failures: ['customerGroup.notFound', 'customerGroup.beyondCities', 'customerGroup.untilPast'],
  }),
  /** Whoever belongs by the rule stays out from then on. */
  phoneDel: call({
    method: 'GET',
    path: '/djfee/v2/customerGroup/phoneDel',
    anyVerb: true,
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '移除客户分组成员',
    input: ofOne.extend({ customerIds: json(z.array(id).min(1).max(MEMBERS_AT_ONCE)) }),
    output: z.object({ removed: z.number().int() }),
    failures: ['customerGroup.notFound', 'customerGroup.beyondCities', 'customer.notFound'],
  }),
  ...groupFindCalls,
  groupCityList: call({
    method: 'GET',
    path: '/djfee/v2/customerGroup/group_city_list',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '各城市的客户分组',
    input: nothing,
    output: z.object({ rows: z.array(z.object({ cityId: id, cityName: z.string(), groups: z.array(named) })) }),
  }),
  /** How many a rule finds, some of them, and of a group who would come and go. */
  preview: call({
    method: 'POST',
    path: '/djfee/v2/customerGroup/preview',
    body: 'json',
    effect: 'read',
    access: view,
    summary: '客户分组规则预览',
    input: z.object({ groupId: optional(id), rule: json(groupRule) }),
    output: z.object({
      found: z.number().int(),
      coming: z.number().int(),
      going: z.number().int(),
      some: z.array(z.object({ customerId: id, name: z.string(), phone: z.string() })),
    }),
    failures: ['customerGroup.ruleEmpty', 'customerGroup.notFound'],
  }),
} satisfies Area
