import { type Kysely, sql } from 'kysely'
import type { PlatformDb, TenantDb } from '#platform/db'
import { countUpToLimit, offsetOf } from '#platform/page'
import type { DB } from '#platform/tables.generated'
import { holding } from '#platform/sql-text'

/** Functions belong to the program, not to a tenant: the same rows in every scope. */
const shown = (db: Kysely<DB>) =>
  db
    .selectFrom('functions as f')
    .select([
      'f.code',
      'f.area',
      'f.source',
      'f.kind',
      'f.parent_code',
      'f.system_id',
      'f.version',
      sql<string>`coalesce(nullif(f.custom_name, ''), f.name)`.as('name'),
      sql<string>`coalesce(nullif(f.custom_name_en, ''), f.name_en)`.as('name_en'),
      sql<number>`coalesce(f.custom_sort, f.sort)`.as('sort'),
    ])

export const allFunctions = (db: TenantDb | PlatformDb) => shown(db).orderBy('sort').orderBy('f.code').execute()
export type FunctionDb = Awaited<ReturnType<typeof allFunctions>>[number]

export const functionsByCode = (db: TenantDb | PlatformDb, codes: readonly string[]) =>
  shown(db)
    .where('f.code', '=', sql<string>`any (${codes as string[]}::text[])`)
    .orderBy('sort')
    .orderBy('f.code')
    .execute()

export const knownCodes = async (db: TenantDb, codes: readonly string[]) =>
  new Set((await functionsByCode(db, codes)).map((row) => row.code))

export interface FunctionFilter {
  keyword?: string | undefined
  area?: string | undefined
  systemId?: string | undefined
  source?: string | undefined
  kind?: string | undefined
}
export async function listFunctions(db: TenantDb, filter: FunctionFilter, page: { pageNo: number; pageSize: number }) {
  let rows = shown(db)
  if (filter.keyword) {
    const anywhere = holding(filter.keyword)
    rows = rows.where((eb) =>
      eb.or([
        eb('f.code', 'ilike', anywhere),
        eb('f.name', 'ilike', anywhere),
        eb('f.name_en', 'ilike', anywhere),
        eb('f.custom_name', 'ilike', anywhere),
        eb('f.custom_name_en', 'ilike', anywhere),
      ]),
    )
  }
  if (filter.area) rows = rows.where('f.area', '=', filter.area)
  if (filter.systemId) rows = rows.where('f.system_id', '=', filter.systemId)
  if (filter.source) rows = rows.where('f.source', '=', filter.source)
  if (filter.kind) rows = rows.where('f.kind', '=', filter.kind)
  const [list, counted] = await Promise.all([
    rows.orderBy('sort').orderBy('f.code').limit(page.pageSize).offset(offsetOf(page)).execute(),
    countUpToLimit(db, rows),
  ])
  return { list, counted }
}

export const lockFunctions = (tx: PlatformDb) =>
  sql`select pg_advisory_xact_lock(hashtextextended('functions and systems', 11))`.execute(tx)

export const findFunction = (tx: PlatformDb, code: string) =>
  tx.selectFrom('functions').selectAll().where('code', '=', code).forUpdate().executeTakeFirst()

export const insertFunction = (
  tx: PlatformDb,
  row: { code: string; name: string; nameEn: string; kind: string; parentCode: string | null; systemId: string; sort: number },
) =>
  tx
    .insertInto('functions')
    .values({
      code: row.code,
      name: row.name,
      name_en: row.nameEn,
      area: row.code.split('.')[0]!,
      source: 'ADDED',
      kind: row.kind,
      parent_code: row.parentCode,
      system_id: row.systemId,
      sort: row.sort,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()

export const updateFunction = (
  tx: PlatformDb,
  code: string,
  set: {
    custom_name?: string
    custom_name_en?: string
    custom_sort?: number
    kind?: string
    parent_code?: string | null
    system_id?: string
  },
) =>
  tx
    .updateTable('functions')
    .set({ ...set, version: sql<number>`version + 1` })
    .where('code', '=', code)
    .returning('version')
    .executeTakeFirstOrThrow()

/** The function and all it hangs below. */
export const ancestorsOf = async (tx: PlatformDb, code: string) => {
  const { rows } = await sql<{ code: string }>`
    with recursive up as (
      select code, parent_code from functions where code = ${code}
      union select f.code, f.parent_code from functions f join up on f.code = up.parent_code)
    select code from up`.execute(tx)
  return rows.map((row) => row.code)
}

/** How many roles, menu entries (of all tenants) and functions below use it. */
export const functionUse = (tx: PlatformDb, code: string) =>
  tx
    .selectNoFrom((eb) => [
      eb.selectFrom('role_functions').select(sql<number>`count(*)::int`.as('n')).where('function_code', '=', code).as('roles'),
      eb.selectFrom('menus').select(sql<number>`count(*)::int`.as('n')).where(sql<boolean>`function_codes @> array[${code}]`).as('menus'),
      eb.selectFrom('functions').select(sql<number>`count(*)::int`.as('n')).where('parent_code', '=', code).as('below'),
    ])
    .executeTakeFirstOrThrow()

export const deleteFunction = (tx: PlatformDb, code: string) => tx.deleteFrom('functions').where('code', '=', code).execute()
