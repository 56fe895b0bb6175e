import type { PointEvent } from '@chauffeur/contract/customer/points-model'
import { sql } from 'kysely'
import type { WholeTx } from '#platform/database/db'
import { CHINA_MINUTES } from '#platform/values/local-clock'
import type { Lot, Take } from './lots.rules.ts'

/** A customer's points under a row lock: what moves them does so through it, and keeps it as it is then. */
export interface Account {
  tenantId: string
  customerId: string
  balance: number
  version: number
}

/** Locks the accounts of customers, in the order of their numbers, and makes those that are not there yet. */
export async function lockAccounts(tx: WholeTx, customerIds: readonly string[]): Promise<Map<string, Account>> {
  await sql`
    insert into point_accounts (tenant_id, customer_id) select tenant_id, customer_id from customers where customer_id = any (${customerIds}::bigint[])
    order by customer_id on conflict do nothing`.execute(tx)
  const { rows } = await sql<Account>`
    select tenant_id as "tenantId", customer_id as "customerId", balance, version from point_accounts
    where customer_id = any (${customerIds}::bigint[]) order by customer_id for no key update`.execute(tx)
  return new Map(rows.map((row) => [row.customerId, row]))
}

interface LotOf extends Lot {
  cityId: string | null
  utcOffsetMinutes: number
}
const lots = sql`
  select l.lot_id as "lotId", l.city_id as "cityId", l.remaining, case when l.expires_at < 'infinity' then l.expires_at end as "expiresAt",
    coalesce(c.utc_offset_minutes, ${sql.lit(CHINA_MINUTES)}) as "utcOffsetMinutes"
  from point_lots l left join cities c on c.city_id = l.city_id`
/** Lots of which something is left, what ends first coming first. */
export async function openLots(tx: WholeTx, customerId: string): Promise<LotOf[]> {
  const { rows } =
    await sql<LotOf>`${lots} where l.customer_id = ${customerId} and l.remaining > 0 order by l.expires_at, l.lot_id`.execute(tx)
  return rows
}
/** The same of those that one record gave, also where nothing is left. */
export async function lotsOf(tx: WholeTx, recordId: string): Promise<LotOf[]> {
  const { rows } = await sql<LotOf>`${lots} where l.record_id = ${recordId} order by l.expires_at, l.lot_id`.execute(tx)
  return rows
}
/** What a record took of which lots, in the order in which they end. */
export async function takenBy(tx: WholeTx, recordId: string): Promise<(Take & { cityId: string | null; expiresAt: Date | null })[]> {
  const { rows } = await sql<Take & { cityId: string | null; expiresAt: Date | null }>`
    select u.lot_id as "lotId", u.points, l.city_id as "cityId", case when l.expires_at < 'infinity' then l.expires_at end as "expiresAt"
    from point_uses u join point_lots l on l.tenant_id = u.tenant_id and l.lot_id = u.lot_id
    where u.record_id = ${recordId} and u.points > 0 order by l.expires_at, l.lot_id`.execute(tx)
  return rows
}

export interface Entry {
  event: PointEvent
  /** What it is about: the same event about the same thing is written once. */
  ref: string
  /** Of the city's clock. */
  day: string
  cityId?: string | null
  orderId?: string | null
  about?: string
  reason?: string
  /** Not given: the system. */
  by?: { userId: string | null; realName: string }
}

/** Writes a record and the balance after it; null where it stands there already. */
export async function insertRecord(tx: WholeTx, account: Account, delta: number, entry: Entry): Promise<string | null> {
  const { rows } = await sql<{ recordId: string }>`
    with made as (
      insert into point_records (tenant_id, customer_id, event, ref, delta, balance_after, account_version, day, city_id, order_id, about, reason, actor_id, actor_name)
      values (${account.tenantId}, ${account.customerId}, ${entry.event}, ${entry.ref}, ${delta}, ${account.balance + delta}, ${account.version + 1},
        ${entry.day}::date, ${entry.cityId ?? null}, ${entry.orderId ?? null}, ${entry.about ?? ''}, ${entry.reason ?? ''}, ${entry.by?.userId ?? null},
        ${entry.by?.realName ?? ''})
      on conflict (tenant_id, event, ref) do nothing returning record_id)
    update point_accounts set balance = ${account.balance + delta}, version = ${account.version + 1}, updated_at = now()
    from made where customer_id = ${account.customerId} returning made.record_id as "recordId"`.execute(tx)
  const recordId = rows[0]?.recordId
  if (recordId === undefined) return null
  account.balance += delta
  account.version += 1
  return recordId
}

export interface NewLot {
  points: number
  /** Of which so many may be spent; the rest settles what was owed. */
  open: number
  cityId: string | null
  expiresAt: Date | null
}
export async function insertLot(
  tx: WholeTx,
  account: Account,
  recordId: string,
  { points, open, cityId, expiresAt }: NewLot,
): Promise<void> {
  await sql`
    with lot as (
      insert into point_lots (tenant_id, record_id, customer_id, city_id, points, remaining, expires_at)
      values (${account.tenantId}, ${recordId}, ${account.customerId}, ${cityId}, ${points}, ${open}, coalesce(${expiresAt}::timestamptz, 'infinity')) returning lot_id)
    insert into point_uses (tenant_id, record_id, lot_id, points)
    select ${account.tenantId}, ${recordId}, lot_id, ${points - open}::int from lot where ${points - open}::int > 0`.execute(tx)
}

/** Takes of lots what a record says, or (`back`) puts it back. */
export async function moveLots(tx: WholeTx, account: Account, recordId: string, takes: readonly Take[], back = false): Promise<void> {
  if (takes.length === 0) return
  const signed = takes.map(({ points }) => (back ? -points : points))
  const lotIds = takes.map(({ lotId }) => lotId)
  await sql`
    with w as (select * from unnest(${lotIds}::bigint[], ${signed}::int[]) as w (lot_id, points)),
      moved as (update point_lots l set remaining = remaining - w.points from w where l.lot_id = w.lot_id returning 1)
    insert into point_uses (tenant_id, record_id, lot_id, points)
    select ${account.tenantId}, ${recordId}, w.lot_id, w.points from w where (select count(*) from moved) > 0`.execute(tx)
}

/** Of a record of an event, its number, whose it is and what it gave or took. */
export const recordOf = async (
  tx: WholeTx,
  event: PointEvent,
  ref: string,
): Promise<{ recordId: string; customerId: string; delta: number } | undefined> =>
  (
    await sql<{ recordId: string; customerId: string; delta: number }>`
      select record_id as "recordId", customer_id as "customerId", delta from point_records where event = ${event} and ref = ${ref}`.execute(
      tx,
    )
  ).rows[0]
