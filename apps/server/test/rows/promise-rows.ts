import type { World } from '../world.ts'

interface Home {
  tenant_id: string
  city_id: string
}
type Kind =
  | 'couponTemplateId'
  | 'couponId'
  | 'adjustmentId'
  | 'pointAccount'
  | 'pointRecord'
  | 'pointLot'
  | 'redeemBatchId'
  | 'rightId'
  | 'rightGrantId'
  | 'partnerStatementId'
  | 'partnerPaymentId'
type Insert = (kind: Kind, values: Record<string, unknown>) => Promise<string>

const WEEK_MS = 7 * 86_400_000
/** A channel has one statement of a month. */
let months = 0

/** What a customer was promised: a coupon, codes for others, a use of a right that a partner pays. */
export async function promiseRows(insert: Insert, home: Home, customer_id: string, channel_id: string, named: (what: string) => string) {
  const { tenant_id, city_id } = home
  const period = { valid_from: new Date(), valid_to: new Date(Date.now() + WEEK_MS) }
  const template = { name: named('券'), type: 'CASH', face_fen: 500, funder: 'PLATFORM', days_after_grant: 30, city_ids: [city_id] }
  const couponTemplateId = await insert('couponTemplateId', { tenant_id, ...template })
  const of = { tenant_id, coupon_template_id: couponTemplateId, ...period }
  const right = { right_no: named('R'), name: named('权益'), cover: { kind: 'FULL' }, channel_id, city_ids: [city_id], ...period }
  const right_id = await insert('rightId', { tenant_id, ...right })
  const partnerStatementId = await insert('partnerStatementId', {
    tenant_id,
    channel_id,
    statement_no: named('S'),
    month: new Date(Date.UTC(1990, ++months, 1)).toISOString().slice(0, 10),
    state: 'SENT',
  })
  const paid = { amount_fen: 100, reference: named('BANK'), paid_on: '2026-10-01', created_by: 1 }
  return {
    rightId: right_id,
    couponTemplateId,
    couponId: await insert('couponId', { ...of, customer_id }),
    redeemBatchId: await insert('redeemBatchId', { ...of, batch_no: named('R'), codes: 1 }),
    adjustmentId: await pointRows(insert, home, customer_id, named),
    rightGrantId: await insert('rightGrantId', { tenant_id, right_id, customer_id, times: 1 }),
    partnerStatementId,
    partnerPaymentId: await insert('partnerPaymentId', { tenant_id, channel_id, partner_statement_id: partnerStatementId, ...paid }),
  }
}

/** Points that somebody was given, and some that wait for a second person. */
async function pointRows(insert: Insert, { tenant_id, city_id }: Home, customer_id: string, named: (what: string) => string) {
  const of = { tenant_id, customer_id }
  await insert('pointAccount', { ...of, balance: 10, version: 1 })
  const record = {
    event: 'ADJUSTED',
    ref: named('调整'),
    delta: 10,
    balance_after: 10,
    account_version: 1,
    day: '2026-10-01',
    reason: named('补偿'),
  }
  const record_id = await insert('pointRecord', { ...of, ...record, city_id })
  await insert('pointLot', { ...of, record_id, city_id, points: 10, remaining: 10 })
  return insert('adjustmentId', { ...of, points: 2_000, reason: named('补偿'), state: 10, asked_by: 1, asked_by_name: named('申请人') })
}

/** A use of the right that is over, and its case. */
export const auditedUse = (owner: World['owner'], tenantId: string, orderId: string, right: { rightId: string; rightGrantId: string }) =>
  owner.query(
    `with used as (insert into right_uses (tenant_id, order_id, right_grant_id, covered_fen, state, settled_at)
       values ($1, $2, $3, 100, 'USED', now()) returning tenant_id, order_id)
     insert into right_order_audits (tenant_id, order_id, right_id, screened_at) select *, $4::bigint, now() from used`,
    [tenantId, orderId, right.rightGrantId, right.rightId],
  )
