import type { FeeLine } from '@chauffeur/contract/pricing-model'
import type { OrderRowDb } from '#areas/order'
import { commission } from '#areas/pricing'
import type { TenantTx } from '#platform/db'
import { billToDivide, lockReach } from './ledger.queries.ts'
import { post, type Posted } from './ledger.service.ts'
import {
  claimClosedLines,
  type Division,
  driverAccount,
  filedLines,
  type Line,
  paidInCashLines,
  paidOnlineLines,
  penaltyLines,
} from './posting.rules.ts'

/** The platform's part of the shared lines of a bill. */
const COMMISSION_BP = 2_000
export interface By {
  type: string
  id: string | null
}

const done: Posted = { done: 'again' }
const step = (tx: TenantTx, order: OrderRowDb, name: string, by: By, lines: readonly Line[], memo = ''): Promise<Posted> =>
  lines.length
    ? post(tx, { tenantId: order.tenant_id, businessType: 'ORDER', businessId: order.order_id, step: name, actor: by, memo }, lines)
    : Promise.resolve(done)

async function divisionOf(tx: TenantTx, order: OrderRowDb): Promise<Division> {
  const rows = await billToDivide(tx, order.order_id)
  const lines = rows.map(({ type, amount_fen, rule }) => ({ type, amountFen: amount_fen, rule }) as unknown as FeeLine)
  return commission(lines, COMMISSION_BP)
}

/** What the traveller pays; the rest is the enterprise's, whose balance is drawn on when the bill is divided. */
const claimFen = (order: OrderRowDb): number => order.personal_fen ?? order.total_fen ?? 0

/**
 * A bill (of a trip, or the fee of a cancellation) is final: a claim until it is paid. A trip made free by a discount, or paid by an
 * enterprise alone, is settled at once.
 */
export async function postFiled(tx: TenantTx, order: OrderRowDb, by: By): Promise<Posted> {
  if (claimFen(order) > 0) return step(tx, order, 'FILED', by, filedLines(claimFen(order)), order.order_no)
  const division = await divisionOf(tx, order)
  return order.driver_id ? step(tx, order, 'PAID', by, paidOnlineLines(division, payersOf(order, order.driver_id)), order.order_no) : done
}

/** A claim that nobody has paid yet becomes another sum, by a decision that is posted once. */
export const postReclaimed = (tx: TenantTx, order: OrderRowDb, beforeFen: number, decisionId: string, by: By): Promise<Posted> => {
  const afterFen = order.total_fen ?? 0
  const lines = afterFen > beforeFen ? filedLines(afterFen - beforeFen) : claimClosedLines(beforeFen - afterFen)
  return step(tx, order, `RECLAIMED_${decisionId}`, by, lines, order.order_no)
}

/** The driver took the traveller's part in cash. */
export async function postPaidInCash(tx: TenantTx, order: OrderRowDb, by: By): Promise<Posted> {
  return step(tx, order, 'PAID', by, paidInCashLines(await divisionOf(tx, order), payersOf(order, order.driver_id!)), order.order_no)
}

/** A filed bill was paid to the platform: the claim ends, and the money is divided. */
export async function postPaidOnline(tx: TenantTx, order: OrderRowDb, by: By): Promise<Posted> {
  const closed = await step(tx, order, 'CLAIM_CLOSED', by, claimClosedLines(claimFen(order)), order.order_no)
  if ('refused' in closed) return closed
  return step(tx, order, 'PAID', by, paidOnlineLines(await divisionOf(tx, order), payersOf(order, order.driver_id!)), order.order_no)
}

/** What a driver pays for having cancelled, as far as their account reaches; fen taken. After the claim of a fee, never before. */
export async function postCancelPenalty(tx: TenantTx, order: OrderRowDb, penaltyFen: number, by: By): Promise<number> {
  const driverId = order.driver_id!
  const takenFen = Math.min(penaltyFen, await lockReach(tx, order.tenant_id, driverAccount(driverId)))
  if (takenFen <= 0) return 0
  const posted = await step(tx, order, 'CANCEL_PENALTY', by, penaltyLines(takenFen, driverId), order.order_no)
  if ('refused' in posted) throw new Error(`The penalty of order ${order.order_id} could not be posted.`)
  return takenFen
}

const payersOf = (order: OrderRowDb, driverId: string) => ({
  driverId,
  enterpriseFen: order.enterprise_fen ?? 0,
  enterpriseId: order.enterprise_id ?? '0',
})
