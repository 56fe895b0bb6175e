interface Home {
  tenant_id: string
  city_id: string
  org_id: string | null
}
type Insert = (kind: 'reconBatchId' | 'reconDetailId', values: Record<string, unknown>) => Promise<string>

/** A batch with one difference of a withdrawal. */
export async function reconRows(insert: Insert, home: Home, withdrawalId: string, no: string) {
  const day = { kind: 'PAYOUT', channel: 'BANK', merchant_no: no, bill_date: '2026-01-01' }
  const sums = { state: 50, run_no: 1, diff_count: 1, open_count: 1 }
  // Of a city it has nothing: it is the tenant's as a whole.
  const reconBatchId = await insert('reconBatchId', { tenant_id: home.tenant_id, batch_no: no, ...day, ...sums })
  const difference = { our_fen: 0, channel_fen: 100, our_counts: false, result: 3 }
  const of = { batch_id: reconBatchId, run_no: 1, out_detail_no: no, business_type: 'WITHDRAWAL', business_id: withdrawalId }
  return { reconBatchId, reconDetailId: await insert('reconDetailId', { ...home, ...of, ...difference }) }
}
