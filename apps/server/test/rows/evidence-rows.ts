export const evidenceTables = {
  recordId: ['sound_records', 'record_id'],
  reviewId: ['cancel_reviews', 'review_id'],
  cancelRuleId: ['cancel_rules', 'row_id'],
  prepaymentId: ['order_prepayments', 'prepayment_id'],
} as const
type Insert = (kind: keyof typeof evidenceTables, values: Record<string, unknown>) => Promise<string>
interface Beside {
  call: string
  user: string
  org_id: string | null
  bytes: Buffer
  later: Date
  note: string
}

/** A recording of an order's call, a dispute about its cancelling, the rule that decided it, and money that came before its bill. */
export async function evidenceRows(
  insert: Insert,
  { tenant_id, city_id, order_id }: { tenant_id: string; city_id: string; order_id: string },
  { call, user, org_id, bytes, later, note }: Beside,
) {
  return {
    recordId: await insert('recordId', {
      tenant_id,
      source: 'AGENT_CALL',
      call_id: call,
      agent_id: user,
      order_id,
      city_id,
      org_id,
      started_at: new Date(),
      seconds: 1,
      bytes: 1,
      sha256: bytes,
      expire_at: later,
    }),
    reviewId: await insert('reviewId', {
      tenant_id,
      order_id,
      kind: 'DISPUTE',
      applicant: 'CUSTOMER',
      reason: 'WRONG_FAULT',
      note,
      rule: 'R1',
      verdict: 'NO_FAULT',
      fee_fen: 0,
      due_at: later,
    }),
    prepaymentId: await insert('prepaymentId', {
      tenant_id,
      order_id,
      way: 'WECHAT',
      amount_fen: 100,
      reference: note,
      note,
      paid_at: new Date(),
      created_by: user,
      created_by_name: note,
    }),
    cancelRuleId: await insert('cancelRuleId', { tenant_id, city_id, code: 'R1', by_whom: 'CUSTOMER', fee_fen: 0, verdict: 'NO_FAULT' }),
  }
}
