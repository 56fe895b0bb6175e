import { payoutCodeWords } from '@chauffeur/contract/finance/payout-codes'
import { type FinanceWithdrawal, type OpsWithdrawal, withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { riskFlagText } from '@chauffeur/contract/finance/withdrawal-review-model'
import type { payoutChannelName } from '@chauffeur/contract/finance/payout'
import { sql } from 'kysely'
import { withdrawalStateText, withdrawalWayText } from '@chauffeur/contract/finance/withdrawal'
import type * as z from 'zod'
import { withdrawalTerms, type WithdrawalRow } from '../withdrawal/index.ts'
import type { TenantDb, WholeDb } from '#platform/database/db'
import { isOutsider, type Scope, wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import { fen, instant, text, words } from '#platform/list/columns'
import { holds, is, isBefore, isFrom, isOneOf } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { riskFactsOf } from './review.queries.ts'
import { allowedActions, needsSecond, type RiskFacts, riskFlagsOf, waiting } from './review.rules.ts'

const inSight = (db: TenantDb) =>
  db
    .selectFrom('withdrawals as w')
    .innerJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'w.tenant_id').onRef('d.driver_id', '=', 'w.driver_id'))
    .innerJoin('cities as c', 'c.city_id', 'w.city_id')
    .leftJoin('departments as o', (join) => join.onRef('o.tenant_id', '=', 'w.tenant_id').onRef('o.dept_id', '=', 'w.org_id'))
const named = (rows: ReturnType<typeof inSight>) =>
  rows
    .selectAll('w')
    .select(['d.driver_no', 'd.name as driver_name', 'c.name as city_name', sql<string>`coalesce(o.name, '')`.as('org_name')])
export type NamedWithdrawal = WithdrawalRow & { driver_no: string; driver_name: string; city_name: string; org_name: string }
export const findNamed = (db: TenantDb, withdrawalId: string): Promise<NamedWithdrawal | undefined> =>
  named(inSight(db)).where('w.withdrawal_id', '=', withdrawalId).executeTakeFirst()

type Terms = Awaited<ReturnType<typeof withdrawalTerms.contentFor>>
export interface Beside {
  facts: Map<string, RiskFacts>
  terms: Map<string, Terms>
}
/** Balances and disputes of drivers are read for rows that are seen, with the sight of the whole tenant. */
export async function besideOf(rows: readonly WithdrawalRow[], db: WholeDb): Promise<Beside> {
  const cities = [...new Set(rows.map(({ city_id }) => city_id))]
  const terms = await Promise.all(cities.map(async (city) => [city, await withdrawalTerms.contentFor(db, city)] as const))
  return { facts: await riskFactsOf(db, rows), terms: new Map(terms) }
}

const besideRows = (rows: readonly WithdrawalRow[], { platform, scope }: { platform: Platform; scope: Scope }) =>
  besideOf(rows, platform.db.reader(wholeTenant(scope.tenantId)))

const person = (name: string, at: Date | null) => at && { name, at: at.toISOString() }

