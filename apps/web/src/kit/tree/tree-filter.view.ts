import type { Branch } from './tree-move.view.ts'

/** The branches that match and those above them; a branch that does not match keeps only what leads to a match. */
export function filteredTree<B extends Branch>(tree: readonly B[], matches: (branch: B) => boolean): B[] {
  return tree.flatMap((branch) => {
    const children = filteredTree(branch.children as readonly B[], matches)
    return children.length > 0 || matches(branch) ? [{ ...branch, children }] : []
  })
}

/** Every branch, parents before what they hold. */
export function* everyBranch<B extends Branch>(tree: readonly B[]): Generator<B> {
  for (const branch of tree) {
    yield branch
    yield* everyBranch(branch.children as readonly B[])
  }
}

/** The ids of all branches that have something below them. */
export function parentIds(tree: readonly Branch[]): string[] {
  return [...everyBranch(tree)].filter(({ children }) => children.length > 0).map(({ id }) => id)
}

/** Whether a text holds every word asked for, in any order and case. */
export function matchesText(text: string, asked: string): boolean {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean)
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}
