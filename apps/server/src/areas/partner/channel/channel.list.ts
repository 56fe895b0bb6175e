import { CHANNEL_STATE, channelCalls } from '@chauffeur/contract/partner/channel'
import type { ServiceType } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import { seesWholeTenant, seesNothing } from '#areas/access/function'
import { flag, instant, number, percent, phone, text } from '#platform/list/columns'
import { anyOf } from '#platform/list/conditions'
import { asc, defineList } from '#platform/list/list'
import { phoneFound, textFound } from '#platform/list/phone-search'
import { type Scope, withinCities } from '#platform/database/scope'
import { holding } from '#platform/database/sql-text'
import type { OperatorSession } from '#platform/identity/session'
import { channels, listed, type ListedChannel, servesInSight } from './channel.queries.ts'

export const channelView = (row: ListedChannel, { operator, scope }: { operator: OperatorSession; scope: Scope }) => {
  const mayChange = operator.authorities.has('channel.edit') && scope.channel === '*' && withinCities(row.city_ids, scope.cities)
  return {
    channelId: row.channel_id,
    name: row.name,
    code: row.code,
    enabled: row.state === CHANNEL_STATE.on,
    contactName: row.contact_name,
    contactPhone: row.contact_phone,
    settlement: row.settlement,
    cityIds: row.city_ids,
    serviceTypes: row.service_types as ServiceType[],
    callsPerMinute: row.calls_per_minute,
    ordersPerDay: row.orders_per_day,
    commissionBp: row.commission_bp,
    templates: row.templates,
    users: row.users,
    recentOrders: row.recent_orders,
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
    allowedActions: mayChange ? (['edit', row.state === CHANNEL_STATE.on ? 'disable' : 'enable'] as const).slice() : [],
  }
}

export const channelList = defineList(channelCalls.list, {
  hidden: ({ scope }) => seesNothing(scope),
  from: ({ db, scope }) => channels(db).$if(!seesWholeTenant(scope), (q) => q.where(servesInSight(null))),
  filters: {
    keyword: (typed, { scope }) =>
      anyOf([
        textFound('h.name', holding(typed), scope),
        textFound('h.code', holding(typed), scope),
        textFound('h.contact_name', holding(typed), scope),
        phoneFound('h.contact_phone', typed, scope, 'whole'),
      ]),
    enabled: (enabled) => sql<boolean>`h.state = ${enabled ? 1 : 0}`,
    cityId: servesInSight,
  },
  key: 'h.channel_id',
  order: [asc('h.name')],
  select: listed,
  cutFirst: true,
  file: {
    module: import.meta.url,
    zh: '合作渠道',
    en: 'Partner channels',
    columns: {
      name: text('名称', 'Name'),
      code: text('编码', 'Code'),
      enabled: flag('已启用', 'Enabled'),
      contactName: text('联系人', 'Contact'),
      contactPhone: phone('联系电话', 'Contact phone'),
      settlement: text('结算说明', 'Settlement'),
      commissionBp: percent('渠道佣金', 'Commission'),
      templates: text('价格模板', 'Price templates', (all) => all.join(' ')),
      users: number('可登录人数', 'Accounts'),
      recentOrders: number('近 30 天订单', 'Orders, 30 days'),
      updatedAt: instant('修改时间', 'Changed'),
    },
  },
  view: channelView,
})
