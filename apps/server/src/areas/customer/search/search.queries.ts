import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PlatformDb, TenantDb, TenantTx } from '#platform/database/db'
import type { Scope } from '#platform/database/scope'
import type { Partly } from '#platform/list/conditions'
import { COUNT_LIMIT } from '#platform/list/page'
import { phoneFound } from '#platform/list/phone-search'
import { keywordKeys } from '#platform/values/search-keys'
import { type Searchable, searchedText, searchKeys, soughtBy, tagKey } from './search-keys.ts'

type Condition = RawBuilder<boolean>
const nobody = sql<boolean>`false`
/** So many are looked up by an index; where there are more, the list's own order is walked, and these are counted. */
const MOST = COUNT_LIMIT

/** Whom an index found: all of them, or some. */
interface Looked {
  ids: readonly string[]
  more: boolean
}
const looked = (ids: readonly string[]): Looked => ({ ids: ids.slice(0, MOST), more: ids.length > MOST })

/** One way to be found: looked up, asked of each row `c` where there are too many for that, and what must be so besides. */
interface Way extends Looked {
  each: Condition
  besides?: Condition
}

/** The customers `c` that are found in one of these ways. */
function inOneWay(ways: readonly Way[]): Condition | Partly {
  const either = (conditionOf: (way: Way) => Condition) =>
    sql<boolean>`(${sql.join(
      ways.map((way) => (way.besides ? sql`(${conditionOf(way)} and ${way.besides})` : conditionOf(way))),
      sql` or `,
    )})`
  const some = either(({ ids }) => anyOf(ids))
  return ways.some(({ more }) => more) ? { where: either((way) => (way.more ? way.each : anyOf(way.ids))), some } : some
}

/**
 * The customers `c` that what was typed finds: an end of a telephone, or a part of name, pinyin, initials or plate. NOTE: the end of a telephone
 * as a range of its bytes from behind: `like` may not use an index under row security.
 */
export async function customersFound(db: TenantDb, typed: string, scope: Pick<Scope, 'phones' | 'tenantId'>): Promise<Condition | Partly> {
  const sought = soughtBy(typed, scope.tenantId)
  if (sought.kind === 'nothing') return nobody
  if (sought.kind === 'words') return inOneWay([await byText(db, sought.keys, sought.pattern)])
  const { end } = sought
  // Short ends are ends of telephones; a plate has four digits in a row to be told by.
  const plates = end.length >= 4 ? [await byText(db, [keywordKeys(end, scope.tenantId).anywhere ?? []], `%${end}%`)] : []
  if (scope.phones === 'WHOLE') return inOneWay([await byEnd(db, end), ...plates])
  if (!/^\d{4}$/.test(end)) return plates.length > 0 ? inOneWay(plates) : nobody
  return inOneWay([{ ...(await byEnd(db, end)), besides: sql<boolean>`c.phone ~ '^1\\d{10}$'` }, ...plates])
}
/** Customers `c` with a tag. */
export async function customersTagged(db: TenantDb, tag: string, { tenantId }: Pick<Scope, 'tenantId'>): Promise<Condition | Partly> {
  const { rows } = await sql<{ id: string }>`select customer_ids(array[${tagKey(tag, tenantId)}]::integer[], ${MOST + 1}) as id`.execute(db)
  const tagged = sql<boolean>`${tag} = any (c.tags)`
  return inOneWay([{ ...looked(rows.map(({ id }) => id)), each: tagged, besides: tagged }])
}

const anyOf = (ids: readonly string[]) => sql<boolean>`c.customer_id = any (${ids}::bigint[])`
const searched = (condition: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from customer_search s where s.tenant_id = c.tenant_id and s.customer_id = c.customer_id and ${condition})`

async function byText(db: TenantDb, keys: readonly number[][], pattern: string): Promise<Way> {
  const found = await Promise.all(
    keys.map((some) => sql<{ id: string }>`select customer_ids(${some}::integer[], ${pattern}, ${MOST + 1}) as id`.execute(db)),
  )
  const ids = [...new Set(found.flatMap(({ rows }) => rows.map(({ id }) => id)))]
  return { ...looked(ids), each: searched(sql`s.searched like ${pattern}`) }
}

async function byEnd(db: TenantDb, end: string): Promise<Way> {
  const from = Array.from(end).toReversed().join('')
  // ':' stands behind '9'.
  const ended = sql`(s.phone_end >= ${from} and s.phone_end < ${`${from}:`})`
  const { rows } = await sql<{ id: string }>`
    select s.customer_id as id from customer_search s where s.tenant_id = app_tenant() and ${ended} limit ${MOST + 1}`.execute(db)
  const found = looked(rows.map(({ id }) => id))
  // Whoever's telephone went into another customer is found as that one.
  const { rows: gone } = await sql<{ id: string }>`
    select distinct merged_into as id from customers where tenant_id = app_tenant() and merged_into is not null and customer_id = any (${found.ids}::bigint[])`.execute(
    db,
  )
  return { ids: [...new Set([...found.ids, ...gone.map(({ id }) => id)])], more: found.more, each: searched(ended) }
}

/** Customers to pick one from: by a part of a name or a plate, or a whole telephone (its last four digits where they are masked). */
export async function customersPicked(db: TenantDb, typed: string, scope: Scope): Promise<Expression<SqlBool>> {
  if (/^\d+$/.test(typed)) return phoneFound('c.phone', typed, scope, 'whole')
  const found = await customersFound(db, typed, scope)
  return 'some' in found ? found.where : found
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
