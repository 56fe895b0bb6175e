import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

const MENU = ['menu_id', 'parent_id', 'platform_id', 'name', 'url', 'icon', 'sort', 'function_codes', 'dept_types', 'version'] as const

export const menusOf = (db: TenantDb, platformId: number) =>
  db.selectFrom('menus').select(MENU).where('platform_id', '=', platformId).orderBy('sort').orderBy('menu_id').execute()
export type MenuDb = Awaited<ReturnType<typeof menusOf>>[number]

export const findMenu = (db: TenantDb, menuId: string) =>
  db.selectFrom('menus').select(MENU).where('menu_id', '=', menuId).executeTakeFirst()
export const lockMenu = (tx: TenantTx, menuId: string) =>
  tx.selectFrom('menus').select(MENU).where('menu_id', '=', menuId).forUpdate().executeTakeFirst()

export const insertMenu = async (
  tx: TenantTx,
  row: {
    tenantId: string
    parentId: string | null
    platformId: number
    name: string
    url: string
    icon: string
    functionCodes: string[]
    deptTypes: number[]
    by: string
  },
) =>
  (
    await tx
      .insertInto('menus')
      .values((eb) => ({
        tenant_id: row.tenantId,
        parent_id: row.parentId,
        platform_id: row.platformId,
        name: row.name,
        url: row.url,
        icon: row.icon,
        function_codes: row.functionCodes,
        dept_types: row.deptTypes,
        // Behind its neighbours.
        sort: eb
          .selectFrom('menus as m')
          .select(sql<number>`coalesce(max(m.sort) + 1, 0)`.as('sort'))
          .where('m.platform_id', '=', row.platformId)
          .where(sql<boolean>`m.parent_id is not distinct from ${row.parentId}::bigint`),
        created_by: row.by,
        updated_by: row.by,
      }))
      .returning('menu_id')
      .executeTakeFirstOrThrow()
  ).menu_id

export const updateMenu = async (
  tx: TenantTx,
  menuId: string,
  set: { name?: string; url?: string; icon?: string; function_codes?: string[]; dept_types?: number[]; parent_id?: string | null },
  by: string,
) =>
  (
    await tx
      .updateTable('menus')
      .set({ ...set, version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: by })
      .where('menu_id', '=', menuId)
      .returning('version')
      .executeTakeFirstOrThrow()
  ).version

/** Numbers the entries in this order. Their content is the same, so their versions are. */
export const orderMenus = (tx: TenantTx, order: readonly string[]) =>
  sql`update menus set sort = place.position - 1 from unnest(${order}::bigint[]) with ordinality as place (menu_id, position)
    where menus.menu_id = place.menu_id and menus.sort <> place.position - 1`.execute(tx)

export const deleteMenu = (tx: TenantTx, menuId: string) => tx.deleteFrom('menus').where('menu_id', '=', menuId).execute()
