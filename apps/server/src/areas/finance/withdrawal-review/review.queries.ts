import { openReviewStates } from '@chauffeur/contract/order/cancel-review'
import { WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { sql } from 'kysely'
import type { PlatformDb, TenantDb } from '#platform/database/db'
import { listOf } from '#platform/database/sql-text'
import { paidThere } from '../statement/index.ts'
import type { WithdrawalRow } from '../withdrawal/index.ts'
import type { RiskFacts } from './review.rules.ts'

/** Of withdrawals in sight, what is known of their drivers. `db` sees the whole tenant: balances and disputes are read for rows that are seen. */
export async function riskFactsOf(db: TenantDb, rows: readonly WithdrawalRow[]): Promise<Map<string, RiskFacts>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ withdrawal_id }) => withdrawal_id)
  const { rows: found } = await sql<{
    withdrawal_id: string
    changed_at: Date | null
    differs: boolean
    reviews: number
    available_fen: string
    wallet_frozen: boolean
    account_by: string | null
    driver_name: string
    paid_there: boolean
    paid_fen: number[]
  }>`
    select w.withdrawal_id, case when a.first then null else a.changed_at end as changed_at,
      coalesce(a.number_sealed <> w.account_sealed, true) as differs,
      (select count(*)::int from cancel_reviews r where r.tenant_id = w.tenant_id and r.driver_id = w.driver_id and r.state in ${listOf(openReviewStates)}) as reviews,
      coalesce((select l.balance_fen from ledger_accounts l where l.tenant_id = w.tenant_id and l.owner_type = 'DRIVER' and l.owner_id = w.driver_id and l.kind = 'DRIVER_AVAILABLE'), 0) as available_fen,
      d.wallet_frozen, d.name as driver_name, w.state = ${sql.lit(S.failed)} and ${paidThere} as paid_there,
      case when a.number_sealed = w.account_sealed and a.checked_at is not null then null else w.account_by end as account_by,
      array(select p.apply_fen from withdrawals p where p.tenant_id = w.tenant_id and p.driver_id = w.driver_id and p.state = ${sql.lit(S.paid)}
        and p.created_at < w.created_at order by p.created_at desc limit 10) as paid_fen
    from withdrawals w join drivers d on d.tenant_id = w.tenant_id and d.driver_id = w.driver_id
      left join driver_payout_accounts a on a.tenant_id = w.tenant_id and a.driver_id = w.driver_id and a.way = w.way
    where w.withdrawal_id = any (${ids}::bigint[])`.execute(db)
  const facts = new Map(found.map((row) => [row.withdrawal_id, row]))
  return new Map(
    rows.flatMap((row) => {
      const of = facts.get(row.withdrawal_id)
      if (!of) return []
      const known: RiskFacts = {
        applyFen: row.apply_fen,
        createdAt: row.created_at.getTime(),
        accountChangedAt: of.changed_at?.getTime() ?? null,
        accountDiffers: of.differs,
        openReviews: of.reviews,
        availableFen: Number(of.available_fen),
        walletFrozen: of.wallet_frozen,
        accountBy: of.account_by,
        holderDiffers: (row.account_snapshot as { holderName: string }).holderName.trim() !== of.driver_name.trim(),
        paidThere: of.paid_there,
        paidFen: of.paid_fen,
      }
      return [[row.withdrawal_id, known]]
    }),
  )
}

/** What rows of a list come to. */
export const rowSums = {
  withdrawals: sql`1`,
  applyFen: sql`w.apply_fen`,
  feeFen: sql`w.fee_fen`,
  taxFen: sql`w.tax_fen`,
  netFen: sql`w.apply_fen - w.fee_fen - w.tax_fen`,
}

export const findWithdrawal = (db: TenantDb, withdrawalId: string): Promise<WithdrawalRow | undefined> =>
  db.selectFrom('withdrawals').selectAll().where('withdrawal_id', '=', withdrawalId).executeTakeFirst()
export const withdrawalsById = (db: TenantDb, ids: readonly string[]): Promise<WithdrawalRow[]> =>
  db
    .selectFrom('withdrawals')
    .selectAll()
    .where('withdrawal_id', 'in', [...ids])
    .execute()

export const eventsOf = (db: TenantDb, withdrawalId: string) =>
  db.selectFrom('withdrawal_events').selectAll().where('withdrawal_id', '=', withdrawalId).orderBy('seq').execute()

/** Every entry of a withdrawal with its lines; read with the sight of the whole tenant. */
export const postingsOf = async (db: TenantDb, withdrawalId: string) => {
  const { rows } = await sql<{ step: string; at: Date; lines: { account: string; side: 'D' | 'C'; amountFen: number }[] }>`
    select e.step, e.at, (select jsonb_agg(jsonb_build_object('account', a.kind, 'side', l.side, 'amountFen', l.amount_fen) order by l.line_no)
      from ledger_lines l join ledger_accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id
      where l.tenant_id = e.tenant_id and l.entry_id = e.entry_id) as lines
    from ledger_entries e where e.business_type = 'WITHDRAWAL' and e.business_id = ${withdrawalId}::bigint order by e.entry_id`.execute(db)
  return rows
}

/** Organisations with drivers in a city, or in any in sight. */
export const driverOrgs = async (db: TenantDb, cityId: string | null) => {
  const { rows } = await sql<{ orgId: string; name: string; drivers: number }>`
    select o.dept_id as "orgId", o.name, count(*)::int as drivers
    from drivers d join departments o on o.tenant_id = d.tenant_id and o.dept_id = d.org_id
    where ${cityId}::bigint is null or d.city_id = ${cityId}::bigint group by 1, 2 order by 2`.execute(db)
  return rows
}
export const driverInSight = (db: TenantDb, driverId: string) =>
  db.selectFrom('drivers').select(['driver_id', 'city_id', 'tenant_id']).where('driver_id', '=', driverId).executeTakeFirst()

/** Applications that nobody has looked at yet, of all tenants. */
export const waitingForReview = (db: PlatformDb, except: readonly string[], limit: number) =>
  db
    .selectFrom('withdrawals')
    .select(['tenant_id', 'withdrawal_id', 'city_id'])
    .where('state', '=', S.applied)
    .$if(except.length > 0, (q) => q.where('withdrawal_id', 'not in', [...except]))
    .orderBy('created_at')
    .limit(limit)
    .execute()
/** Approved ones that nobody has had sent yet, of all tenants. */
export const waitingForPay = (db: PlatformDb, except: readonly string[], limit: number) =>
  db
    .selectFrom('withdrawals')
    .select(['tenant_id', 'withdrawal_id', 'city_id', 'way'])
    .where('state', '=', S.approved)
    .$if(except.length > 0, (q) => q.where('withdrawal_id', 'not in', [...except]))
    .orderBy('created_at')
    .limit(limit)
    .execute()
