import { sql } from 'kysely'
import type { TenantTx } from '#platform/database/db'
import { type Account, floorOf } from './posting.rules.ts'

export interface NewEntry {
  tenantId: string
  businessType: string
  businessId: string
  step: string
  actor: { type: string; id: string | null }
  memo?: string
  reversalOf?: string
}
/** Null where this step of this business was posted before. */
export async function insertEntry(tx: TenantTx, entry: NewEntry): Promise<string | null> {
  const row = await tx
    .insertInto('ledger_entries')
    .values({
      tenant_id: entry.tenantId,
      business_type: entry.businessType,
      business_id: entry.businessId,
      step: entry.step,
      actor_type: entry.actor.type,
      actor_id: entry.actor.id,
      memo: entry.memo ?? '',
      reversal_of: entry.reversalOf ?? null,
    })
    .onConflict((on) => on.columns(['tenant_id', 'business_type', 'business_id', 'step']).doNothing())
    .returning('entry_id')
    .executeTakeFirst()
  return row?.entry_id ?? null
}

/** The entry of a step that was posted. */
export const entryOf = async (
  tx: TenantTx,
  { tenantId, businessType, businessId, step }: Pick<NewEntry, 'tenantId' | 'businessType' | 'businessId' | 'step'>,
): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('ledger_entries')
      .select('entry_id')
      .where('tenant_id', '=', tenantId)
      .where('business_type', '=', businessType)
      .where('business_id', '=', businessId)
      .where('step', '=', step)
      .executeTakeFirst()
  )?.entry_id

/** Accounts come into being with their first line. */
export const openAccounts = (tx: TenantTx, tenantId: string, accounts: readonly Account[]) =>
  tx
    .insertInto('ledger_accounts')
    .values(
      accounts.map(({ ownerType, ownerId, kind }) => ({
        tenant_id: tenantId,
        owner_type: ownerType,
        owner_id: ownerId,
        kind,
        floor_fen: floorOf(kind),
      })),
    )
    .onConflict((on) => on.columns(['tenant_id', 'owner_type', 'owner_id', 'kind', 'currency']).doNothing())
    .execute()

export interface Moved {
  accountId: string
  balanceFen: string
  version: number
}
/** Check and change in one statement: null where the account is closed, frozen against the owner, or would go below its floor. */
export async function moveBalance(
  tx: TenantTx,
  tenantId: string,
  { ownerType, ownerId, kind }: Account,
  deltaFen: number,
): Promise<Moved | null> {
  const { rows } = await sql<Moved>`
    update ledger_accounts set balance_fen = balance_fen + ${deltaFen}::bigint, version = version + 1
    where tenant_id = ${tenantId}::bigint and owner_type = ${ownerType} and owner_id = ${ownerId}::bigint and kind = ${kind} and currency = 'CNY'
      and (status = 'ACTIVE' or status = 'FROZEN' and ${deltaFen}::bigint > 0)
      and (${deltaFen}::bigint >= 0 or floor_fen is null or balance_fen + ${deltaFen}::bigint >= floor_fen)
    returning account_id as "accountId", balance_fen as "balanceFen", version`.execute(tx)
  return rows[0] ?? null
}

/** How much can be taken from an account before it is at its floor, the account locked; an account without a line is opened for it. */
export async function lockReach(tx: TenantTx, tenantId: string, account: Account): Promise<number> {
  await openAccounts(tx, tenantId, [account])
  const { rows } = await sql<{ reach: number }>`
    select case when status = 'ACTIVE' then balance_fen - floor_fen else 0 end::float8 as reach from ledger_accounts
    where tenant_id = ${tenantId}::bigint and owner_type = ${account.ownerType} and owner_id = ${account.ownerId}::bigint and kind = ${account.kind} and currency = 'CNY' for update`.execute(
    tx,
  )
  return rows[0]?.reach ?? 0
}

export interface NewLine extends Moved {
  side: 'D' | 'C'
  amountFen: number
}
export const insertLines = (tx: TenantTx, tenantId: string, entryId: string, lines: readonly NewLine[]) =>
  tx
    .insertInto('ledger_lines')
    .values(
      lines.map((line, index) => ({
        tenant_id: tenantId,
        entry_id: entryId,
        line_no: index + 1,
        account_id: line.accountId,
        side: line.side,
        amount_fen: line.amountFen,
        account_version: line.version,
        balance_after_fen: line.balanceFen,
      })),
    )
    .execute()

/** The lines of an order's bill, to divide it again when it is paid. */
export const billToDivide = (tx: TenantTx, orderId: string) =>
  tx.selectFrom('bill_lines').select(['type', 'amount_fen', 'rule']).where('order_id', '=', orderId).orderBy('seq').execute()
