import { defaultMenus, type MenuEntry } from '@chauffeur/contract/menus'
import type { Row } from './load.ts'
import type { DemoTenant } from './tenants.ts'

/** Every tenant begins with the menus of the contract; a new screen is listed there. */
export function menuRows(tenants: readonly DemoTenant[], at: Date): Row<'menus'>[] {
  const rows: Row<'menus'>[] = []
  const add = (tenant: DemoTenant, entry: MenuEntry, parentId: number | null, sort: number) => {
    const menuId = rows.length + 1
    rows.push({
      tenant_id: tenant.tenantId,
      menu_id: menuId,
      parent_id: parentId,
      platform_id: 3,
      name: entry.name,
      url: entry.url,
      icon: entry.icon,
      sort,
      function_codes: [...entry.needs],
      dept_types: [...(entry.deptTypes ?? [1, 2, 3])],
      created_at: at,
      updated_at: at,
    })
    entry.children?.forEach((child, order) => add(tenant, child, menuId, order))
  }
  for (const tenant of tenants) defaultMenus.forEach((entry, order) => add(tenant, entry, null, order))
  return rows
}
