import { dispatchBlocksCalls } from '@chauffeur/contract/dispatch/block'
import { sql } from 'kysely'
import { instant, phone, text } from '#platform/list/columns'
import { anyOf } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { maskPhone } from '#platform/identity/mask'
import { phoneFound, textFound } from '#platform/list/phone-search'
import { holding, literally } from '#platform/database/sql-text'
import { type BlockRow, blocksInForce, shownBlock } from './block.queries.ts'

export const blockView = (row: BlockRow) => ({
  customerId: row.customer_id,
  customerName: row.customer_name,
  customerPhone: maskPhone(row.customer_phone),
  driverId: row.driver_id,
  driverNo: row.driver_no,
  driverName: row.driver_name,
  until: row.until?.toISOString() ?? null,
  reason: row.reason,
  byName: row.by_name,
  at: row.at.toISOString(),
})

export const blockList = defineList(dispatchBlocksCalls.list, {
  from: ({ db }) => blocksInForce(db),
  filters: {
    keyword: (typed, { scope }) =>
      anyOf([
        sql<boolean>`d.driver_no ilike ${`${literally(typed)}%`}`,
        sql<boolean>`d.name like ${holding(typed)}`,
        textFound('c.name', holding(typed), scope, 'like'),
        phoneFound('c.phone', typed, scope, 'whole'),
      ]),
  },
  key: 'k.driver_id',
  order: [desc('k.created_at'), asc('k.customer_id')],
  select: shownBlock,
  file: {
    module: import.meta.url,
    zh: '客户屏蔽司机',
    en: 'Blocked drivers',
    columns: {
      customerName: text('客户', 'Customer'),
      customerPhone: phone('客户电话', 'Customer phone'),
      driverNo: text('司机工号', 'Driver no.'),
      driverName: text('司机', 'Driver'),
      reason: text('原因', 'Reason'),
      byName: text('操作人', 'User'),
      at: instant('屏蔽时间', 'Since'),
      until: instant('屏蔽至', 'Until'),
    },
  },
  view: blockView,
})
