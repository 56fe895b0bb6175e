import { pointEventText } from '@chauffeur/contract/customer/points-model'
import { pointCalls } from '@chauffeur/contract/customer/points'
import { sql } from 'kysely'
import { phoneFor } from '#areas/order/model'
import type { TenantDb } from '#platform/database/db'
import { instant, number, phone, text, words } from '#platform/list/columns'
import { anyOf, is, isBefore, isFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { customersPicked } from '../search/index.ts'

/** Of customers in sight. */
const records = (db: TenantDb) =>
  db
    .selectFrom('point_records as r')
    .innerJoin('customers as c', (on) => on.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.customer_id', '=', 'r.customer_id'))
const listed = (rows: ReturnType<typeof records>) =>
  rows
    .leftJoin('cities as t', 't.city_id', 'r.city_id')
    .selectAll('r')
    .select(['c.name as customer_name', 'c.phone', sql<string>`coalesce(t.name, '')`.as('city_name')])

export const pointRecordList = defineList(pointCalls.records, {
  from: ({ db }) => records(db),
  filters: {
    customerId: is('r.customer_id'),
    event: is('r.event'),
    cityId: is('r.city_id'),
    keyword: async (typed, { db, scope }) => anyOf([sql<boolean>`r.about = ${typed}`, await customersPicked(db, typed, scope)]),
    atFrom: isFrom('r.at'),
    atTo: isBefore('r.at'),
  },
  key: 'r.record_id',
  order: [desc('r.at')],
  select: listed,
  cutFirst: true,
  growing: {
    period: { from: 'atFrom', to: 'atTo' },
    served: ({ customerId, event, cityId, keyword }) => customerId !== undefined || (event ?? cityId ?? keyword) === undefined,
  },
  file: {
    module: import.meta.url,
    zh: '积分记录',
    en: 'Points',
    columns: {
      at: instant('时间', 'Time'),
      customerName: text('客户', 'Customer'),
      phone: phone('电话', 'Phone'),
      event: words('事件', 'Event', pointEventText),
      delta: number('积分', 'Points'),
      balanceAfter: number('变动后余额', 'Balance after'),
      about: text('关于', 'About'),
      reason: text('原因', 'Reason'),
      actorName: text('操作人', 'User'),
      cityName: text('城市', 'City'),
    },
  },
  view: (row, { operator }) => ({
    recordId: row.record_id,
    customerId: row.customer_id,
    customerName: row.customer_name,
    phone: phoneFor(operator.authorities, row.phone),
    event: row.event,
    delta: row.delta,
    balanceAfter: row.balance_after,
    orderId: row.order_id,
    about: row.about,
    reason: row.reason,
    actorName: row.actor_name,
    cityName: row.city_name,
    at: row.at.toISOString(),
  }),
})
