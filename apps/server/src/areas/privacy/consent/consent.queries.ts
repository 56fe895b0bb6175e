import type { AgreementKind } from '@chauffeur/contract/privacy/agreement'
import type { ConsentChannel } from '@chauffeur/contract/privacy/consent'
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { customersFound } from '#areas/customer/search'
import type { Partly } from '#platform/list/conditions'
import { phoneFound, textFound } from '#platform/list/phone-search'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { holding } from '#platform/database/sql-text'
import { type Scope, seesEveryCity } from '#platform/database/scope'

/** Who says something: one of the three. */
export type Person = { kind: 'EMPLOYEE'; userId: string } | { kind: 'DRIVER'; driverId: string } | { kind: 'CUSTOMER'; customerId: string }

/** Of a customer what those said who were merged into them is theirs. */
const saidBy = (who: Person): RawBuilder<boolean> => {
  if (who.kind === 'EMPLOYEE') return sql`user_id = ${who.userId}`
  if (who.kind === 'DRIVER') return sql`driver_id = ${who.driverId}`
  return sql`customer_id in (select customer_id from customers where customer_id = ${who.customerId} or merged_into = ${who.customerId})`
}

/** What a person said last. */
export const lastWord = (db: TenantDb, who: Person) =>
  db
    .selectFrom('agreement_consents')
    .select(['number', 'given', 'at'])
    .where(saidBy(who))
    .orderBy('consent_id', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface Said {
  tenantId: string
  who: Person
  /** Null: before anything was published. */
  number: number | null
  given: boolean
  channel: ConsentChannel
  ip: string
  device: string
  /** Where an operator entered it: how it was said, and who they are. */
  source?: string
  by?: { userId: string; realName: string }
}
const DEVICE_MAX = 300
export const insertSaid = (tx: TenantTx, said: Said) =>
  tx
    .insertInto('agreement_consents')
    .values({
      tenant_id: said.tenantId,
      kind: said.who.kind,
      number: said.number,
      user_id: said.who.kind === 'EMPLOYEE' ? said.who.userId : null,
      driver_id: said.who.kind === 'DRIVER' ? said.who.driverId : null,
      customer_id: said.who.kind === 'CUSTOMER' ? said.who.customerId : null,
      given: said.given,
      channel: said.channel,
      source: said.source ?? '',
      by_id: said.by?.userId ?? null,
      by_name: said.by?.realName ?? '',
      ip: said.ip,
      device: said.device.slice(0, DEVICE_MAX),
    })
    .execute()

/** By which this process knows a session. */
export const tokenHashOf = async (db: TenantDb, sessionId: string): Promise<Buffer | undefined> =>
  (await db.selectFrom('sessions').select('token_hash').where('session_id', '=', sessionId).executeTakeFirst())?.token_hash

/** What was said, with the people in sight: of who is gone the proof is for those who see everybody. */
export const consents = (db: TenantDb, scope: Scope) =>
  db
    .selectFrom('agreement_consents as c')
    .leftJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'c.tenant_id').onRef('u.user_id', '=', 'c.user_id'))
    .leftJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'c.tenant_id').onRef('d.driver_id', '=', 'c.driver_id'))
    .leftJoin('customers as p', (join) => join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.customer_id', '=', 'c.customer_id'))
    .leftJoin('agreement_versions as v', (join) =>
      join.onRef('v.tenant_id', '=', 'c.tenant_id').onRef('v.kind', '=', 'c.kind').onRef('v.number', '=', 'c.number'),
    )
    .$if(!seesEveryCity(scope), (q) => q.where(sql<boolean>`num_nonnulls(u.user_id, d.driver_id, p.customer_id) > 0`))
export const listed = (rows: ReturnType<typeof consents>) =>
  rows
    .select(['c.consent_id', 'c.number', 'c.given', 'c.at', 'c.source', 'c.by_name', 'c.ip', 'c.device'])
    .select([sql<AgreementKind>`c.kind`.as('kind'), sql<ConsentChannel>`c.channel`.as('channel')])
    .select([
      sql<string>`coalesce(v.title, '')`.as('title'),
      sql<string>`coalesce(v.digest, '')`.as('digest'),
      sql<string>`coalesce(c.user_id, c.driver_id, c.customer_id)::text`.as('person_id'),
      sql<string>`coalesce(u.real_name, d.name, p.name, '')`.as('name'),
      sql<string>`case when p.erased_at is null then coalesce(u.phone, d.phone, p.phone, '') else '' end`.as('phone'),
      sql<string>`coalesce(u.username, d.driver_no, '')`.as('person_no'),
    ])

const idsOf = async (db: TenantDb, rows: RawBuilder<unknown>): Promise<string[]> =>
  (await sql<{ id: string }>`${rows}`.execute(db)).rows.map(({ id }) => id)
const either = (conditions: readonly Expression<SqlBool>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`

/**
 * What people said who are found by a part of the name, a number, a user name, an end of a telephone. They are looked for first, each kind by its
 * own indexes: few of a million are meant. Who went into a customer is found as that one.
 */
export async function personFound(
  typed: string,
  { db, scope }: { db: TenantDb; scope: Pick<Scope, 'phones' | 'tenantId'> },
): Promise<RawBuilder<boolean> | Partly> {
  const named = (column: string) => textFound(column, holding(typed), scope)
  const called = (column: string) => (/^\d{4,}$/.test(typed) ? [phoneFound(column, typed, scope, 'end')] : [])
  const user = either([named('u.real_name'), sql<boolean>`u.username = ${typed.toLowerCase()}`, ...called('u.phone')])
  const driver = either([named('d.name'), sql<boolean>`d.driver_no = ${typed.toUpperCase()}`, ...called('d.phone')])
  const [userIds, driverIds, found] = await Promise.all([
    idsOf(db, sql`select user_id as id from users u where ${user}`),
    idsOf(db, sql`select driver_id as id from drivers d where ${driver}`),
    customersFound(db, typed, scope),
  ])
  const customers = (some: Expression<SqlBool>) => sql`
    with k as (select c.customer_id as id from customers c where ${some})
    select id from k union select m.customer_id from customers m join k on m.merged_into = k.id`
  const staff = sql<boolean>`(c.user_id = any (${userIds}::bigint[]) or c.driver_id = any (${driverIds}::bigint[]))`
  const customerIds = await idsOf(db, customers('some' in found ? found.some : found))
  const some = either([staff, sql<boolean>`c.customer_id = any (${customerIds}::bigint[])`])
  if (!('some' in found)) return some
  return { where: either([staff, sql<boolean>`c.customer_id in (${customers(found.where)})`]), some }
}
