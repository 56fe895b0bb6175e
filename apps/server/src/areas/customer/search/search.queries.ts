import { type RawBuilder, sql } from 'kysely'
import type { PlatformDb, TenantDb, TenantTx } from '#platform/database/db'
import type { Scope } from '#platform/database/scope'
import { COUNT_LIMIT } from '#platform/list/page'
import { phoneFound } from '#platform/list/phone-search'
import { keywordKeys } from '#platform/values/search-keys'
import { type Searchable, searchedText, searchKeys, soughtBy, tagKey } from './search-keys.ts'

type Condition = RawBuilder<boolean>
const nobody = sql<boolean>`false`
/** Looked up by an index where they are few; beyond what a list counts, its own order is walked and each row looked at. */
const MOST = COUNT_LIMIT

/**
 * The customers `c` that what was typed finds: an end of a telephone, or a part of name, pinyin, initials or plate. NOTE: the end of a telephone
 * as a range of its bytes from behind: `like` may not use an index under row security.
 */
export async function customersFound(db: TenantDb, typed: string, scope: Pick<Scope, 'phones' | 'tenantId'>): Promise<Condition> {
  const sought = soughtBy(typed, scope.tenantId)
  if (sought.kind === 'nothing') return nobody
  if (sought.kind === 'words') return oneOf(await idsByKeys(db, sought.keys, sought.pattern), sql`s.searched like ${sought.pattern}`)
  const { end } = sought
  // Short ends are ends of telephones; a plate has four digits in a row to be told by.
  const plates = end.length >= 4 ? await idsByKeys(db, [keywordKeys(end, scope.tenantId).anywhere ?? []], `%${end}%`) : []
  const shown = scope.phones === 'WHOLE' || (/^\d{4}$/.test(end) && sql<boolean>`c.phone ~ '^1\\d{10}$'`)
  if (shown === false) return oneOf(plates, sql`s.searched like ${`%${end}%`}`)
  const phones = await idsByEnd(db, end)
  const ended = sql<boolean>`(${oneOf(phones, endsWith(end))}${shown === true ? sql`` : sql` and ${shown}`})`
  return plates && plates.length === 0 ? ended : sql<boolean>`(${ended} or ${oneOf(plates, sql`s.searched like ${`%${end}%`}`)})`
}
/** Customers `c` with a tag. */
export async function customersTagged(db: TenantDb, tag: string, { tenantId }: Pick<Scope, 'tenantId'>): Promise<Condition> {
  const { rows } = await sql<{ id: string }>`select customer_ids(array[${tagKey(tag, tenantId)}]::integer[], ${MOST + 1}) as id`.execute(db)
  const tagged = sql<boolean>`${tag} = any (c.tags)`
  return rows.length > MOST ? tagged : sql<boolean>`(${anyOf(rows.map(({ id }) => id))} and ${tagged})`
}

const anyOf = (ids: readonly string[]) => sql<boolean>`c.customer_id = any (${ids}::bigint[])`
const oneOf = (ids: readonly string[] | null, like: RawBuilder<unknown>): Condition =>
  ids
    ? anyOf(ids)
    : sql<boolean>`exists (select from customer_search s where s.tenant_id = c.tenant_id and s.customer_id = c.customer_id and ${like})`

const endsWith = (end: string) => {
  const from = Array.from(end).toReversed().join('')
  // ':' stands behind '9'.
  return sql<boolean>`(s.phone_end >= ${from} and s.phone_end < ${`${from}:`})`
}

/** Null where there are more than a list counts. */
const few = (ids: readonly string[]) => (ids.length > MOST ? null : [...ids])
async function idsByKeys(db: TenantDb, keys: readonly number[][], pattern: string): Promise<string[] | null> {
  const found = await Promise.all(
    keys.map((some) => sql<{ id: string }>`select customer_ids(${some}::integer[], ${MOST + 1}) as id`.execute(db)),
  )
  const ids = [...new Set(found.flatMap(({ rows }) => rows.map(({ id }) => id)))]
  if (found.some(({ rows }) => rows.length > MOST)) return null
  if (ids.length === 0) return ids
  const { rows } = await sql<{ id: string }>`
    select s.customer_id as id from customer_search s where s.customer_id = any (${ids}::bigint[]) and s.tenant_id = app_tenant() and s.searched like ${pattern}`.execute(
    db,
  )
  return few(rows.map(({ id }) => id))
}
async function idsByEnd(db: TenantDb, end: string): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(c.merged_into, s.customer_id) as id from customer_search s join customers c on c.tenant_id = s.tenant_id and c.customer_id = s.customer_id
    where s.tenant_id = app_tenant() and ${endsWith(end)} limit ${MOST + 1}`.execute(db)
  return few(rows.map(({ id }) => id))
}

/** Customers to pick one from: by a part of a name or a plate, or a whole telephone (its last four digits where they are masked). */
export async function customersPicked(db: TenantDb, typed: string, scope: Scope): Promise<Condition> {
  return /^\d+$/.test(typed) ? phoneFound('c.phone', typed, scope, 'whole') : customersFound(db, typed, scope)
}

interface Keyless {
  tenant_id: string
  customer_id: string
  name: string
  plate_nos: string[]
  tags: string[]
}
/** Customers that cannot be found by name yet, of all tenants; locked. */
export const keylessCustomers = async (tx: PlatformDb, limit: number): Promise<Keyless[]> =>
  (
    await sql<Keyless>`select s.tenant_id, s.customer_id, c.name, c.plate_nos, c.tags from customer_search s
      join customers c on c.tenant_id = s.tenant_id and c.customer_id = s.customer_id
      where s.keys is null order by s.customer_id limit ${limit} for update of s skip locked`.execute(tx)
  ).rows
const keylessOf = async (tx: TenantTx, customerIds: readonly string[]): Promise<Keyless[]> =>
  (
    await sql<Keyless>`select s.tenant_id, s.customer_id, c.name, c.plate_nos, c.tags from customer_search s
      join customers c on c.tenant_id = s.tenant_id and c.customer_id = s.customer_id
      where s.keys is null and s.customer_id = any (${customerIds}::bigint[]) and s.tenant_id = app_tenant()`.execute(tx)
  ).rows

export function writeKeys(tx: PlatformDb | TenantTx, customers: readonly Keyless[]) {
  const made = customers.map(({ tenant_id, customer_id, name, plate_nos, tags }) => {
    const searchable: Searchable = { name, plates: plate_nos, tags }
    return { tenant_id, customer_id, searched: searchedText(searchable), keys: searchKeys(searchable, tenant_id) }
  })
  return sql`update customer_search s set searched = made.searched, keys = made.keys
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (tenant_id bigint, customer_id bigint, searched text, keys integer[])
    where s.tenant_id = made.tenant_id and s.customer_id = made.customer_id`.execute(tx)
}

/** Lets customers be found at once by what was just written of them; for whatever else changes them a round does it. */
export async function makeFindable(tx: TenantTx, customerIds: readonly string[]): Promise<void> {
  const some = await keylessOf(tx, customerIds)
  if (some.length > 0) await writeKeys(tx, some)
}
