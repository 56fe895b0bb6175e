import { payingWithdrawalStates } from '@chauffeur/contract/finance/withdrawal'
import type { TenantTx } from '#platform/database/db'
import type { Files } from '#platform/files/files'
import type { Fail } from '#platform/http/implement'
import type { Vault } from '#platform/identity/vault'
import type { OperatorSession } from '#platform/identity/session'
import { uncheckedGiver, type WithdrawalRow } from '../withdrawal/index.ts'
import { applyOutcome, type Heard } from './payout.service.ts'
import { insertVoucher, setConfirmed, voucherOf } from './voucher.queries.ts'

type Paying = WithdrawalRow & { out_no: string }

/** Entered again with the same number it changes nothing. */
export async function enterVoucher(
  tx: TenantTx,
  row: Paying,
  { files, ...given }: { voucherNo: string; paidAt: Date; fileId: string; files: Files },
  by: OperatorSession,
  fail: Fail<'payout.voucherTaken' | 'payout.paidInFuture' | 'payout.notNow' | 'payout.ownAccount'>,
): Promise<void> {
  const { withdrawal_id: withdrawalId, attempt, out_no, state } = row
  if (given.paidAt.getTime() > Date.now()) return fail('payout.paidInFuture')
  const known = await voucherOf(tx, out_no)
  if (known?.voucher_no === given.voucherNo) return
  if (!payingWithdrawalStates.includes(state)) return fail('payout.notNow', { state })
  if ((await uncheckedGiver(tx, row)) === by.userId) return fail('payout.ownAccount')
  if (known || !(await insertVoucher(tx, { withdrawalId, attempt, ...given, by }))) return fail('payout.voucherTaken')
  await files.keep(tx, given.fileId)
}

/** Who had it paid; where that is the system, who approved it did. */
export const hadItPaid = (row: Pick<Paying, 'paid_by' | 'audited_by' | 'second_audited_by'>, userId: string): boolean =>
  row.paid_by === null ? row.audited_by === userId || row.second_audited_by === userId : row.paid_by === userId

/** Another person than who entered it, and than who had it paid, has seen the voucher: now it is paid. */
export async function confirmVoucher(
  tx: TenantTx,
  row: Paying,
  by: OperatorSession,
  vault: Vault,
  fail: Fail<'payout.noVoucher' | 'payout.ownVoucher' | 'payout.payerConfirms' | 'payout.notNow' | 'payout.ownAccount'>,
): Promise<Heard> {
  const { withdrawal_id: withdrawalId, attempt, out_no } = row
  const voucher = (await voucherOf(tx, out_no)) ?? fail('payout.noVoucher')
  if (voucher.entered_by === by.userId) return fail('payout.ownVoucher')
  if (hadItPaid(row, by.userId)) return fail('payout.payerConfirms')
  if ((await uncheckedGiver(tx, row)) === by.userId) return fail('payout.ownAccount')
  await setConfirmed(tx, { withdrawalId, attempt }, by)
  const heard = await applyOutcome(tx, vault, out_no, { state: 'PAID', channelNo: voucher.voucher_no, paidAt: voucher.paid_at })
  return heard?.attempt.state === 'PAID' ? heard : fail('payout.notNow', { state: heard?.withdrawal.state })
}

/** It was never paid outside: it has failed. What one person says was paid, only another says was not. */
export async function notPaidByHand(
  tx: TenantTx,
  { out_no }: Paying,
  by: OperatorSession,
  vault: Vault,
  fail: Fail<'payout.ownVoucher' | 'payout.notNow'>,
): Promise<Heard> {
  if ((await voucherOf(tx, out_no))?.entered_by === by.userId) return fail('payout.ownVoucher')
  const heard = await applyOutcome(tx, vault, out_no, { state: 'FAILED', code: 'NOT_PAID', final: true })
  return heard?.changed ? heard : fail('payout.notNow', { state: heard?.withdrawal.state })
}
