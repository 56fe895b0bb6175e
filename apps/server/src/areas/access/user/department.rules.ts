export const MAX_DEPTH = 8

export interface Dept {
  deptId: string
  parentId: string | null
  deptType: number
}

/** Below headquarters anything; below an organisation its fleets; below a partner its branches. */
export const typeFitsBelow = (parentType: number, type: number): boolean => parentType === 1 || parentType === type

/** A department and all above it, from itself up. */
export function pathOf(depts: readonly Dept[], deptId: string): string[] {
  const parents = new Map(depts.map((dept) => [dept.deptId, dept.parentId]))
  const path: string[] = []
  for (let at: string | null = deptId; at !== null && parents.has(at) && !path.includes(at); at = parents.get(at) ?? null) path.push(at)
  return path
}

/** A department and all below it. */
export function subtreeOf(depts: readonly Dept[], deptId: string): string[] {
  const below = Map.groupBy(depts, (dept) => dept.parentId)
  const found = new Set([deptId])
  for (const id of found) for (const child of below.get(id) ?? []) found.add(child.deptId)
  return [...found]
}

const heightOf = (depts: readonly Dept[], deptId: string): number => {
  const above = pathOf(depts, deptId).length
  return Math.max(...subtreeOf(depts, deptId).map((id) => pathOf(depts, id).length - above + 1))
}

/** Why a department may not hang below another, or null. */
export function moveRefusal(
  depts: readonly Dept[],
  deptId: string,
  parentId: string,
): 'people.deptCycle' | 'people.deptTypeMismatch' | 'people.deptTooDeep' | null {
  if (subtreeOf(depts, deptId).includes(parentId)) return 'people.deptCycle'
  const type = (id: string) => depts.find((dept) => dept.deptId === id)?.deptType ?? 0
  if (!typeFitsBelow(type(parentId), type(deptId))) return 'people.deptTypeMismatch'
  return pathOf(depts, parentId).length + heightOf(depts, deptId) > MAX_DEPTH ? 'people.deptTooDeep' : null
}

/** Parents before children, each level in the rows' order. */
export function parentsFirst<T extends Dept>(rows: readonly T[]): T[] {
  const known = new Set(rows.map((row) => row.deptId))
  const below = Map.groupBy(rows, (row) => (row.parentId !== null && known.has(row.parentId) ? row.parentId : null))
  const under = (parentId: string | null): T[] => (below.get(parentId) ?? []).flatMap((row) => [row, ...under(row.deptId)])
  return under(null)
}
