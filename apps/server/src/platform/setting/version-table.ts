import { type RawBuilder, sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { DB } from '#platform/database/tables.generated'
import type { Dated, VersionRow } from './version.ts'

/** A column that holds JSON. */
export interface JsonColumn {
  json: string
}
export const json = (column: string): JsonColumn => ({ json: column })
const nameOf = (column: string | JsonColumn) => (typeof column === 'string' ? column : column.json)

/** A table of version rows, which are never changed: `version`, `reason`, `created_at`, `created_by`, `created_by_name` and what a version says. */
export interface VersionTable<V, N> {
  table: keyof DB & string
  /** Column of the setting's id. */
  key: string
  /** Of everything that a version says, its column. */
  columns: { [K in keyof V]-?: string | JsonColumn }
  /** Which rows are this setting's, where several share a table, and what is written to say so. */
  kind?: string
  /** Which settings there are for the asker, beyond what row security says; `v` is a version. */
  seen?: RawBuilder<boolean>
  /** Names shown beside, of a version `s`. */
  names?: { [K in Exclude<keyof N, keyof Dated>]-?: RawBuilder<N[K]> }
  joins?: RawBuilder<unknown>
  order?: RawBuilder<unknown>
  /** Versions begin at `effective_from` (and end at `effective_to`) instead of as soon as they are made. */
  dated?: { until?: string }
}

const NOW = sql`statement_timestamp()`

/** Every version, with where it stands. One that has begun replaces all that began before it, for good; of those of one moment the newest is meant. */
export function versionsOf<V, N>({ table, key, kind, seen, dated }: VersionTable<V, N>): RawBuilder<unknown> {
  const standing = dated
    ? sql`, case when lead(v.effective_from) over (partition by ${sql.ref(key)} order by v.effective_from, v.version)
          <= greatest(v.effective_from, ${NOW}) then 'REPLACED'
        when v.effective_from > ${NOW} then 'SCHEDULED'
        ${dated.until ? sql`when ${sql.ref(`v.${dated.until}`)} <= ${NOW} then 'EXPIRED'` : sql``} else 'EFFECTIVE' end as status,
      max(v.version) over (partition by ${sql.ref(key)}) as newest_version`
    : sql``
  return sql`(select v.*${standing} from ${sql.table(table)} v where ${kind === undefined ? sql`true` : sql`v.kind = ${kind}`}${seen ? sql` and ${seen}` : sql``})`
}

/** The version in force, else the next to come, else the last. */
const presentFirst = (dated: boolean) =>
  dated
    ? sql`p.status = 'EFFECTIVE' desc, p.status = 'SCHEDULED' desc, case when p.status = 'SCHEDULED' then p.effective_from end, p.version desc`
    : sql`p.version desc`

type Row<V, N> = V & N & VersionRow

/** `select … from (versions) s`, under the names of the program. */
export function selected<V, N>(of: VersionTable<V, N>, versions: RawBuilder<unknown>, where?: RawBuilder<unknown>): RawBuilder<Row<V, N>> {
  const { key, columns, names, joins, dated } = of
  const said = Object.entries<string | JsonColumn>(columns).map(
    ([name, column]) => sql`${sql.ref(`s.${nameOf(column)}`)} as ${sql.ref(name)}`,
  )
  const shown = Object.entries<RawBuilder<unknown>>(names ?? {}).map(([name, value]) => sql`${value} as ${sql.ref(name)}`)
  const kept = sql`${sql.ref(`s.${key}`)} as id, s.version, s.reason, s.created_by_name as "changedBy", s.created_at as "changedAt"`
  const standing = dated ? [sql`s.status, s.newest_version as "newestVersion"`] : []
  return sql<
    Row<V, N>
  >`select ${sql.join([kept, ...said, ...standing, ...shown])} from ${versions} s ${joins ?? sql``} ${where ? sql`where ${where}` : sql``}`
}

/** One row a setting. `where` speaks of `p`, any version. */
export const presentOf = <V, N>(of: VersionTable<V, N>, where?: RawBuilder<unknown>): RawBuilder<Row<V, N>> =>
  selected(
    of,
    sql`(select distinct on (${sql.ref(`p.${of.key}`)}) p.* from ${versionsOf(of)} p ${where ? sql`where ${where}` : sql``}
      order by ${sql.ref(`p.${of.key}`)}, ${presentFirst(of.dated !== undefined)})`,
  )

/** Every version of a setting, newest first. */
export const everyVersion = async <V, N>(db: TenantDb, of: VersionTable<V, N>, id: string): Promise<Row<V, N>[]> => {
  const versions = selected(of, versionsOf(of), sql`${sql.ref(`s.${of.key}`)} = ${id}::bigint`)
  return (await sql<Row<V, N>>`${versions} order by s.version desc`.execute(db)).rows
}

/** Of one setting after the other, within a tenant and until the transaction ends: two changes cannot contradict each other by arriving together. */
export const lockSettings = (tx: TenantTx, table: string, tenantId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`setting/${table}/${tenantId}`}, 0))`.execute(tx)

export interface NewVersion<V> {
  /** Null for a setting's first version. */
  id: string | null
  version: number
  reason: string
  by: { tenantId: string; userId: string; realName: string }
  values: V
}

/** The id of the setting. */
export async function insertVersion<V extends object, N>(
  tx: TenantTx,
  { table, key, kind, columns }: VersionTable<V, N>,
  { id, version, reason, by, values }: NewVersion<V>,
): Promise<string> {
  const said = Object.entries<string | JsonColumn>(columns).map(([name, column]) => {
    const value = values[name as keyof V]
    return [nameOf(column), typeof column === 'string' ? value : JSON.stringify(value)]
  })
  const row = {
    tenant_id: by.tenantId,
    ...(id && { [key]: id }),
    ...(kind !== undefined && { kind }),
    version,
    reason,
    created_by: by.userId,
    created_by_name: by.realName,
    ...Object.fromEntries(said),
  }
  const made = (await tx
    .insertInto(table)
    .values(row as never)
    .returning(sql<string>`${sql.ref(key)}`.as('id'))
    .executeTakeFirstOrThrow()) as { id: string }
  return made.id
}
