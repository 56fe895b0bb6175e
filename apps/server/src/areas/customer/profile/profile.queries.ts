import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import type { ConsentKind } from '@chauffeur/contract/customer/profile'
import type { CallDirection, CallResult } from '@chauffeur/contract/call-centre/phone'
import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { type Updateable, sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Scope } from '#platform/database/scope'
import type { DB } from '#platform/database/tables.generated'

/**
 * Customers who are there: neither gone into another nor erased. Says the scope once more in words that an index understands, as orders do
 * (`withinScope`).
 */
export const customers = (db: TenantDb, { cities }: Pick<Scope, 'cities'>) =>
  db
    .selectFrom('customers as c')
    .where('c.merged_into', 'is', null)
    .where('c.erased_at', 'is', null)
    .$if(cities !== '*', (q) =>
      q.where(
        'c.city_id',
        '=',
        cities.length === 1 ? sql<string>`(select (app_cities())[1])` : sql<string>`any ((select app_cities())::bigint[])`,
      ),
    )
export const listed = (rows: ReturnType<typeof customers>) =>
  rows.leftJoin('cities', 'cities.city_id', 'c.city_id').selectAll('c').select('cities.name as city_name')
export const listedCustomer = (db: TenantDb, customerId: string) =>
  listed(customers(db, { cities: '*' }))
    .where('c.customer_id', '=', customerId)
    .executeTakeFirst()
export type ListedCustomer = NonNullable<Awaited<ReturnType<typeof listedCustomer>>>

/** Those in sight, in the order of their ids: whoever locks several locks them so. */
export const lockCustomers = (tx: TenantTx, customerIds: readonly string[]) =>
  tx
    .selectFrom('customers')
    .selectAll()
    .where('customer_id', 'in', [...customerIds])
    .where('merged_into', 'is', null)
    .where('erased_at', 'is', null)
    .orderBy('customer_id')
    .forNoKeyUpdate()
    .execute()
export type CustomerDb = Awaited<ReturnType<typeof lockCustomers>>[number]

export const changeCustomers = (tx: TenantTx, customerIds: readonly string[], by: string, set: Updateable<DB['customers']>) =>
  tx
    .updateTable('customers')
    .set((eb) => ({ ...set, version: eb('version', '+', 1), updated_at: sql<Date>`now()`, updated_by: by }))
    .where('customer_id', 'in', [...customerIds])
    .execute()

/** Gives what it was. */
export async function saveLanguage(tx: TenantTx, customerId: string, language: MessageLanguage): Promise<MessageLanguage> {
  const { rows } = await sql<{ before: MessageLanguage }>`
    update customers c set language = ${language}, version = c.version + (c.language <> ${language})::int, updated_at = now()
    from (select language from customers where customer_id = ${customerId}::bigint for update) o
    where c.customer_id = ${customerId}::bigint returning o.language as before`.execute(tx)
  return rows[0]!.before
}

/** What a customer paid and owes for orders that were served. */
export const spentFen = async (db: TenantDb, customerId: string): Promise<number> =>
  (
    await db
      .selectFrom('orders')
      .select(sql<number>`coalesce(sum(total_fen), 0)::float8`.as('fen'))
      .where('customer_id', '=', customerId)
      .where('service_status', '=', SERVICE_STATUS.billFiled)
      .executeTakeFirstOrThrow()
  ).fen

/**
 * The last word on each kind. That on privacy is a word on the agreement with customers, and stands with those; before there were any it
 * stood here.
 */
export async function consentsOf(db: TenantDb, customerId: string) {
  const { rows } = await sql<{ kind: ConsentKind; given: boolean; source: string; at: Date; by_name: string }>`
    select distinct on (kind) kind, given, source, at, by_name from (
      select kind, given, source, at, by_name from customer_consents where customer_id = ${customerId}
      union all
      select 'PRIVACY', given, source, at, by_name from agreement_consents
      where customer_id in (select customer_id from customers where customer_id = ${customerId} or merged_into = ${customerId})
    ) said order by kind, at desc`.execute(db)
  return rows
}
export const insertConsent = (
  tx: TenantTx,
  consent: {
    tenantId: string
    customerId: string
    kind: ConsentKind
    given: boolean
    source: string
    /** Who entered it; nobody where the customer said so themselves. */
    userId?: string
    name?: string
  },
) =>
  tx
    .insertInto('customer_consents')
    .values({
      tenant_id: consent.tenantId,
      customer_id: consent.customerId,
      kind: consent.kind,
      given: consent.given,
      source: consent.source,
      by_id: consent.userId ?? null,
      by_name: consent.name ?? '',
    })
    .execute()

const CALLS = 20
/** The newest calls with a customer, and what may still be heard of each. */
export const callsWith = (db: TenantDb, customerId: string) =>
  db
    .selectFrom('phone_calls as p')
    .select(['p.call_id', 'p.started_at', sql<CallDirection>`p.direction`.as('direction'), sql<CallResult | null>`p.result`.as('result')])
    .select(sql<number>`greatest(0, extract(epoch from p.ended_at - p.answered_at))::int`.as('talk_s'))
    .select(
      sql<
        string | null
      >`(select s.record_id from sound_records s where s.tenant_id = p.tenant_id and s.call_id = p.call_id and s.storage = 'STORED' and s.expire_at > now() order by s.record_id desc limit 1)`.as(
        'record_id',
      ),
    )
    .where('p.customer_id', '=', customerId)
    .orderBy('p.started_at', 'desc')
    .limit(CALLS)
    .execute()
