import type { FeeLine } from '@chauffeur/contract/pricing/model'
import { type OrderRowDb, travellerFen } from '../model/index.ts'
import { commission, commissionRateBp } from '#areas/pricing/quote'
import type { TenantTx } from '#platform/database/db'
import { billToDivide, entryOf, lockReach, mustBePosted } from '#areas/finance/ledger'
import { post, type Posted } from '#areas/finance/ledger'
import {
  type CashKind,
  claimClosedLines,
  type Division,
  driverAccount,
  filedLines,
  type Line,
  mirrored,
  paidInCashLines,
  paidOnlineLines,
  partOf,
  penaltyBackLines,
  penaltyLines,
  restOf,
  takenBack,
  type TakenBack,
  takenBackLines,
} from '#areas/finance/ledger'

export interface PostingActor {
  type: string
  id: string | null
}

const done: Posted = { done: 'again' }
const business = (order: OrderRowDb) => ({ tenantId: order.tenant_id, businessType: 'ORDER', businessId: order.order_id })
const step = (
  tx: TenantTx,
  order: OrderRowDb,
  name: string,
  by: PostingActor,
  lines: readonly Line[],
  reversalOf?: string,
): Promise<Posted> =>
  lines.length
    ? post(tx, { ...business(order), step: name, actor: by, memo: order.order_no, ...(reversalOf && { reversalOf }) }, lines)
    : Promise.resolve(done)
/** The entry of a step that a later one takes back, wholly or in part. */
const entryOfStep = (tx: TenantTx, order: OrderRowDb, name: string) => entryOf(tx, { ...business(order), step: name })

async function divisionOf(tx: TenantTx, order: OrderRowDb): Promise<Division> {
  const rows = await billToDivide(tx, order.order_id)
  const lines = rows.map(({ type, amount_fen, rule }) => ({ type, amountFen: amount_fen, rule }) as unknown as FeeLine)
  const division = commission(lines, await commissionRateBp(tx, order))
  if (order.driver_id) return division
  // The fee of a cancellation before anybody had the order.
  return { ...division, commissionFen: division.commissionFen + division.driverFen, driverFen: 0 }
}

/**
 * A bill (of a trip, or the fee of a cancellation) is final: a claim until it is paid. The claim is what the traveller pays; the rest is the
 * enterprise's, whose balance is drawn on when the bill is divided. A trip made free by a discount, or paid by an enterprise alone, is
 * settled at once.
 */
export async function postFiled(tx: TenantTx, order: OrderRowDb, by: PostingActor): Promise<Posted> {
  if (travellerFen(order) > 0) return step(tx, order, 'FILED', by, filedLines(travellerFen(order)))
  return step(tx, order, 'PAID', by, paidOnlineLines(await divisionOf(tx, order), payersOf(order)))
}

/** A claim that nobody has paid yet becomes another sum, by a decision that is posted once. */
export async function postReclaimed(
  tx: TenantTx,
  order: OrderRowDb,
  beforeFen: number,
  decisionId: string,
  by: PostingActor,
): Promise<Posted> {
  const afterFen = order.total_fen ?? 0
  const name = `RECLAIMED_${decisionId}`
  if (afterFen > beforeFen) return step(tx, order, name, by, filedLines(afterFen - beforeFen))
  return step(tx, order, name, by, claimClosedLines(beforeFen - afterFen), await entryOfStep(tx, order, 'FILED'))
}

/** The driver took the traveller's part in cash. */
export async function postPaidInCash(tx: TenantTx, order: OrderRowDb, by: PostingActor): Promise<Posted> {
  return step(tx, order, 'PAID', by, paidInCashLines(await divisionOf(tx, order), payersOf(order)))
}

/** A claim is given up. Nobody was given anything of what it asks for, so that nothing is lost but the claim (ADR 0014). */
export async function postWrittenOff(tx: TenantTx, order: OrderRowDb, by: PostingActor): Promise<Posted> {
  // A fee may be judged away, judged anew, and given up once more.
  const name = (await entryOfStep(tx, order, 'WRITTEN_OFF')) ? `WRITTEN_OFF_${order.version}` : 'WRITTEN_OFF'
  return step(tx, order, name, by, claimClosedLines(travellerFen(order)), await entryOfStep(tx, order, 'FILED'))
}

/** The rest of a bill was given up: of the part that was paid ahead driver and platform have theirs (ADR 0028). */
export async function postPrepaidTaken(tx: TenantTx, order: OrderRowDb, by: PostingActor): Promise<Posted> {
  const part = partOf(await divisionOf(tx, order), order.prepaid_fen ?? 0)
  return step(tx, order, PREPAID_TAKEN, by, paidOnlineLines(part, payersOf(order)))
}
const PREPAID_TAKEN = 'PREPAID_TAKEN'

