import type { bill } from '@chauffeur/contract/call-centre/desk'
import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import type * as z from 'zod'
import type { TenantDb } from '#platform/database/db'
import { billLinesView, billOf, type OrderRowDb } from '../model/index.ts'

/** The bill of a trip; null until it is filed. */
export async function filedBill(db: TenantDb, order: OrderRowDb): Promise<z.input<typeof bill> | null> {
  if (order.service_status !== SERVICE_STATUS.billFiled) return null
  return {
    lines: billLinesView(await billOf(db, order.order_id)),
    subtotalFen: order.subtotal_fen!,
    discountFen: order.discount_fen!,
    totalFen: order.total_fen!,
    enterpriseFen: order.enterprise_fen!,
    personalFen: order.personal_fen!,
    prepaidFen: order.prepaid_fen ?? 0,
    filedAt: order.filed_at!.toISOString(),
  }
}
