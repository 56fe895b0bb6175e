import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { FOUND_AT_MOST } from '@chauffeur/contract/kernel/find'
import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import type { CustomerGender } from '@chauffeur/contract/customer/card'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Scope } from '#platform/database/scope'
import { customersPicked } from '../search/index.ts'

export const findCustomerByPhone = (db: TenantDb, phone: string) =>
  db.selectFrom('customers').selectAll().where('phone', '=', sql<string>`(select main_phone(${phone}))`).executeTakeFirst()
export type CustomerRowDb = NonNullable<Awaited<ReturnType<typeof findCustomerByPhone>>>

/** Customers to pick one from, by a part of name, pinyin, initials or plate or a whole telephone; or those of the ids. */
export const findCustomers = async (
  db: TenantDb,
  { keyword, ids }: { keyword?: string | undefined; ids?: readonly string[] | undefined },
  viewer: Scope,
) => {
  const picked = keyword === undefined ? undefined : await customersPicked(db, keyword, viewer)
  return db
    .selectFrom('customers as c')
    .leftJoin('cities', 'cities.city_id', 'c.city_id')
    .select(['c.customer_id', 'c.name', 'c.phone', 'c.blacklisted_until', 'cities.name as city_name'])
    .where('c.merged_into', 'is', null)
    .where('c.erased_at', 'is', null)
    .$if(ids !== undefined, (q) => q.where('c.customer_id', 'in', ids!.length ? [...ids!] : ['0']))
    .$if(picked !== undefined, (q) => q.where(picked!))
    .orderBy('c.last_order_at', (way) => way.desc().nullsLast())
    .orderBy('c.customer_id', 'desc')
    .limit(ids?.length || FOUND_AT_MOST)
    .execute()
}

/** The known places of the customer's newest orders, each once, newest first. */
export const addressesOf = (db: TenantDb, customerId: string) => {
  const recent = db.selectFrom('orders').selectAll().where('customer_id', '=', customerId).orderBy('created_at', 'desc').limit(20)
  return db
    .with('recent', () => recent)
    .with('used', (q) =>
      q
        .selectFrom('recent')
        .select([
          'pickup_address as address',
          sql<number>`pickup_lat`.as('lat'),
          sql<number>`pickup_lng`.as('lng'),
          'city_id',
          'created_at',
          sql<'PICKUP' | 'DROPOFF'>`'PICKUP'`.as('use'),
        ])
        .where('pickup_lat', 'is not', null)
        .unionAll(
          q
            .selectFrom('recent')
            .select([
              'dropoff_address as address',
              sql<number>`dropoff_lat`.as('lat'),
              sql<number>`dropoff_lng`.as('lng'),
              'city_id',
              'created_at',
              sql<'PICKUP' | 'DROPOFF'>`'DROPOFF'`.as('use'),
            ])
            .where('dropoff_lat', 'is not', null),
        ),
    )
    .with('once', (q) => q.selectFrom('used').selectAll().distinctOn('address').orderBy('address').orderBy('created_at', 'desc'))
    .selectFrom('once')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(8)
    .execute()
}

export interface CustomerSet {
  name?: string | undefined
  gender?: CustomerGender | undefined
  language?: MessageLanguage | undefined
  /** Month and day, or empty. */
  birthday?: string | undefined
  cityId?: string | undefined
  plateNos?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  remark?: string | undefined
  level?: number | undefined
}
const columnsOf = (set: CustomerSet) => ({
  ...(set.name !== undefined && { name: set.name }),
  ...(set.gender !== undefined && { gender: set.gender }),
  ...(set.language !== undefined && { language: set.language }),
  ...(set.birthday !== undefined && { birthday: set.birthday || null }),
  ...(set.cityId !== undefined && { city_id: set.cityId || null }),
  ...(set.plateNos !== undefined && { plate_nos: [...set.plateNos] }),
  ...(set.tags !== undefined && { tags: [...set.tags] }),
  ...(set.remark !== undefined && { remark: set.remark }),
  ...(set.level !== undefined && { level: set.level }),
})

/** Undefined where the telephone has a customer already. */
export const insertCustomer = (
  tx: TenantTx,
  customer: CustomerSet & { tenantId: string; phone: string; by: string; source?: string },
): Promise<CustomerRowDb | undefined> =>
  tx
    .insertInto('customers')
    .values({
      tenant_id: customer.tenantId,
      phone: customer.phone,
      ...(customer.source && { source: customer.source }),
      ...columnsOf(customer),
      created_by: customer.by,
      updated_by: customer.by,
    })
    .onConflict((on) => on.columns(['tenant_id', 'phone']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** Undefined where the row is no longer at this version. */
export const updateCustomer = (
  tx: TenantTx,
  at: { phone: string; version: number; by: string },
  set: CustomerSet,
): Promise<CustomerRowDb | undefined> =>
  tx
    .updateTable('customers')
    .set({ ...columnsOf(set), version: at.version + 1, updated_at: sql<Date>`now()`, updated_by: at.by })
    .where('phone', '=', at.phone)
    .where('version', '=', at.version)
    .returningAll()
    .executeTakeFirst()

export const insertNote = (tx: TenantTx, customer: CustomerRowDb, text: string, author: { userId: string; realName: string }) =>
  tx
    .insertInto('customer_notes')
    .values({
      tenant_id: customer.tenant_id,
      customer_id: customer.customer_id,
      text,
      author_id: author.userId,
      author_name: author.realName,
    })
    .execute()

export const notesOf = (db: TenantDb, customerId: string) =>
  db
    .selectFrom('customer_notes')
    .select(['text', 'author_name', 'at'])
    .where('customer_id', '=', customerId)
    .orderBy('at', 'desc')
    .limit(20)
    .execute()

export const cancelsSince = async (db: TenantDb, customerId: string, since: Date): Promise<number> =>
  (
    await db
      .selectFrom('orders')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('customer_id', '=', customerId)
      .where('service_status', '=', SERVICE_STATUS.customerCancelled)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow()
  ).n
