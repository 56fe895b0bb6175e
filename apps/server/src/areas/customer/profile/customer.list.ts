import { customerCalls, customerSourceText } from '@chauffeur/contract/customer/profile'
import { sql } from 'kysely'
import { flag, instant, number, phone, text, words } from '#platform/list/columns'
import { is, isBefore, isFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { levelsOf } from '../standing/index.ts'
import { customersFound, customersTagged } from '../search/index.ts'
import { customerView } from './customer.view.ts'
import { customers, listed } from './profile.queries.ts'

/** A level that everybody begins with is a filter, one above it has an index of its own. */
const ofLevel = (level: number) => (level === 0 ? sql<boolean>`c.level = 0` : sql<boolean>`(c.level > 0 and c.level = ${level})`)

/** Customers, the newest order first. */
export const customerList = defineList(customerCalls.list, {
  from: ({ db, scope }) => customers(db, scope),
  filters: {
    keyword: (typed, { db, scope }) => customersFound(db, typed, scope),
    cityId: is('c.city_id'),
    level: ofLevel,
    tag: (tag, { db, scope }) => customersTagged(db, tag, scope),
    blacklisted: (yes) =>
      yes ? sql<boolean>`c.blacklisted_until > now()` : sql<boolean>`(c.blacklisted_until is null or c.blacklisted_until <= now())`,
    lastOrderAtFrom: isFrom('c.last_order_at'),
    lastOrderAtTo: isBefore('c.last_order_at'),
    groupId: (groupId) =>
      sql<boolean>`exists (select from customer_group_members m where m.tenant_id = c.tenant_id and m.customer_id = c.customer_id and m.group_id = ${groupId} and not m.excluded)`,
  },
  key: 'c.customer_id',
  order: [desc('c.last_order_at', 'last')],
  sorts: { lastOrderAt: desc('c.last_order_at', 'smallest'), orderCount: desc('c.order_count'), createdAt: desc('c.created_at') },
  select: listed,
  beside: (_, { db }) => levelsOf(db),
  growing: {
    period: { from: 'lastOrderAtFrom', to: 'lastOrderAtTo' },
    served: ({ sortBy, keyword, tag }) => (sortBy === undefined || sortBy === 'lastOrderAt') && keyword === undefined && tag === undefined,
  },
  file: {
    module: import.meta.url,
    zh: '客户',
    en: 'Customers',
    columns: {
      phone: phone('电话', 'Phone'),
      name: text('姓名', 'Name'),
      levelName: text('等级', 'Level'),
      cityName: text('城市', 'City'),
      source: words('来源', 'Source', customerSourceText),
      tags: text('标签', 'Tags', (all) => all.join(' ')),
      plateNos: text('车牌', 'Plates', (all) => all.join(' ')),
      orderCount: number('订单数', 'Orders'),
      lastOrderAt: instant('最近下单', 'Last order'),
      blacklisted: flag('黑名单', 'Blacklisted'),
      blacklistReason: text('拉黑原因', 'Why blacklisted'),
      remark: text('备注', 'Remark'),
      createdAt: instant('建档时间', 'Since'),
    },
  },
  view: (row, { operator }, levels) => customerView(row, operator, levels),
})
