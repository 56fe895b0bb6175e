/** Anything that hangs in a tree: menu entries, departments. */
export interface Branch {
  id: string
  children: readonly Branch[]
}
/** Where something is put: under which parent (null is the top) and at which place, counted without the thing itself. */
export interface Place {
  parentId: string | null
  position: number
}
export type Step = 'up' | 'down' | 'in' | 'out'

/** The ids from the top down to the wanted one, itself included; empty when it is not there. */
export function pathTo(tree: readonly Branch[], id: string): string[] {
  for (const branch of tree) {
    if (branch.id === id) return [id]
    const below = pathTo(branch.children, id)
    if (below.length > 0) return [branch.id, ...below]
  }
  return []
}

export function find<B extends Branch>(tree: readonly B[], id: string): B | undefined {
  for (const branch of tree) {
    if (branch.id === id) return branch
    const below = find(branch.children as readonly B[], id)
    if (below) return below
  }
  return undefined
}

/** How many levels a branch has, itself included. */
export function heightOf(branch: Branch): number {
  return 1 + branch.children.reduce((most, child) => Math.max(most, heightOf(child)), 0)
}

const childrenOf = (tree: readonly Branch[], parentId: string | null) => (parentId === null ? tree : (find(tree, parentId)?.children ?? []))
const depthOf = (tree: readonly Branch[], parentId: string | null) => (parentId === null ? 0 : pathTo(tree, parentId).length)

/** Whether a branch can be put under a parent: never below itself, never deeper than the tree may be. */
export function fits(tree: readonly Branch[], id: string, parentId: string | null, maxDepth: number): boolean {
  const branch = find(tree, id)
  if (!branch || (parentId !== null && pathTo(tree, parentId).includes(id))) return false
  return depthOf(tree, parentId) + heightOf(branch) <= maxDepth
}

/** Where the keyboard puts it: among its siblings, into the one above, or out behind its parent. Null when it cannot go there. */
export function stepPlace(tree: readonly Branch[], id: string, step: Step, maxDepth: number): Place | null {
  const path = pathTo(tree, id)
  if (path.length === 0) return null
  const parentId = path.at(-2) ?? null
  const siblings = childrenOf(tree, parentId)
  const at = siblings.findIndex((one) => one.id === id)
  let place: Place | null = null
  if (step === 'up') place = at > 0 ? { parentId, position: at - 1 } : null
  else if (step === 'down') place = at < siblings.length - 1 ? { parentId, position: at + 1 } : null
  else if (step === 'in') {
    const above = siblings[at - 1]
    place = above ? { parentId: above.id, position: above.children.length } : null
  } else if (parentId !== null) {
    const grandparentId = path.at(-3) ?? null
    place = { parentId: grandparentId, position: childrenOf(tree, grandparentId).findIndex((one) => one.id === parentId) + 1 }
  }
  return place && fits(tree, id, place.parentId, maxDepth) ? place : null
}

/** Where the pointer drops it: `into` another, or `before`/`after` it. Null when it may not be there, or is there already. */
export function dropPlace(
  tree: readonly Branch[],
  id: string,
  targetId: string,
  side: 'into' | 'before' | 'after',
  maxDepth: number,
): Place | null {
  if (id === targetId) return null
  const parentId = side === 'into' ? targetId : (pathTo(tree, targetId).at(-2) ?? null)
  if (!fits(tree, id, parentId, maxDepth)) return null
  const others = childrenOf(tree, parentId).filter((one) => one.id !== id)
  const position = side === 'into' ? others.length : others.findIndex((one) => one.id === targetId) + (side === 'after' ? 1 : 0)
  const stays = (pathTo(tree, id).at(-2) ?? null) === parentId && childrenOf(tree, parentId).findIndex((one) => one.id === id) === position
  return stays ? null : { parentId, position }
}

/** Rows that name their parent as a tree, in the order given; a row whose parent is not among them stands on top. */
export function treeOf<R extends { id: string; parentId: string | null }>(rows: readonly R[]): (R & { children: (R & Branch)[] })[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row, children: [] as (R & Branch)[] }]))
  const top: (R & { children: (R & Branch)[] })[] = []
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId)
    if (parent) parent.children.push(node)
    else top.push(node)
  }
  return top
}

/** The names from the top down, for rows that name their parent. A ring ends the path. */
export function pathNames<R extends { id: string; parentId: string | null; name: string }>(rows: readonly R[]): Map<string, string[]> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const paths = new Map<string, string[]>()
  for (const row of rows) {
    const names: string[] = []
    const seen = new Set<string>()
    for (let at: R | undefined = row; at && !seen.has(at.id); at = at.parentId === null ? undefined : byId.get(at.parentId)) {
      seen.add(at.id)
      names.unshift(at.name)
    }
    paths.set(row.id, names)
  }
  return paths
}
