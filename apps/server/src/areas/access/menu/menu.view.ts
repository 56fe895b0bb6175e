import type { MenuDb } from './authority.queries.ts'
import type { MenuRow } from './menu.rules.ts'

export const menuView = (row: MenuDb, edits: boolean) => ({
  menuId: row.menu_id,
  parentId: row.parent_id,
  platformId: row.platform_id,
  name: row.name,
  url: row.url,
  icon: row.icon,
  sort: row.sort,
  functionCodes: row.function_codes,
  deptTypes: row.dept_types,
  version: row.version,
  allowedActions: edits ? ['edit', 'move', 'add', 'delete'] : [],
})

/** What the rule of visibility looks at. */
export const menuRuleRow = (row: MenuDb): MenuRow => ({
  menuId: row.menu_id,
  parentId: row.parent_id,
  name: row.name,
  url: row.url,
  icon: row.icon,
  functionCodes: row.function_codes,
  deptTypes: row.dept_types,
})
