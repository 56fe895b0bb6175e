import { type Selectable, sql, type Updateable } from 'kysely'
import type { Database, TenantTx } from '#platform/database/db'
import type { DB } from '#platform/database/tables.generated'
import { movesOf } from '#platform/machine/moves'
import type { LiveOrder } from '@chauffeur/contract/operations/live'
import { bindingMachine, type PairFacts } from './binding.rules.ts'

export type BindingRow = Selectable<DB['privacy_bindings']>
export type BindingSet = Updateable<DB['privacy_bindings']>

export const bindingMoves = movesOf({
  machine: bindingMachine,
  table: 'privacy_bindings',
  key: 'binding_id',
  state: 'state',
  history: { table: 'privacy_binding_events', from: 'from_state', to: 'to_state' },
})

const LIVE = `(301, 302, 303, 304)`
/** The switch of its city, as it stood when the order was placed. */
const SWITCHED_ON = `(select (v.content ->> 'on')::boolean from setting_versions v
  where v.tenant_id = o.tenant_id and v.kind = 'citySwitch.privacyNumber' and v.city_id = o.city_id and v.effective_from <= o.created_at
  order by v.effective_from desc, v.version desc limit 1)`

/** Orders with a driver, in cities that have it on, that nothing was asked for yet: one row each, whichever process looks. */
export async function beginPairs(db: Database): Promise<number> {
  const { rowCount } = await db.platform.query(
    `with wanted as (
       select o.tenant_id, o.order_id, o.city_id, o.org_id, o.driver_id, d.phone, o.contact_phone
       from number_providers p join orders o on o.tenant_id = p.tenant_id and o.service_status in ${LIVE}
       join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id
       where p.enabled and ${SWITCHED_ON}
         and not exists (select from privacy_bindings b where b.tenant_id = o.tenant_id and b.order_id = o.order_id
           and b.state in ('ASKED', 'BOUND', 'CHANGING', 'FAILED'))),
     made as (
       insert into privacy_bindings (tenant_id, order_id, city_id, org_id, driver_id, driver_phone, contact_phone)
       select tenant_id, order_id, city_id, org_id, driver_id, phone, contact_phone from wanted
       on conflict do nothing returning tenant_id, binding_id, version)
     insert into privacy_binding_events (tenant_id, binding_id, seq, event, from_state, to_state, actor_type)
     select tenant_id, binding_id, version, 'begin', null, 'ASKED', 'TIMER' from made`,
  )
  return rowCount ?? 0
}

export interface PairRow extends BindingRow {
  order_status: number
  order_since: Date
  order_ended_at: Date | null
  order_driver_id: string | null
  order_driver_phone: string
  order_contact_phone: string
  keep_minutes: number | null
  provider_on: boolean | null
}
export const factsOf = (row: PairRow): PairFacts => ({
  state: row.state,
  driverId: row.driver_id,
  driverPhone: row.driver_phone,
  contactPhone: row.contact_phone,
  until: row.until,
  nextAt: row.next_at,
  order: {
    status: row.order_status,
    statusSince: row.order_since,
    endedAt: row.order_ended_at,
    driverId: row.order_driver_id,
    driverPhone: row.order_driver_phone,
    contactPhone: row.order_contact_phone,
  },
})

const WITH_ORDER = `select b.*, o.service_status as order_status, o.status_since as order_since, o.ended_at as order_ended_at,
    o.driver_id as order_driver_id, coalesce(d.phone, '') as order_driver_phone, o.contact_phone as order_contact_phone,
    p.keep_minutes, p.enabled as provider_on
  from privacy_bindings b
  join orders o on o.tenant_id = b.tenant_id and o.order_id = b.order_id
  left join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id
  left join number_providers p on p.tenant_id = b.tenant_id`

/** Pairs that live and may have something to be done about: those that wait for their moment and whose order stands as it did are left out. */
export const livePairs = async (db: Database, except: readonly string[], limit: number): Promise<PairRow[]> =>
  (
    await db.platform.query<PairRow>(
      `${WITH_ORDER} where b.state <> 'RELEASED' and b.tenant_id::text || '/' || b.binding_id::text <> all ($1::text[])
         and (b.next_at <= now() or b.state <> 'RELEASING' and (o.service_status not in ${LIVE} or o.driver_id is null
           or b.state <> 'CHANGING' and (d.phone <> b.driver_phone or o.contact_phone <> b.contact_phone)))
         and not (b.state = 'BOUND' and o.service_status in ${LIVE} and d.phone = b.driver_phone and o.contact_phone = b.contact_phone
           and b.until > now() + interval '2 hours')
       order by b.next_at limit $2`,
      [except, limit],
    )
  ).rows

/** The pair under a row lock, with its order as it stands. */
export async function lockPair(tx: TenantTx, bindingId: string): Promise<PairRow | undefined> {
  const { rows } = await sql<PairRow>`${sql.raw(WITH_ORDER)} where b.binding_id = ${bindingId}::bigint for update of b`.execute(tx)
  return rows[0]
}
export const lockBinding = (tx: TenantTx, bindingId: string) => bindingMoves.lock(tx, bindingId)

