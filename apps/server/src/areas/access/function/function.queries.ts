import type { FunctionKind } from '@chauffeur/contract/access/function'
import { type Kysely, sql } from 'kysely'
import type { PlatformDb, TenantDb } from '#platform/database/db'
import type { DB } from '#platform/database/tables.generated'

/** Functions belong to the program, not to a tenant: the same rows in every scope. */
export const functions = (db: Kysely<DB>) => db.selectFrom('functions as f')
const nameOrOwn = sql<string>`coalesce(nullif(f.custom_name, ''), f.name)`
export const sortOrOwn = sql<number>`coalesce(f.custom_sort, f.sort)`
export const shown = (rows: ReturnType<typeof functions>) =>
  rows.select([
    'f.code',
    'f.area',
    'f.source',
    'f.kind',
    'f.parent_code',
    'f.system_id',
    'f.version',
    nameOrOwn.as('name'),
    sql<string>`coalesce(nullif(f.custom_name_en, ''), f.name_en)`.as('name_en'),
    sortOrOwn.as('sort'),
  ])

export const allFunctions = (db: TenantDb | PlatformDb) => shown(functions(db)).orderBy('sort').orderBy('f.code').execute()
export type FunctionDb = Awaited<ReturnType<typeof allFunctions>>[number]

export const functionsByCode = (db: TenantDb | PlatformDb, codes: readonly string[]) =>
  shown(functions(db))
    .where('f.code', '=', sql<string>`any (${codes as string[]}::text[])`)
    .orderBy('sort')
    .orderBy('f.code')
    .execute()

export const knownCodes = async (db: TenantDb, codes: readonly string[]) =>
  new Set((await functionsByCode(db, codes)).map((row) => row.code))

export const lockFunctions = (tx: PlatformDb) =>
  sql`select pg_advisory_xact_lock(hashtextextended('functions and systems', 11))`.execute(tx)

export const findFunction = (tx: PlatformDb, code: string) =>
  tx.selectFrom('functions').selectAll().where('code', '=', code).forUpdate().executeTakeFirst()

export const insertFunction = (
  tx: PlatformDb,
  row: { code: string; name: string; nameEn: string; kind: FunctionKind; parentCode: string | null; systemId: string; sort: number },
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
    kind?: FunctionKind
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