/** A filed bill was paid to the platform: the claim ends, a bad debt's after it stood again, and what was not divided yet is. */
export async function postPaidOnline(tx: TenantTx, order: OrderRowDb, cash: CashKind, by: PostingActor, badDebt = false): Promise<Posted> {
  if (badDebt) await step(tx, order, 'REINSTATED', by, filedLines(travellerFen(order)), await entryOfStep(tx, order, 'WRITTEN_OFF'))
  const closed = await step(tx, order, 'CLAIM_CLOSED', by, claimClosedLines(travellerFen(order)))
  if ('refused' in closed) return closed
  const division = await divisionOf(tx, order)
  if (!badDebt || !(await entryOfStep(tx, order, PREPAID_TAKEN)))
    return step(tx, order, 'PAID', by, paidOnlineLines(division, payersOf(order), cash))
  const rest = restOf(division, partOf(division, order.prepaid_fen ?? 0))
  return step(tx, order, 'PAID', by, paidOnlineLines(rest, { ...payersOf(order), prepaidFen: 0 }, cash))
}

/** What a driver pays for having cancelled, as far as their account reaches; fen taken. After the claim of a fee, never before. */
export async function postCancelPenalty(tx: TenantTx, order: OrderRowDb, penaltyFen: number, by: PostingActor): Promise<number> {
  const driverId = order.driver_id!
  const takenFen = Math.min(penaltyFen, await lockReach(tx, order.tenant_id, driverAccount(driverId)))
  if (takenFen <= 0) return 0
  const posted = await step(tx, order, 'CANCEL_PENALTY', by, penaltyLines(takenFen, driverId))
  if ('refused' in posted) throw new Error(`The penalty of order ${order.order_id} could not be posted.`)
  return takenFen
}

/** What was taken from the driver for a cancellation becomes another sum, by a decision that is posted once; fen then taken in all. */
export async function postPenaltyChanged(
  tx: TenantTx,
  order: OrderRowDb,
  penaltyFen: number,
  decisionId: string,
  by: PostingActor,
): Promise<number> {
  const tookFen = order.cancel_penalty_fen ?? 0
  if (penaltyFen === tookFen || !order.driver_id) return tookFen
  const reachFen = penaltyFen > tookFen ? await lockReach(tx, order.tenant_id, driverAccount(order.driver_id)) : 0
  const moreFen = penaltyFen > tookFen ? Math.max(0, Math.min(penaltyFen - tookFen, reachFen)) : penaltyFen - tookFen
  const lines = moreFen > 0 ? penaltyLines(moreFen, order.driver_id) : penaltyBackLines(-moreFen, order.driver_id)
  const reversalOf = moreFen < 0 ? await entryOfStep(tx, order, 'CANCEL_PENALTY') : undefined
  const posted = await step(tx, order, `PENALTY_CHANGED_${decisionId}`, by, lines, reversalOf)
  if ('refused' in posted) throw new Error(`The changed penalty of order ${order.order_id} could not be posted.`)
  return tookFen + moreFen
}

/**
 * An audit found that the partner need not pay for what its right covered: that goes back, the driver's share as far as their account reaches.
 * `time` tells the first from a later one. Null: the bill is not paid yet, so that there is nothing in the books to take back.
 */
export async function postAuditFailed(tx: TenantTx, order: OrderRowDb, time: number, by: PostingActor): Promise<TakenBack | null> {
  if (!(await entryOfStep(tx, order, 'PAID'))) return null
  const division = await divisionOf(tx, order)
  const reachFen = order.driver_id ? await lockReach(tx, order.tenant_id, driverAccount(order.driver_id)) : 0
  const back = takenBack(division, reachFen)
  const posted = await step(tx, order, `AUDIT_FAILED_${time}`, by, takenBackLines(back, order.driver_id ?? '0'))
  mustBePosted(posted, `What the audit of order ${order.order_no} takes back`)
  return back
}

/** What an audit took back is as it was before. */
export async function postAuditPassed(tx: TenantTx, order: OrderRowDb, time: number, back: TakenBack, by: PostingActor): Promise<Posted> {
  const lines = mirrored(takenBackLines(back, order.driver_id ?? '0'))
  return step(tx, order, `AUDIT_PASSED_${time}`, by, lines, await entryOfStep(tx, order, `AUDIT_FAILED_${time}`))
}

const payersOf = (order: OrderRowDb) => ({
  driverId: order.driver_id ?? '0',
  enterpriseFen: order.enterprise_fen ?? 0,
  enterpriseId: order.enterprise_id ?? '0',
  prepaidFen: order.prepaid_fen ?? 0,
})
