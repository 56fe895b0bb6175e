import { listOf } from '#platform/database/sql-text'
import { givenBackWithdrawalStates, type WithdrawalWay } from '@chauffeur/contract/finance/withdrawal'
import { type Selectable, sql } from 'kysely'
import type { liveWithdrawal } from '@chauffeur/contract/operations/live'
import type * as z from 'zod'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { EventInput } from '#platform/database/events'
import type { Withdrawals } from '#platform/database/tables.generated'
import { movesOf } from '#platform/machine/moves'
import { documentNo } from '#platform/database/document-number'
import { withdrawalMachine } from './withdrawal.rules.ts'

/** The driver, locked: applications of one driver come one after the other. With the city's offset from UTC. */
export async function lockApplicant(tx: TenantTx, driverId: string) {
  const { rows } = await sql<{ org_id: string | null; city_id: string; wallet_frozen: boolean; utc_offset_minutes: number; now: Date }>`
    select d.org_id, d.city_id, d.wallet_frozen, c.utc_offset_minutes, clock_timestamp() as now
    from drivers d join cities c on c.city_id = d.city_id where d.driver_id = ${driverId}::bigint for update of d`.execute(tx)
  return rows[0]!
}

export async function balancesOf(db: TenantDb, driverId: string): Promise<{ availableFen: number; frozenFen: number }> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['kind', 'balance_fen'])
    .where('owner_type', '=', 'DRIVER')
    .where('owner_id', '=', driverId)
    .where('kind', 'in', ['DRIVER_AVAILABLE', 'DRIVER_FROZEN'])
    .execute()
  const of = (kind: string) => Number(rows.find((row) => row.kind === kind)?.balance_fen ?? 0)
  return { availableFen: of('DRIVER_AVAILABLE'), frozenFen: of('DRIVER_FROZEN') }
}

/** What the driver could spend, locked until the application is posted: a bill paid in cash at the same moment takes of it too. */
export async function lockAvailable(tx: TenantTx, driverId: string): Promise<number> {
  const row = await tx
    .selectFrom('ledger_accounts')
    .select('balance_fen')
    .where('owner_type', '=', 'DRIVER')
    .where('owner_id', '=', driverId)
    .where('kind', '=', 'DRIVER_AVAILABLE')
    .forUpdate()
    .executeTakeFirst()
  return Number(row?.balance_fen ?? 0)
}

/** Withdrawals since then that were not rejected, given back or cancelled. */
export async function countSince(db: TenantDb, driverId: string, dayStart: number, weekStart: number) {
  const { rows } = await sql<{ today: number; thisWeek: number }>`
    select count(*) filter (where created_at >= ${new Date(dayStart)})::int as today, count(*)::int as "thisWeek"
    from withdrawals where driver_id = ${driverId}::bigint and created_at >= ${new Date(weekStart)} and state not in ${listOf(givenBackWithdrawalStates)}`.execute(
    db,
  )
  return rows[0]!
}

export const accountsOf = (db: TenantDb, driverId: string) =>
  db.selectFrom('driver_payout_accounts').selectAll().where('driver_id', '=', driverId).orderBy('way').execute()
export type AccountRow = Awaited<ReturnType<typeof accountsOf>>[number]

/** Who of the back office gave the account that a withdrawal is paid to, while nobody else has checked it; null: the driver did, or it is checked. */
export async function uncheckedGiver(
  db: TenantDb,
  row: Pick<WithdrawalRow, 'driver_id' | 'way' | 'account_sealed' | 'account_by'>,
): Promise<string | null> {
  if (row.account_by === null) return null
  const present = (await accountsOf(db, row.driver_id)).find(({ way }) => way === row.way)
  return present?.number_sealed === row.account_sealed && present.checked_at !== null ? null : row.account_by
}
/** The account as it was seen, checked by this person; undefined where it is another by now. */
export const setChecked = (
  tx: TenantTx,
  seen: { driverId: string; way: WithdrawalWay; changedAt: Date },
  by: { userId: string; realName: string },
): Promise<AccountRow | undefined> =>
  tx
    .updateTable('driver_payout_accounts')
    .set({ checked_by: by.userId, checked_by_name: by.realName, checked_at: sql<Date>`clock_timestamp()` })
    .where('driver_id', '=', seen.driverId)
    .where('way', '=', seen.way)
    .where(sql<boolean>`date_trunc('milliseconds', changed_at) = ${seen.changedAt}`)
    .returningAll()
    .executeTakeFirst()