function opsView(row: NamedWithdrawal, { facts, terms }: Beside): OpsWithdrawal {
  const known = facts.get(row.withdrawal_id)
  const approvedAt = row.second_audited_at ?? row.audited_at
  const waits = waiting({ state: row.state, createdAt: row.created_at, approvedAt }, terms.get(row.city_id)!)
  return {
    withdrawalId: row.withdrawal_id,
    withdrawNo: row.withdraw_no,
    driverId: row.driver_id,
    driverNo: row.driver_no,
    driverName: row.driver_name,
    orgId: row.org_id,
    orgName: row.org_name,
    cityId: row.city_id,
    cityName: row.city_name,
    way: row.way,
    applyFen: row.apply_fen,
    feeFen: row.fee_fen,
    taxFen: row.tax_fen,
    netFen: row.apply_fen - row.fee_fen - row.tax_fen,
    state: row.state,
    failCode: row.fail_code,
    riskFlags: known ? riskFlagsOf(known) : [],
    needsSecond: needsSecond(row.apply_fen, terms.get(row.city_id)!),
    audited: person(row.audited_by_name, row.audited_at),
    secondAudited: person(row.second_audited_by_name, row.second_audited_at),
    createdAt: row.created_at.toISOString(),
    waitsSince: waits?.since.toISOString() ?? null,
    overdueAt: waits?.overdueAt.toISOString() ?? null,
    paidAt: row.paid_at?.toISOString() ?? null,
    version: row.version,
  }
}
export function financeView(row: NamedWithdrawal, beside: Beside, operator: OperatorSession): FinanceWithdrawal {
  const account = row.account_snapshot as { holderName: string; bankName: string; branch?: string; numberMasked: string }
  const reviewed = { state: row.state, applyFen: row.apply_fen, auditedBy: row.audited_by, secondAuditedBy: row.second_audited_by }
  const accountBy = beside.facts.get(row.withdrawal_id)?.accountBy ?? null
  return {
    ...opsView(row, beside),
    account: { ...account, branch: account.branch ?? '' },
    attempt: row.attempt,
    outNo: row.out_no,
    channel: row.channel as z.infer<typeof payoutChannelName> | null,
    channelNo: row.channel_no,
    paidByName: row.paid_by_name,
    ownAccount: accountBy === operator.userId,
    allowedActions: allowedActions({ ...reviewed, accountBy }, operator, beside.terms.get(row.city_id)!),
  }
}

const declared = {
  filters: {
    withdrawalIds: isOneOf('w.withdrawal_id', 'bigint'),
    keyword: holds('w.withdraw_no', 'd.driver_no', 'd.name'),
    states: isOneOf('w.state', 'smallint'),
    way: is('w.way'),
    cityId: is('w.city_id'),
    orgId: is('w.org_id'),
    driverId: is('w.driver_id'),
    minFen: isFrom('w.apply_fen'),
    createdFrom: isFrom('w.created_at'),
    createdTo: isBefore('w.created_at'),
  },
  key: 'w.withdrawal_id',
  order: [desc('w.created_at')],
  sorts: { applyFen: desc('w.apply_fen'), createdAt: desc('w.created_at') },
  select: named,
}
const columns = {
  withdrawNo: text('提现单号', 'Withdrawal'),
  driverNo: text('司机工号', 'Driver no.'),
  driverName: text('司机', 'Driver'),
  orgName: text('机构', 'Organisation'),
  cityName: text('城市', 'City'),
  way: words('提现方式', 'Way', withdrawalWayText),
  state: words('状态', 'Status', withdrawalStateText),
  applyFen: fen('申请金额', 'Applied for'),
  feeFen: fen('手续费', 'Fee'),
  taxFen: fen('代缴税', 'Tax'),
  netFen: fen('实付金额', 'Net sum'),
  failCode: words('失败原因', 'Why it failed', payoutCodeWords),
  createdAt: instant('申请时间', 'Requested'),
  paidAt: instant('到账时间', 'Received at'),
}
const flags = text('风险提示', 'Risks', (all: readonly (keyof typeof riskFlagText)[]) => all.map((flag) => riskFlagText[flag]).join('；'))

export const financeList = defineList(withdrawalReviewCalls.list, {
  ...declared,
  // An organisation sees its drivers' withdrawals in the other view.
  hidden: ({ scope }) => isOutsider(scope),
  from: ({ db }) => inSight(db),
  beside: besideRows,
  view: (row, { operator }, beside) => financeView(row, beside, operator),
  file: {
    module: import.meta.url,
    zh: '司机提现（财务）',
    en: 'Withdrawals (finance)',
    columns: { ...columns, riskFlags: flags, outNo: text('渠道单号', 'Payment no.'), channelNo: text('渠道流水号', 'Channel no.') },
  },
})
export const opsList = defineList(withdrawalReviewCalls.listOps, {
  ...declared,
  from: ({ db }) => inSight(db),
  beside: besideRows,
  view: (row, _, beside) => opsView(row, beside),
  file: { module: import.meta.url, zh: '司机提现（运营）', en: 'Withdrawals (operations)', columns: { ...columns, riskFlags: flags } },
})
