import type { MenuNode } from '@chauffeur/contract/access/menu'

export const MAX_MENU_DEPTH = 4

interface MenuPlace {
  menuId: string
  parentId: string | null
}
type Row = Omit<MenuNode, 'children'>

/** The tree of all entries, in the rows' order. An entry whose parent is not among the rows stands at the top. */
export function menuTree(rows: readonly Row[]): MenuNode[] {
  const nodes = new Map(rows.map((row): [string, MenuNode] => [row.menuId, { ...row, children: [] }]))
  const top: MenuNode[] = []
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId)
    ;(parent?.children ?? top).push(node)
  }
  return top
}

/** How many levels lie above an entry, itself counted; 0 for the top. */
export function depthOf(rows: readonly MenuPlace[], menuId: string | null): number {
  const parents = new Map(rows.map((row) => [row.menuId, row.parentId]))
  let depth = 0
  for (let at = menuId; at !== null && depth <= rows.length; at = parents.get(at) ?? null) depth++
  return depth
}

/** Levels of an entry and what hangs on it: 1 for a leaf. */
export function heightOf(rows: readonly MenuPlace[], menuId: string): number {
  const below = Map.groupBy(rows, (row) => row.parentId)
  const height = (id: string, left: number): number =>
    left === 0 ? 1 : 1 + Math.max(0, ...(below.get(id) ?? []).map((row) => height(row.menuId, left - 1)))
  return height(menuId, rows.length)
}

export type MovePlan = { refusal: 'authority.menuCycle' | 'authority.menuTooDeep' } | { order: string[] }

/** The new order of the entries under `parentId` once `menuId` stands at `position` among them. `rows` are in their present order. */
export function moveMenu(rows: readonly MenuPlace[], move: { menuId: string; parentId: string | null; position: number }): MovePlan {
  const parents = new Map(rows.map((row) => [row.menuId, row.parentId]))
  for (let at = move.parentId, steps = 0; at !== null && steps <= rows.length; at = parents.get(at) ?? null, steps++)
    if (at === move.menuId) return { refusal: 'authority.menuCycle' }
  if (depthOf(rows, move.parentId) + heightOf(rows, move.menuId) > MAX_MENU_DEPTH) return { refusal: 'authority.menuTooDeep' }
  const others = rows.filter((row) => row.parentId === move.parentId && row.menuId !== move.menuId).map((row) => row.menuId)
  return { order: others.toSpliced(move.position, 0, move.menuId) }
}
