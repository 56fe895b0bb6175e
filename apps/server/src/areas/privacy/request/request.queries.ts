import type { IdentityCheck, RequestChannel, RequestKind, RequestState } from '@chauffeur/contract/privacy/request'
import { type Expression, type Insertable, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { holding } from '#platform/database/sql-text'
import type { Scope } from '#platform/database/scope'
import type { DB } from '#platform/database/tables.generated'
import { phoneFound, textFound } from '#platform/list/phone-search'
import { movesOf } from '#platform/machine/moves'
import { requestMachine } from './request.rules.ts'

export const requestMoves = movesOf({
  machine: requestMachine,
  table: 'privacy_requests',
  key: 'privacy_request_id',
  state: 'state',
  history: { table: 'privacy_request_events', from: 'from_state', to: 'to_state' },
})

const open = sql<boolean>`r.state in ('OPEN', 'IN_PROGRESS')`
export const overdue: RawBuilder<boolean> = sql<boolean>`(${open} and r.due_at < now())`

export const requests = (db: TenantDb) =>
  db
    .selectFrom('privacy_requests as r')
    .leftJoin('customers as p', (join) => join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.customer_id', '=', 'r.customer_id'))
    .leftJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'r.tenant_id').onRef('d.driver_id', '=', 'r.driver_id'))
    .leftJoin('cities as c', (join) => join.on('c.city_id', '=', sql<string>`coalesce(p.city_id, d.city_id)`))
export const listed = (rows: ReturnType<typeof requests>) =>
  rows.selectAll('r').select([
    sql<RequestKind>`r.kind`.as('kind'),
    sql<RequestState>`r.state`.as('state'),
    sql<RequestChannel>`r.channel`.as('channel'),
    sql<IdentityCheck | null>`r.identity`.as('identity'),
    // Who went into another is that one.
    sql<string | null>`coalesce(p.merged_into, r.customer_id)`.as('owner_id'),
    sql<string>`coalesce(p.name, d.name, '')`.as('name'),
    sql<string>`case when p.erased_at is null then coalesce(p.phone, d.phone, '') else '' end`.as('phone'),
    sql<string>`coalesce(c.name, '')`.as('city_name'),
    overdue.as('overdue'),
  ])
export type RequestDb = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

export const findRequest = (db: TenantDb, requestId: string) =>
  listed(requests(db)).where('r.privacy_request_id', '=', requestId).executeTakeFirst()
export const requestsOf = (db: TenantDb, customerId: string, most: number) =>
  listed(requests(db))
    .where(
      sql<boolean>`r.customer_id in (select customer_id from customers where customer_id = ${customerId} or merged_into = ${customerId})`,
    )
    .orderBy('r.privacy_request_id', 'desc')
    .limit(most)
    .execute()
export const openRequest = (db: TenantDb, who: { customerId: string } | { driverId: string }, kind: RequestKind) =>
  listed(requests(db))
    .where('customerId' in who ? 'r.customer_id' : 'r.driver_id', '=', 'customerId' in who ? who.customerId : who.driverId)
    .where('r.kind', '=', kind)
    .where(open)
    .executeTakeFirst()
/** How often a customer was given their data since yesterday at this time. */
export const readsSince = async (db: TenantDb, customerId: string): Promise<number> =>
  (
    await db
      .selectFrom('privacy_requests')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('customer_id', '=', customerId)
      .where('kind', '=', 'ACCESS')
      .where('channel', '=', 'API')
      .where('opened_at', '>', sql<Date>`now() - interval '1 day'`)
      .executeTakeFirstOrThrow()
  ).n

export const insertRequest = (tx: TenantTx, row: Insertable<DB['privacy_requests']>) =>
  tx.insertInto('privacy_requests').values(row).returningAll().executeTakeFirstOrThrow()

/** Whoever opens a request of a person waits for whoever else does. */
export const lockPerson = (tx: TenantTx, person: string) => sql`select pg_advisory_xact_lock(hashtext(${`privacy/${person}`}))`.execute(tx)

export const eventsOf = (db: TenantDb, requestId: string) =>
  db
    .selectFrom('privacy_request_events')
    .select(['event', 'at', 'actor_name', 'reason'])
    .where('privacy_request_id', '=', requestId)
    .orderBy('seq')
    .execute()

/** A person by their telephone, as the asker may see them. */
export const personByPhone = async (db: TenantDb, kind: 'CUSTOMER' | 'DRIVER', phone: string): Promise<{ id: string } | undefined> =>
  kind === 'DRIVER'
    ? db.selectFrom('drivers').select('driver_id as id').where('phone', '=', phone).executeTakeFirst()
    : db
        .selectFrom('customers')
        .select(sql<string>`coalesce(merged_into, customer_id)`.as('id'))
        .where('phone', '=', phone)
        .where('erased_at', 'is', null)
        .executeTakeFirst()

/** A part of the name, or an end of a telephone. */
export const requesterFound = (typed: string, { scope }: { scope: Pick<Scope, 'phones'> }): Expression<SqlBool> =>
  sql<boolean>`(${sql.join(
    [
      ...['p.name', 'd.name'].map((column) => textFound(column, holding(typed), scope)),
      ...(/^\d{4,}$/.test(typed) ? ['p.phone', 'd.phone'].map((column) => phoneFound(column, typed, scope, 'end')) : []),
    ],
    sql` or `,
  )})`
