import { type ClaimEvent, type ClaimRow, CLAIM_PICTURES, claimEvent } from '@chauffeur/contract/qualification/claim'
import type { OperatorSession } from '#platform/identity/session'
import type { ClaimDb } from './claim.queries.ts'
import { claimMachine } from './claim.rules.ts'

/** What the desk and the driver see alike. */
export const claimFacts = (row: ClaimDb) => ({
  driverClaimId: row.driver_claim_id,
  policyNo: row.policy_no,
  insurer: row.insurer,
  product: row.product as ClaimRow['product'],
  orderNo: row.order_no ?? '',
  lossAt: row.loss_at.toISOString(),
  amountFen: Number(row.amount_fen),
  paidFen: row.paid_fen === null ? null : Number(row.paid_fen),
  state: row.state,
  what: row.what,
  reportNo: row.report_no,
  pictures: row.pictures ?? 0,
  reportedAt: row.created_at.toISOString(),
})

export const claimView = (row: ClaimDb, { authorities }: Pick<OperatorSession, 'authorities'>): ClaimRow => {
  const facts = claimFacts(row)
  const may = authorities.has('driver.edit')
  const events: (ClaimEvent | 'picture')[] = claimEvent.options.filter((event) => claimMachine.fits(event, row.state))
  return {
    ...facts,
    driverId: row.driver_id,
    driverNo: row.driver_no,
    driverName: row.driver_name,
    cityId: row.city_id,
    cityName: row.city_name,
    insuranceId: row.insurance_id,
    orderId: row.order_id,
    version: row.version,
    reportedBy: row.created_by_name,
    byDriver: row.created_by === null,
    changedAt: row.updated_at.toISOString(),
    allowedActions: may ? [...events, ...(facts.pictures < CLAIM_PICTURES ? (['picture'] as const) : [])] : [],
  }
}
