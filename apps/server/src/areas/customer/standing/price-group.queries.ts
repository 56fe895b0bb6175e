import type { MemberSource } from '@chauffeur/contract/customer/group'
import type { TenantDb } from '#platform/database/db'

/** How a customer came into the group whose price they were given, when it was. */
export interface PriceGroupWhy {
  groupId: string
  source: MemberSource
  addedAt: string
  addedBy: string
}

/** The customers' group whose price an order was taken under; undefined where the price is nobody's in particular. */
export const priceGroupOf = async (db: TenantDb, order: { template_id: string | null; template_version: number | null }) =>
  order.template_id === null
    ? undefined
    : db
        .selectFrom('price_templates as t')
        .innerJoin('customer_groups as g', (on) => on.onRef('g.tenant_id', '=', 't.tenant_id').onRef('g.group_id', '=', 't.owner_id'))
        .select(['g.group_id as groupId', 'g.name'])
        .where('t.owner_type', '=', 'GROUP')
        .where('t.template_id', '=', order.template_id)
        .where('t.version', '=', order.template_version ?? 0)
        .executeTakeFirst()