/** Giving the same account again changes nothing, and starts no cooling. */
export async function saveAccountRow(
  tx: TenantTx,
  account: {
    tenantId: string
    driverId: string
    way: WithdrawalWay
    holderName: string
    bankName: string
    branch: string
    sealed: string
    masked: string
    /** Whether what is there is the same account. */
    same: boolean
    /** Who of the back office gives it; null: the driver. */
    by: { userId: string; realName: string } | null
  },
): Promise<AccountRow> {
  const values = {
    holder_name: account.holderName,
    bank_name: account.bankName,
    branch: account.branch,
    number_sealed: account.sealed,
    number_masked: account.masked,
    entered_by: account.by?.userId ?? null,
    entered_by_name: account.by?.realName ?? '',
    checked_by: null,
    checked_by_name: '',
    checked_at: null,
  }
  return tx
    .insertInto('driver_payout_accounts')
    .values({ tenant_id: account.tenantId, driver_id: account.driverId, way: account.way, ...values })
    .onConflict((on) =>
      on
        .columns(['tenant_id', 'driver_id', 'way'])
        .doUpdateSet(account.same ? { way: account.way } : { ...values, first: false, changed_at: sql<Date>`clock_timestamp()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function insertWithdrawal(
  tx: TenantTx,
  made: {
    tenantId: string
    driverId: string
    orgId: string | null
    cityId: string
    way: WithdrawalWay
    account: AccountRow
    applyFen: number
    feeFen: number
    taxFen: number
    taxBasis: object | null
    utcOffsetMinutes: number
  },
): Promise<WithdrawalRow> {
  const { account } = made
  const snapshot = JSON.stringify({
    holderName: account.holder_name,
    bankName: account.bank_name,
    branch: account.branch,
    numberMasked: account.number_masked,
  })
  const { rows } = await sql<WithdrawalRow>`
    insert into withdrawals (tenant_id, withdraw_no, driver_id, org_id, city_id, way, account_snapshot, account_sealed, account_by, account_by_name, apply_fen, fee_fen, tax_fen, tax_basis)
    values (${made.tenantId}::bigint, ${documentNo('WITHDRAWAL', made.tenantId, made.utcOffsetMinutes)},
      ${made.driverId}::bigint, ${made.orgId}::bigint, ${made.cityId}::bigint, ${made.way}, ${snapshot}::jsonb, ${account.number_sealed}, ${account.entered_by}::bigint, ${account.entered_by_name}, ${made.applyFen}::int, ${made.feeFen}::int, ${made.taxFen}::int, ${made.taxBasis && JSON.stringify(made.taxBasis)}::jsonb)
    returning *`.execute(tx)
  return rows[0]!
}

export const withdrawals = movesOf({
  machine: withdrawalMachine,
  table: 'withdrawals',
  key: 'withdrawal_id',
  state: 'state',
  history: { table: 'withdrawal_events', from: 'from_state', to: 'to_state' },
  news: withdrawalNews,
})

/** For the screens of finance, and for the driver whose it is. */
export function withdrawalNews(row: WithdrawalRow, event: string): EventInput {
  return {
    tenantId: row.tenant_id,
    topic: 'withdrawals',
    cityId: row.city_id,
    orgId: row.org_id,
    payload: {
      withdrawalId: row.withdrawal_id,
      driverId: row.driver_id,
      state: row.state,
      event,
      version: row.version,
    } satisfies z.input<typeof liveWithdrawal>,
  }
}
export type WithdrawalRow = Selectable<Withdrawals>
