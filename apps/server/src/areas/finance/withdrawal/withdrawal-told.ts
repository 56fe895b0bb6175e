import { WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { tellDriver } from '#areas/message/inbox'
import { wordIn } from '#areas/message/wording'
import type { TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import type { Vault } from '#platform/identity/vault'
import type { WithdrawalRow } from './withdrawal.queries.ts'

/** What a driver is told in the app once a withdrawal is over: that it is paid, or that the sum is theirs again and why. */
export async function tellOfEnd(tx: TenantTx, vault: Vault, row: WithdrawalRow, why = ''): Promise<void> {
  const isPaid = row.state === S.paid
  if (!isPaid && row.state !== S.rejected && row.state !== S.refunded) return
  // What arrives, and what comes back: the fee comes back too.
  const fen = isPaid ? (row.net_fen ?? row.apply_fen) : row.apply_fen
  const amount = (fen / 100).toFixed(2)
  await tellDriver(whole(tx), vault, row.tenant_id, {
    driverId: row.driver_id,
    event: isPaid ? 'APP_WITHDRAWAL_PAID' : 'APP_WITHDRAWAL_RETURNED',
    values: isPaid ? { amount } : (language) => ({ amount, reason: wordIn(language, why || '请咨询客服') }),
  })
}