/** Numbers of the pool that may serve this city, those that serve the fewest first. */
export const freeNumbers = async (tx: TenantTx, cityId: string, phones: readonly string[], tried: readonly string[], most: number) =>
  (
    await sql<{ number: string }>`
      select n.number from privacy_numbers n
      left join lateral (select count(*) as uses from privacy_number_uses u where u.tenant_id = n.tenant_id and u.number = n.number) u on true
      where n.enabled and (n.city_id = ${cityId}::bigint or n.city_id is null) and n.number <> all (${tried}::text[])
        and u.uses < ${most * 2}
        and not exists (select from privacy_number_uses x where x.tenant_id = n.tenant_id and x.number = n.number and x.phone = any (${phones}::text[]))
      order by n.city_id is null, u.uses, n.number limit 5`.execute(tx)
  ).rows.map(({ number }) => number)

/** Whether both telephones are this pair's behind the number now; those that were are kept. */
export async function claimUses(
  tx: TenantTx,
  { tenant_id, binding_id }: BindingRow,
  number: string,
  phones: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    with claimed as (
      insert into privacy_number_uses (tenant_id, number, phone, binding_id)
      select ${tenant_id}::bigint, ${number}, phone, ${binding_id}::bigint from unnest(${phones}::text[]) phone
      on conflict do nothing returning phone)
    select ((select count(*) from claimed) + (select count(*) from privacy_number_uses where number = ${number} and binding_id = ${binding_id}::bigint
      and phone = any (${phones}::text[])))::int as n`.execute(tx)
  return rows[0]!.n === new Set(phones).size
}
export const dropUses = (tx: TenantTx, bindingId: string, but: readonly string[] = []) =>
  sql`delete from privacy_number_uses where binding_id = ${bindingId}::bigint and phone <> all (${but}::text[])`.execute(tx)

/** Of a step that leaves the pair as it is: when it is looked at again. */
export const setBinding = (tx: TenantTx, bindingId: string, set: BindingSet) =>
  tx.updateTable('privacy_bindings').set(set).where('binding_id', '=', bindingId).execute()

/** What is told to whoever looks at the order: read it again. */
export const orderNews = async (tx: TenantTx, orderId: string, event: string) => {
  const order = await tx
    .selectFrom('orders')
    .select(['tenant_id', 'order_id', 'order_no', 'booking_id', 'city_id', 'org_id', 'channel_id', 'service_status', 'version'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const payload: LiveOrder = {
    orderId: order.order_id,
    orderNo: order.order_no,
    bookingId: order.booking_id,
    cityId: order.city_id,
    serviceStatus: order.service_status,
    event,
    version: order.version,
    at: new Date().toISOString(),
  }
  return {
    tenantId: order.tenant_id,
    topic: 'orders' as const,
    cityId: order.city_id,
    orgId: order.org_id,
    channelId: order.channel_id,
    payload,
  }
}

/** A day after their release pairs name nobody any more: until then a record of a call may come that says who rang. */
export const forgetNames = (db: Database) =>
  db.platform.query(
    `update privacy_bindings set driver_phone = '', contact_phone = '', next_driver_phone = '', next_contact_phone = ''
     where state = 'RELEASED' and driver_phone <> '' and released_at < now() - interval '1 day'`,
  )

/** The numbers of a business that the provider was not asked about for longest; claimed for this round. */
export const numbersToAsk = async (db: Database, everyS: number, limit: number) =>
  (
    await db.platform.query<{ tenant_id: string; number: string }>(
      `update privacy_numbers n set asked_at = now() from (
         select n.tenant_id, n.number from privacy_numbers n join number_providers p on p.tenant_id = n.tenant_id
         where coalesce(n.asked_at, '-infinity') < now() - make_interval(secs => $1) order by n.asked_at nulls first limit $2 for update of n skip locked) due
       where n.tenant_id = due.tenant_id and n.number = due.number returning n.tenant_id, n.number`,
      [everyS, limit],
    )
  ).rows

/** Of what the provider has bound for us, what nobody needs: released here, given up, or of another name there than here. */
export const strayOf = async (
  db: Database,
  tenantId: string,
  bound: readonly { bindingId: string; subscription: string }[],
): Promise<string[]> =>
  (
    await db.platform.query<{ subscription: string }>(
      `select s.subscription from unnest($2::bigint[], $3::text[]) as s(binding_id, subscription)
       left join privacy_bindings b on b.tenant_id = $1 and b.binding_id = s.binding_id
       where b.binding_id is null or b.state in ('RELEASED', 'FAILED') or (b.state in ('BOUND', 'CHANGING') and b.subscription <> s.subscription)`,
      [tenantId, bound.map(({ bindingId }) => bindingId), bound.map(({ subscription }) => subscription)],
    )
  ).rows.map(({ subscription }) => subscription)
