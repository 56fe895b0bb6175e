import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import type { PriceTemplateRules } from '@chauffeur/contract/pricing/model'
import type { OrderRowDb } from '../model/index.ts'
import type { Database, TenantDb, TenantTx } from '#platform/database/db'

/** Ended trips whose driver has let the time to file their bill go by, across tenants; the longest overdue first. */
export async function overdueFilings(
  db: Database,
  afterS: number,
  except: string[],
  limit: number,
): Promise<{ tenantId: string; orderId: string }[]> {
  const { rows } = await db.platform.query<{ tenantId: string; orderId: string }>({
    name: 'overdue-filings',
    text: `
      select tenant_id as "tenantId", order_id as "orderId" from orders
      where service_status = ${SERVICE_STATUS.tripEnded} and ended_at < now() - make_interval(secs => $1) and order_id <> all ($2::bigint[])
      order by ended_at limit $3`,
    values: [afterS, except, limit],
  })
  return rows
}

/** The template version an order was taken under, the free waiting that its customer was promised besides, and the city's offset from UTC. */
export async function priceRulesOf(
  db: TenantDb,
  order: OrderRowDb,
): Promise<{ rules: PriceTemplateRules; levelFreeS: number; utcOffsetMinutes: number }> {
  const row = await db
    .selectFrom('price_templates')
    .innerJoin('cities', (join) => join.on('cities.city_id', '=', order.city_id))
    .leftJoin('bookings', (join) => join.on('bookings.booking_id', '=', order.booking_id))
    .select(['price_templates.rules', 'cities.utc_offset_minutes', 'bookings.free_wait_s'])
    .where('price_templates.template_id', '=', order.template_id ?? '0')
    .where('price_templates.version', '=', order.template_version ?? 0)
    .executeTakeFirst()
  if (!row) throw new Error(`Order ${order.order_id} has no price template to be billed by.`)
  return { rules: row.rules as unknown as PriceTemplateRules, levelFreeS: row.free_wait_s ?? 0, utcOffsetMinutes: row.utc_offset_minutes }
}

export interface BillLine {
  type: string
  label: string
  amountFen: number
  source: 'COMPUTED' | 'DRIVER' | 'OPERATOR'
  rule: object
}

export const insertBill = (tx: TenantTx, order: OrderRowDb, lines: readonly BillLine[]) =>
  lines.length === 0
    ? Promise.resolve([])
    : tx
        .insertInto('bill_lines')
        .values(
          lines.map((line, index) => ({
            tenant_id: order.tenant_id,
            order_id: order.order_id,
            seq: index + 1,
            type: line.type,
            label: line.label,
            amount_fen: line.amountFen,
            source: line.source,
            rule: JSON.stringify(line.rule),
          })),
        )
        .execute()
