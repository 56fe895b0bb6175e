import type { NavigationItem } from '@chauffeur/contract/access/authority'

export interface MenuRow {
  menuId: string
  parentId: string | null
  name: string
  url: string
  icon: string
  functionCodes: readonly string[]
  deptTypes: readonly number[]
}

/** The tree of entries whose functions the person holds; groups left without an entry are not shown. */
export function visibleMenu(rows: readonly MenuRow[], authorities: ReadonlySet<string>, deptType: number): NavigationItem[] {
  const children = Map.groupBy(rows, (row) => row.parentId)
  const under = (parentId: string | null): NavigationItem[] =>
    (children.get(parentId) ?? [])
      .filter((row) => row.deptTypes.includes(deptType) && row.functionCodes.every((code) => authorities.has(code)))
      .map((row) => ({ id: row.menuId, name: row.name, url: row.url, icon: row.icon, children: under(row.menuId) }))
      .filter((item) => item.url !== '' || item.children.length > 0)
  return under(null)
}
