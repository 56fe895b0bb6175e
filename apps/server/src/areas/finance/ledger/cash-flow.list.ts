import {
  type LedgerAccount,
  ledgerAccountText,
  ledgerBusinessText,
  ledgerCalls,
  ledgerStepOf,
  ledgerStepText,
} from '@chauffeur/contract/finance/ledger'
import { sql } from 'kysely'
import { seesEveryCity } from '#platform/database/scope'
import { fen, instant, number, text, words } from '#platform/list/columns'
import { inFrom } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { areDays, cashFlow } from './cash-flow.queries.ts'
import { BOOKS_ZONE, delta } from './ledger-days.queries.ts'

/** What each account held, took in and gave out on each day. */
export const cashFlowList = defineList(ledgerCalls.cashFlow, {
  refused: ({ scope, input: { from, to } }) =>
    Promise.resolve(!seesEveryCity(scope) ? 'ledger.wholeTenantOnly' : !areDays(from, to) && ('ledger.daysWrong' as const)),
  from: ({ db, input: { from, to } }) => cashFlow(db, from, to),
  filters: { from: inFrom, to: inFrom },
  key: 'd.key',
  order: [asc('d.place'), asc('d.kind'), asc('d.day')],
  select: (rows) => rows.selectAll('d'),
  file: {
    module: import.meta.url,
    zh: '资金流水',
    en: 'Cash flow',
    columns: {
      account: words('资金账户', 'Account', ledgerAccountText),
      day: text('日期', 'Day'),
      openingFen: fen('期初', 'Opening'),
      inFen: fen('转入', 'In'),
      outFen: fen('转出', 'Out'),
      closingFen: fen('期末', 'Closing'),
      entries: number('分录数', 'Entries'),
    },
  },
  view: (row) => ({
    account: row.kind,
    day: row.day,
    openingFen: Number(row.opening_fen),
    inFen: Number(row.in_fen),
    outFen: Number(row.out_fen),
    closingFen: Number(row.opening_fen) + Number(row.in_fen) - Number(row.out_fen),
    entries: row.entries,
  }),
})

interface EntryLine {
  account: LedgerAccount
  side: 'D' | 'C'
  amountFen: number
}

/** The entries of some days that touched one sort of account, each with all its lines. */
export const cashFlowEntryList = defineList(ledgerCalls.cashFlowEntries, {
  hidden: ({ scope }) => !seesEveryCity(scope),
  refused: ({ input: { from, to } }) => Promise.resolve(!areDays(from, to) && ('ledger.daysWrong' as const)),
  from: ({ db, input: { account, from, to } }) => {
    const began = sql<Date>`${from}::date::timestamp at time zone ${BOOKS_ZONE}`
    return db.selectFrom((eb) =>
      eb
        .selectFrom('ledger_entries as e')
        .innerJoin('ledger_lines as l', (join) => join.onRef('l.tenant_id', '=', 'e.tenant_id').onRef('l.entry_id', '=', 'e.entry_id'))
        .innerJoin('ledger_accounts as a', (join) =>
          join.onRef('a.tenant_id', '=', 'l.tenant_id').onRef('a.account_id', '=', 'l.account_id'),
        )
        .where('e.at', '>=', began)
        .where('e.at', '<', sql<Date>`(${to}::date + 1)::timestamp at time zone ${BOOKS_ZONE}`)
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
  filters: { account: inFrom, from: inFrom, to: inFrom },
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
  file: {
    module: import.meta.url,
    zh: '资金流水分录',
    en: 'Cash flow entries',
    columns: {
      at: instant('时间', 'Time'),
      business: words('事项', 'What', ledgerBusinessText),
      step: { ...words('步骤', 'Step', ledgerStepText), of: (step) => ledgerStepOf(step).name },
      memo: text('单号', 'Number'),
      inFen: fen('转入', 'In'),
      outFen: fen('转出', 'Out'),
      entryId: text('分录编号', 'Entry'),
    },
  },
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
