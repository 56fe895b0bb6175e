import type { TenantDb } from '#platform/db'

export const menusOf = (db: TenantDb, platformId: number) =>
  db
    .selectFrom('menus')
    .select(['menu_id', 'parent_id', 'name', 'url', 'icon', 'function_codes', 'dept_types'])
    .where('platform_id', '=', platformId)
    .orderBy('sort')
    .orderBy('menu_id')
    .execute()
