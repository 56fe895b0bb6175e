import { type LedgerAccount, ledgerCalls } from '@chauffeur/contract/finance/ledger'
import { sql } from 'kysely'
import { seesEveryCity } from '#platform/database/scope'
import { inFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { BOOKS_ZONE, delta } from './cash-flow.queries.ts'

interface EntryLine {
  account: LedgerAccount
  side: 'D' | 'C'
  amountFen: number
}

/** The entries of one day that touched one sort of account, each with all its lines. */
export const cashFlowEntryList = defineList(ledgerCalls.cashFlowEntries, {
  hidden: ({ scope }) => !seesEveryCity(scope),
  from: ({ db, input: { account, day } }) => {
    const began = sql<Date>`${day}::date::timestamp at time zone ${BOOKS_ZONE}`
    return db.selectFrom((eb) =>
      eb
        .selectFrom('ledger_entries as e')
        .innerJoin('ledger_lines as l', (join) => join.onRef('l.tenant_id', '=', 'e.tenant_id').onRef('l.entry_id', '=', 'e.entry_id'))
        .innerJoin('ledger_accounts as a', (join) =>
          join.onRef('a.tenant_id', '=', 'l.tenant_id').onRef('a.account_id', '=', 'l.account_id'),
        )
        .where('e.at', '>=', began)
        .where('e.at', '<', sql<Date>`(${day}::date + 1)::timestamp at time zone ${BOOKS_ZONE}`)
        .where('a.kind', '=', account)
        .groupBy(['e.tenant_id', 'e.entry_id'])
        .select([
          'e.tenant_id',
          'e.entry_id',
          'e.at',
          'e.business_type',
          'e.business_id',
          'e.memo',
          'e.step',
          sql<string>`sum(greatest(${delta}, 0))`.as('in_fen'),
          sql<string>`sum(greatest(-(${delta}), 0))`.as('out_fen'),
        ])
        .as('m'),
    )
  },
  filters: { account: inFrom, day: inFrom },
  key: 'm.entry_id',
  order: [desc('m.at')],
  select: (rows) =>
    rows.selectAll('m').select(
      sql<
        EntryLine[]
      >`(select jsonb_agg(jsonb_build_object('account', a.kind, 'side', l.side, 'amountFen', l.amount_fen) order by l.line_no)
        from ledger_lines l join ledger_accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id
        where l.tenant_id = m.tenant_id and l.entry_id = m.entry_id)`.as('lines'),
    ),
  view: (row) => ({
    entryId: row.entry_id,
    at: row.at.toISOString(),
    business: row.business_type,
    businessId: row.business_id,
    memo: row.memo,
    step: row.step,
    inFen: Number(row.in_fen),
    outFen: Number(row.out_fen),
    lines: row.lines,
  }),
})
