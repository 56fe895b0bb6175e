import { dispatchBlocksCalls } from '@chauffeur/contract/dispatch/block'
import { sql } from 'kysely'
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
  view: blockView,
})
