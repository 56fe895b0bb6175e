import { withdrawalCalls } from '@chauffeur/contract/finance/withdrawal'
import { sql } from 'kysely'
import { defineList, desc } from '#platform/list/list'
import type { WithdrawalRow } from './withdrawal.queries.ts'
import { withdrawalMachine } from './withdrawal.rules.ts'

export const withdrawalView = (row: WithdrawalRow) => ({
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
})

/** A driver's own. */
export const withdrawalList = defineList(withdrawalCalls.withdrawals, {
  from: ({ db, driver }) => db.selectFrom('withdrawals').where('driver_id', '=', driver.driverId),
  filters: {},
  key: 'withdrawal_id',
  order: [desc('created_at')],
  select: (rows) => rows.selectAll(),
  view: withdrawalView,
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
