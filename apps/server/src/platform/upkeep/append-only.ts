/**
 * Tables whose rows no role that serves requests may delete, and may update in these columns alone; `*` for any. The database's owner can,
 * which the ledger's chain is for (ADR 0016). A row that has to go one day (retention, erasure) is no row of these tables, or its removal is
 * the owner's: the log of operations goes by whole partitions.
 */
export const APPEND_ONLY: Readonly<Record<string, '*' | readonly string[]>> = {
  // The books.
  ledger_accounts: ['balance_fen', 'version', 'status'],
  ledger_entries: [],
  ledger_lines: [],
  ledger_seals: [],
  // What was paid in and out.
  order_payments: [],
  order_prepayments: '*',
  order_prepayment_events: [],
  enterprise_top_ups: ['reversed_at', 'reversed_by', 'reversed_by_name', 'reverse_reason'],
  withdrawals: '*',
  withdrawal_events: [],
  payout_attempts: [
    'state',
    'channel_no',
    'merchant_no',
    'app_id',
    'code',
    'confirm_package',
    'confirm_until',
    'sends',
    'queries',
    'requested_at',
    'asked_at',
    'next_at',
    'paid_there_at',
    'said',
    'final_at',
  ],
  payout_vouchers: ['confirmed_by', 'confirmed_by_name', 'confirmed_at'],
  partner_payments: ['reversed_at', 'reversed_by', 'reversed_by_name', 'reverse_reason'],
  payout_bank_batches: [],
  payout_bank_lines: ['result', 'bank_no', 'code', 'paid_at', 'result_by', 'result_at', 'returned_at'],
  // Points of customers.
  point_accounts: ['balance', 'version', 'updated_at'],
  point_records: ['reason'],
  point_lots: ['remaining'],
  point_uses: [],
  // What was compared with the channels' statements.
  recon_batches: '*',
  recon_runs: [],
  recon_details: '*',
  // What happened, and who did and heard it.
  order_events: [],
  driver_remarks: [],
  // What was agreed, and by whom.
  agreement_versions: [],
  agreement_consents: ['ip', 'device'],
  operation_logs: [],
  sound_access_logs: [],
}
