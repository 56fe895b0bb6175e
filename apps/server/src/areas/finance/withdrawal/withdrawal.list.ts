import { payoutCodes, payoutCodeText } from '@chauffeur/contract/finance/payout-codes'
import {
  givenBackWithdrawalStates,
  WITHDRAWAL_STATE as S,
  withdrawalCalls,
  type WithdrawalState,
} from '@chauffeur/contract/finance/withdrawal'
import { sql } from 'kysely'
import { defineList, desc } from '#platform/list/list'
import type { WithdrawalRow } from './withdrawal.queries.ts'
import { withdrawalMachine } from './withdrawal.rules.ts'

/** Of the present attempt, what the driver needs. */
interface PresentAttempt {
  attempt_state: string | null
  merchant_no: string | null
  app_id: string | null
  confirm_package: string | null
  confirm_until: Date | null
  said: string | null
}
const ended: readonly WithdrawalState[] = [S.paid, ...givenBackWithdrawalStates]

/** What the driver has to do now; null once it is over. */
function stepOf(row: WithdrawalRow & Partial<PresentAttempt>, english: boolean) {
  if (ended.includes(row.state)) return null
  const reason = row.fail_code === '' ? '' : payoutCodeText(row.fail_code, english)
  const text = row.said ? `${reason}${english ? ': ' : '：'}${row.said}` : reason
  const step = { text, merchantNo: null, appId: null, confirmPackage: null, confirmUntil: null }
  if (row.state === S.failed)
    return { ...step, kind: payoutCodes[row.fail_code]?.account ? ('CORRECT_ACCOUNT' as const) : ('WAIT' as const) }
  if (row.attempt_state !== 'WAIT_CONFIRM') return { ...step, kind: 'WAIT' as const }
  return {
    text,
    kind: 'CONFIRM' as const,
    merchantNo: row.merchant_no ?? null,
    appId: row.app_id || null,
    confirmPackage: row.confirm_package ?? null,
    confirmUntil: row.confirm_until?.toISOString() ?? null,
  }
}

export const withdrawalView = (row: WithdrawalRow & Partial<PresentAttempt>, english: boolean) => ({
  withdrawalId: row.withdrawal_id,
  withdrawNo: row.withdraw_no,
  way: row.way,
  account: row.account_snapshot as unknown as { holderName: string; bankName: string; numberMasked: string },
  applyFen: row.apply_fen,
  feeFen: row.fee_fen,
  taxFen: row.tax_fen,
  netFen: row.apply_fen - row.fee_fen - row.tax_fen,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  cancellable: withdrawalMachine.fits('cancel', row.state),
  step: stepOf(row, english),
})

/** A driver's own. */
export const withdrawalList = defineList(withdrawalCalls.withdrawals, {
  from: ({ db, driver }) =>
    db
      .selectFrom('withdrawals as w')
      .leftJoin('payout_attempts as a', (join) => join.onRef('a.tenant_id', '=', 'w.tenant_id').onRef('a.out_no', '=', 'w.out_no'))
      .where('w.driver_id', '=', driver.driverId),
  filters: {},
  key: 'w.withdrawal_id',
  order: [desc('w.created_at')],
  select: (rows) =>
    rows.selectAll('w').select(['a.state as attempt_state', 'a.merchant_no', 'a.app_id', 'a.confirm_package', 'a.confirm_until', 'a.said']),
  view: (row, { request }) => withdrawalView(row, request.english),
})

const sumOf = (kind: 'DRIVER_AVAILABLE' | 'DRIVER_FROZEN') => sql<string>`
  coalesce(sum(case l.side when 'C' then l.amount_fen else -l.amount_fen end) filter (where a.kind = ${sql.lit(kind)}), 0)`

/** One row an entry, whichever of the driver's two balances it moved. Both are liabilities: credit is the driver's gain. */
export const walletEntryList = defineList(withdrawalCalls.walletEntries, {
  from: ({ db, driver }) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('ledger_lines as l')
          .innerJoin('ledger_accounts as a', (join) =>
            join.onRef('a.tenant_id', '=', 'l.tenant_id').onRef('a.account_id', '=', 'l.account_id'),
          )
          .where('a.owner_type', '=', 'DRIVER')
          .where('a.owner_id', '=', driver.driverId)
          .where('a.kind', 'in', ['DRIVER_AVAILABLE', 'DRIVER_FROZEN'])
          .groupBy('l.entry_id')
          .select([
            'l.entry_id',
            sumOf('DRIVER_AVAILABLE').as('available_fen'),
            sumOf('DRIVER_FROZEN').as('frozen_fen'),
            sql<
              string | null
            >`(array_agg(l.balance_after_fen order by l.account_version desc) filter (where a.kind = 'DRIVER_AVAILABLE'))[1]`.as(
              'balance_after_fen',
            ),
          ])
          .as('mine'),
      )
      .innerJoin('ledger_entries as e', 'e.entry_id', 'mine.entry_id'),
  filters: {},
  key: 'e.entry_id',
  order: [desc('e.entry_id')],
  select: (rows) =>
    rows.select([
      'e.entry_id',
      'e.at',
      'e.business_type',
      'e.business_id',
      'e.step',
      'e.memo',
      'available_fen',
      'frozen_fen',
      'balance_after_fen',
    ]),
  view: (row) => ({
    entryId: row.entry_id,
    at: row.at.toISOString(),
    business: row.business_type,
    businessId: row.business_id,
    step: row.step,
    memo: row.memo,
    availableFen: Number(row.available_fen),
    frozenFen: Number(row.frozen_fen),
    balanceAfterFen: row.balance_after_fen === null ? null : Number(row.balance_after_fen),
  }),
})
