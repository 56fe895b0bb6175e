import { customerGroupTypeText, groupCalls, type MemberSource, memberSourceText } from '@chauffeur/contract/customer/group'
import { sql } from 'kysely'
import { phoneFor } from '#areas/order/model'
import { keepsCities, type Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { flag, instant, number, phone, text, words } from '#platform/list/columns'
import { holds, inFrom, is } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { customersFound } from '../search/index.ts'
import { countsInSight, groups, type ListedGroup, listed, listedGroup } from './group.queries.ts'

export const groupView = (row: ListedGroup, { operator, scope }: { operator: OperatorSession; scope: Scope }) => ({
  groupId: row.group_id,
  name: row.name,
  type: row.type,
  cityIds: row.city_ids,
  priority: row.priority,
  enabled: row.enabled,
  remark: row.remark,
  rule: row.rule,
  ruleAt: row.rule_at?.toISOString() ?? null,
  members: row.members,
  used: row.used,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
  allowedActions:
    operator.authorities.has('customerGroup.edit') && keepsCities(row.city_ids, scope)
      ? (['edit', row.enabled ? 'disable' : 'enable', 'remove', 'members'] as const).slice()
      : [],
})

export const groupList = defineList(groupCalls.list, {
  from: ({ db }) => groups(db).where(countsInSight(null)),
  filters: {
    keyword: holds('g.name', 'g.remark'),
    type: is('g.type'),
    enabled: is('g.enabled'),
    cityId: countsInSight,
  },
  key: 'g.group_id',
  order: [asc('g.name')],
  select: listed,
  cutFirst: true,
  file: {
    module: import.meta.url,
    zh: '客户分组',
    en: 'Customer groups',
    columns: {
      name: text('名称', 'Name'),
      type: words('类型', 'Type', customerGroupTypeText),
      enabled: flag('已启用', 'Enabled'),
      priority: number('优先级', 'Priority'),
      members: number('成员数', 'Members'),
      used: text('使用处', 'Used by', (all) => all.join(' ')),
      remark: text('备注', 'Remark'),
      updatedAt: instant('修改时间', 'Changed'),
    },
  },
  view: groupView,
})

/** Members of a group in sight, the newest first. */
export const memberList = defineList(groupCalls.phoneList, {
  refused: async ({ db, input }) => !(await listedGroup(db, input.groupId)) && 'customerGroup.notFound',
  from: ({ db, input }) =>
    db
      .selectFrom('customer_group_members as m')
      .innerJoin('customers as c', (on) => on.onRef('c.tenant_id', '=', 'm.tenant_id').onRef('c.customer_id', '=', 'm.customer_id'))
      .where('m.group_id', '=', input.groupId)
      .where('m.excluded', '=', false),
  filters: {
    groupId: inFrom,
    keyword: (typed, { db, scope }) => customersFound(db, typed, scope),
    source: is('m.source'),
  },
  key: 'm.customer_id',
  order: [desc('m.added_at')],
  select: (rows) =>
    rows
      .leftJoin('cities', 'cities.city_id', 'c.city_id')
      .select(['m.customer_id', 'c.phone', 'c.name', 'cities.name as city_name', 'm.added_at', 'm.added_by_name', 'm.remark', 'm.until'])
      .select(sql<MemberSource>`m.source`.as('source')),
  file: {
    module: import.meta.url,
    zh: '客户分组成员',
    en: 'Members of a group',
    columns: {
      phone: phone('电话', 'Phone'),
      name: text('姓名', 'Name'),
      cityName: text('城市', 'City'),
      source: words('来源', 'Source', memberSourceText),
      addedAt: instant('加入时间', 'Since'),
      addedBy: text('添加人', 'Added by'),
      until: instant('截止', 'Until'),
      remark: text('备注', 'Remark'),
    },
  },
  view: (row, { operator, input }) => ({
    groupId: input.groupId,
    customerId: row.customer_id,
    phone: phoneFor(operator.authorities, row.phone),
    name: row.name,
    cityName: row.city_name ?? '',
    source: row.source,
    addedAt: row.added_at.toISOString(),
    addedBy: row.added_by_name,
    remark: row.remark,
    until: row.until?.toISOString() ?? null,
  }),
})
